import { expect } from 'bun:test'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { verifies } from '../../requirements/verifies.ts'
import {
  createSite,
  fetchAll,
  formatLosses,
  formatNotes,
  listCopy,
  makeHome,
  redirectTo,
  SITE,
  writePage,
} from './site.ts'

verifies(
  'import.address',
  'fetchSite() follows links below the path of the address, and drops queries',
  async () => {
    const site = createSite({
      '/docs/': writePage('Home', [
        'a?x=1#top',
        'b/',
        'guide/c.html',
        '/blog/',
        'https://x.example/',
      ]),
      '/docs/a': writePage('A', ['a?x=2', 'plan.png', 'nothing']),
      '/docs/b/': writePage('B', ['../guide/c.html']),
      '/docs/guide/c.html': writePage('C'),
      '/docs/plan.png': 'a picture',
      '/blog/': writePage('Blog'),
    })
    const fetched = await fetchAll(site, await makeHome(), { address: `${SITE}/docs/?from=mail` })
    expect([fetched.pages, formatLosses(fetched), formatNotes(fetched)]).toEqual([4, [], []])
    expect(await listCopy(fetched)).toEqual([
      'docs/a.html',
      'docs/b/index.html',
      'docs/guide/c.html',
      'docs/index.html',
      'docs/plan.png',
    ])
    expect(site.takePaths()).not.toContain('/blog/')
  },
)

verifies(
  'import.address',
  'fetchSite() reads the sitemaps that robots.txt names: an index, packed or not',
  async () => {
    const list = (tag: string, addresses: readonly string[]) => {
      const entries = addresses.map((each) => `<x><loc>${each}</loc></x>`).join('')
      return `<?xml version="1.0"?><${tag}>${entries}</${tag}>`
    }
    const packed = Bun.gzipSync(list('urlset', [`${SITE}/deep/b`, 'https://other.example/c']))
    const site = createSite({
      '/': writePage('Home'),
      '/robots.txt': `User-agent: *\nSitemap: ${SITE}/all.xml\n`,
      '/all.xml': list('sitemapindex', [`${SITE}/one.xml`, `${SITE}/two.xml.gz`]),
      '/one.xml': list('urlset', [`${SITE}/a?b=1&amp;c=2`]),
      '/two.xml.gz': () =>
        new Response(packed, { headers: { 'content-type': 'application/gzip' } }),
      '/a': writePage('A'),
      '/deep/b': writePage('B'),
    })
    const fetched = await fetchAll(site, await makeHome())
    expect(fetched.pages).toBe(3)
    expect(formatNotes(fetched)).toEqual([
      `${SITE}/:1:1: the sitemap lists 1 page of "https://other.example", left out here: ` +
        'import https://other.example/ to have them',
    ])
  },
)

verifies(
  ['import.address', 'import.redirects'],
  'fetchSite() makes redirects and copies with a canonical address old addresses of their page',
  async () => {
    const canonical = (path: string) => `<link rel="canonical" href="${SITE}${path}">`
    const site = createSite({
      '/': writePage('Home', ['old', 'folder', 'print', 'home', 'lost', 'a']),
      '/old': redirectTo('/older'),
      '/older': redirectTo('/a?from=old'),
      '/folder': redirectTo('/folder/'),
      '/folder/': writePage('Folder'),
      '/print': writePage('A', ['only-from-print'], canonical('/a')),
      '/home': writePage('Named after the first page', [], canonical('/')),
      '/lost': writePage('Lost', [], canonical('/not-there')),
      '/a': writePage('A', [], canonical('/a')),
    })
    const fetched = await fetchAll(site, await makeHome())
    const read = (file: string) => readFile(join(fetched.folder, file), 'utf8')
    expect(await listCopy(fetched)).toEqual([
      ...['a.html', 'folder/index.html', 'home.html', 'index.html'],
      ...['lost.html', 'old.html', 'older.html', 'print.html'],
    ])
    for (const file of ['old.html', 'older.html', 'print.html']) {
      expect(await read(file)).toContain('content="0; url=/a"')
    }
    expect(await read('lost.html')).toContain('What there is to say of Lost')
    expect([fetched.pages, formatLosses(fetched)]).toEqual([5, []])
  },
)

verifies(
  'import.address',
  'fetchSite() takes one language and one version, and says which were left out',
  async () => {
    const others =
      `<link rel="alternate" hreflang="de" href="${SITE}/de/">` +
      `<link rel="alternate" hreflang="en" href="${SITE}/">`
    const pages = {
      '/': writePage('Home', ['de/', '1.9/a', '1.10/a', 'latest/a'], others),
      '/de/': writePage('Start', ['eins'], others).replace('lang="en"', 'lang="de"'),
      '/de/eins': writePage('Eins').replace('lang="en"', 'lang="de"'),
      '/1.9/a': writePage('A of 1.9'),
      '/1.10/a': writePage('A of 1.10'),
      '/latest/a': writePage('A'),
    }
    const plain = await fetchAll(createSite(pages), await makeHome())
    expect(await listCopy(plain)).toEqual(['index.html', 'latest/a.html'])
    expect(formatNotes(plain).join('\n')).toMatch(/"latest" is imported, and 1\.9, 1\.10 left out/)
    expect(formatNotes(plain).join('\n')).toContain('those in "de" left out')
    const old = await fetchAll(createSite(pages), await makeHome(), { version: '1.9' })
    expect(await listCopy(old)).toEqual(['1.9/a.html', 'index.html'])
    const german = await fetchAll(createSite(pages), await makeHome(), { language: 'de' })
    expect(await listCopy(german)).toEqual(['de/eins.html', 'de/index.html'])
  },
)

verifies(
  'import.address_markdown',
  'fetchSite() takes Markdown that a page names, that is beside it or that is asked for by Accept',
  async () => {
    const words = '# A\n\nWhat there is to say of A.\n'
    const byAccept = (request: Request) => {
      const isAsked = request.headers.get('accept') === 'text/markdown'
      const headers = { 'content-type': isAsked ? 'text/markdown' : 'text/html' }
      return new Response(isAsked ? words : writePage('A'), { headers })
    }
    const named = '<link rel="alternate" type="text/markdown" href="/source/a.md">'
    const page = writePage('A')
    const sites = [
      { '/': writePage('A', [], named), '/source/a.md': words },
      { '/': page, '/index.md': words },
      { '/': page, '/index.html.md': words },
      { '/': byAccept },
    ]
    for (const pages of sites) {
      const fetched = await fetchAll(createSite(pages), await makeHome())
      expect(await listCopy(fetched)).toEqual(['index.html', 'index.html.md'])
    }
  },
)

verifies(
  'import.address_markdown',
  'fetchSite() takes the Markdown of a page that comes while it is tried where there is some',
  async () => {
    const site = createSite({
      '/': writePage('Home', ['a', 'b']),
      '/a': writePage('A'),
      '/a.md': '# A\n\nWhat there is to say of A.\n',
      '/b': writePage('B'),
      '/b.md': '# B\n\nWhat there is to say of B.\n',
    })
    const copy = await listCopy(await fetchAll(site, await makeHome()))
    expect(copy.filter((file) => file.endsWith('.md'))).toEqual(['a.html.md', 'b.html.md'])
  },
)

verifies(
  'import.address_markdown',
  'fetchSite() takes no Markdown with fewer words than the page, and stops to ask for it',
  async () => {
    const site = createSite({
      '/': writePage('Home', ['a']),
      '/index.md': '# Home\n',
      '/a': writePage('A', ['b']),
      '/a.md': () => new Response(writePage('A'), { headers: { 'content-type': 'text/plain' } }),
      '/b': writePage('B'),
      '/b.md': '# B\n\nWhat there is to say of B.\n',
    })
    expect(await listCopy(await fetchAll(site, await makeHome()))).not.toContain('index.html.md')
    expect(site.takePaths()).not.toContain('/b.md')
  },
)
