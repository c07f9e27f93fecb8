import { afterAll, beforeAll, expect } from 'bun:test'
import type { Manifest } from '../../../app/contract/corpus.ts'
import { verifies } from '../../requirements/verifies.ts'
import {
  BASE_URL,
  buildOrThrow,
  manifestOf,
  newFolder,
  removeFolders,
  textOf,
  writeSampleCorpus,
} from '../../support/building.ts'
import { placeOurBuild } from '../../support/kept_builds.ts'

let distDir: string
let manifest: Manifest

beforeAll(async () => {
  distDir = await newFolder()
  await placeOurBuild(distDir)
  manifest = await manifestOf(distDir)
})

afterAll(removeFolders)

const pathOf = (url: string) => url.slice(`${BASE_URL}/`.length)

function frontMatterOf(twin: string): unknown {
  return Bun.YAML.parse(twin.slice(4, twin.indexOf('\n---\n', 4)))
}

/** What an HTML page shows of its record, in the words of the record. */
async function readShownFields(html: string): Promise<Readonly<Record<string, string>>> {
  const shown: Record<string, string> = {}
  const attribute = (name: string, from: string) => ({
    element: (element: HTMLRewriterTypes.Element) => {
      shown[name] = element.getAttribute(from) ?? ''
    },
  })
  const text = (name: string) => ({
    text: (piece: HTMLRewriterTypes.Text) => {
      shown[name] = (shown[name] ?? '') + piece.text
    },
  })
  await new HTMLRewriter()
    .on('link[rel=canonical]', attribute('url', 'href'))
    .on('link[rel=alternate][type="text/markdown"]', attribute('markdown_url', 'href'))
    .on('main h1', text('title'))
    .on('main .description', text('description'))
    .on('main data.status', attribute('status', 'value'))
    .on('main time', attribute('updated', 'datetime'))
    .transform(new Response(html))
    .text()
  const plain = (value: string) =>
    value
      .replaceAll('&lt;', '<')
      .replaceAll('&gt;', '>')
      .replaceAll('&quot;', '"')
      .replaceAll('&#39;', "'")
      .replaceAll('&amp;', '&')
  return Object.fromEntries(Object.entries(shown).map(([name, value]) => [name, plain(value)]))
}

verifies(['page.twin', 'pages.shown_fields'], 'twin and manifest hold one record', async () => {
  for (const record of manifest.pages) {
    expect(record.markdown_url).toBe(`${record.url}index.md`)
    const twin = await textOf(distDir, pathOf(record.markdown_url))
    expect(frontMatterOf(twin)).toEqual(record)
  }
})

verifies(
  ['page.url', 'page.title', 'page.description', 'page.status', 'page.updated'],
  'the HTML page shows the record of the manifest',
  async () => {
    for (const { id, kind, notice: _, ...shown } of manifest.pages) {
      const html = await textOf(distDir, `${pathOf(shown.url)}index.html`)
      expect({ id, kind, ...(await readShownFields(html)) }).toEqual({ id, kind, ...shown })
    }
  },
)

verifies('pages.url_form', 'a page and its twin are at the path of its address', async () => {
  const files = new Set(manifest.files.map(({ path }) => path))
  for (const { url } of manifest.pages) {
    expect(url).toStartWith(`${BASE_URL}/`)
    expect(url).toEndWith('/')
    expect(files.has(`${pathOf(url)}index.html`)).toBe(true)
    expect(files.has(`${pathOf(url)}index.md`)).toBe(true)
  }
})

verifies('page.twin', 'links in a twin are absolute and lead somewhere', async () => {
  const known = new Set(['', 'search/', ...manifest.files.map(({ path }) => path)])
  for (const { url } of manifest.pages) known.add(pathOf(url))
  for (const { markdown_url } of manifest.pages) {
    const twin = await textOf(distDir, pathOf(markdown_url))
    const prose = twin.replace(/```[\s\S]*?```/g, '').replace(/`[^`\n]*`/g, '')
    for (const [, target = ''] of prose.matchAll(/\]\(<?([^)\s>]+)/g)) {
      expect(target).toMatch(/^https?:/)
      if (!target.startsWith(`${BASE_URL}/`)) continue
      const path = pathOf(target.replace(/[?#].*$/, ''))
      const exists = known.has(path) || path.startsWith('api/') || path === 'docs-manifest.json'
      expect([markdown_url, target, exists]).toEqual([markdown_url, target, true])
    }
  }
})

verifies(
  'static.page_links',
  'a page is complete without scripts and without other hosts',
  async () => {
    for (const { url } of manifest.pages) {
      const html = await textOf(distDir, `${pathOf(url)}index.html`)
      // Pictures are ours: the logo, and those of the corpus.
      expect(html).not.toMatch(/<(?:iframe|source)\b|<img [^>]*src="(?!\/assets\/)/)
      const fetched = [
        ...html.matchAll(/<link rel="(?:stylesheet|icon)" href="([^"]*)"|<script src="([^"]*)"/g),
      ].map(([, link, script]) => link ?? script)
      expect(fetched.map((href) => href?.replace(/[0-9a-f]{16}/, '*'))).toEqual([
        '/assets/site.*.js',
        '/assets/style.*.css',
        '/assets/favicon.*.svg',
      ])
      expect(html.split('<script')).toHaveLength(2)
      expect(html).toContain('<link rel="describedby" type="text/plain" href="/llms.txt">')
    }
  },
)

verifies('site.no_inline', 'no file for browsers has styles or handlers in it', async () => {
  const pages = manifest.files.filter(({ path }) => path.endsWith('.html'))
  for (const path of [...pages.map((file) => file.path), '404.html']) {
    const html = await textOf(distDir, path)
    // In a tag: what a page quotes is escaped.
    expect([path, /<[^>]*\s(?:style|on\w+)=|<style|="javascript:/i.exec(html)?.[0]]).toEqual([
      path,
      undefined,
    ])
  }
})

verifies('site.described', 'a page describes itself and names its address', async () => {
  const pages = manifest.files.filter(({ path }) => path.endsWith('.html'))
  expect(pages.map(({ path }) => path)).toContain('changelog/index.html')
  for (const { path } of pages) {
    const html = await textOf(distDir, path)
    expect([path, /<meta name="description" content="[^"]{10,}">/.test(html)]).toEqual([path, true])
    const canonical = /<link rel="canonical" href="([^"]*)">/.exec(html)?.[1]
    const isListed = !html.includes('<meta name="robots" content="noindex">')
    const address = `${BASE_URL}/${path.replace(/index\.html$/, '')}`
    expect([path, canonical]).toEqual([path, isListed ? address : undefined])
    expect([path, isListed]).toEqual([path, path !== 'search/index.html'])
  }
  expect(await textOf(distDir, '404.html')).toContain('<meta name="robots" content="noindex">')
})

verifies('page.twin', 'code is in the twin byte for byte', async () => {
  const code = '```sh\ncurl [a](b.md)  \n\tx <y> & z\n```'
  const body = `See [other](other.md#there) and \`[a](b.md)\`.\n\n${code}`
  const folder = await newFolder()
  const pages = { 'index.md': { body }, 'other.md': { body: '## There' } }
  await buildOrThrow({ corpusDir: await writeSampleCorpus(pages), distDir: folder })
  const twin = await textOf(folder, 'index.md')
  expect(twin).toContain(code)
  expect(twin).toContain(`See [other](${BASE_URL}/other/#there) and \`[a](b.md)\`.`)
})

verifies('pages.shown_fields', 'markup in a title or description is shown, not run', async () => {
  const folder = await newFolder()
  const page = { title: '<b>"x" & *y*</b>', description: '<script>alert(1)</script>' }
  await buildOrThrow({ corpusDir: await writeSampleCorpus({ 'index.md': page }), distDir: folder })
  const html = await textOf(folder, 'index.html')
  expect(html).not.toContain('<script>')
  expect(await readShownFields(html)).toMatchObject(page)
  const twin = await textOf(folder, 'index.md')
  expect(frontMatterOf(twin)).toMatchObject(page)
  expect(Bun.markdown.html(twin.slice(twin.indexOf('\n# ')))).toContain(
    '&lt;b&gt;&quot;x&quot; &amp; *y*&lt;/b&gt;',
  )
})

verifies('pages.url_form', 'sitemap and robots name every page and the base address', async () => {
  const sitemap = await textOf(distDir, 'sitemap.xml')
  const addresses = [...sitemap.matchAll(/<loc>([^<]*)<\/loc>/g)].map(([, url]) => url)
  expect(addresses).toEqual(manifest.pages.map(({ url }) => url))
  expect(await textOf(distDir, 'robots.txt')).toBe(
    `User-agent: *\nAllow: /\n\nSitemap: ${BASE_URL}/sitemap.xml\n` +
      `Agentmap: ${BASE_URL}/.well-known/ard.json\n`,
  )
})
