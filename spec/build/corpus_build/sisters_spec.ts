import { afterAll, expect, test } from 'bun:test'
import { mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type BuildReport, build, isFresh } from '../../../app/build/corpus_build/build.ts'
import { formatProblem } from '../../../app/contract/problem.ts'
import { openPublicDocs } from '../../../app/docs/public_docs/mod.ts'
import { callTool } from '../../interfaces/mcp/calls.ts'
import { verifies } from '../../requirements/verifies.ts'
import { createInProcess } from '../../support/in_process_service.ts'
import { attribute, type PageLinks, readCrawled, SILENT, serveSites } from './_sister_crawl.ts'
import { type CorpusFolder, copyGoodCorpus, pageText } from './bad_input/files.ts'

const home = await mkdtemp(join(tmpdir(), 'lectern-sisters-'))
afterAll(() => rm(home, { recursive: true, force: true }))

const VERSIONS = ['1.0', '2.1', '3.0'] as const
const LANGUAGES = ['en', 'de'] as const

type Site = { readonly version: string; readonly language: string; readonly name: string }

const SITES: readonly Site[] = VERSIONS.flatMap((version) =>
  LANGUAGES.map((language) => ({ version, language, name: `${language}-${version}` })),
)

const addressOf = ({ name }: Site) => `https://${name}.example.com`

/** Pages that not every site has, by version: moved, renamed with a redirect, new, untranslated. */
async function writePages(corpus: CorpusFolder, { version, language }: Site): Promise<void> {
  const add = async (path: string, more: Readonly<Record<string, string>> = {}) =>
    await corpus.write(`pages/${path}.md`, pageText({ title: path, ...more }))
  await add('guides/common')
  await add(version === '1.0' ? 'guides/renamed' : 'renamed', { title: 'Renamed' })
  const entry = { id: 'p7', path: 'guides/renamed.md', title: 'Renamed', digest: '7'.repeat(64) }
  const lock = join(corpus.path, 'ids.lock')
  await writeFile(lock, `${await readFile(lock, 'utf8')}- ${JSON.stringify(entry)}\n`)
  if (version === '1.0') await add('old-name')
  else await add('new-name', { redirect_from: '/old-name/' })
  if (version === '3.0') await add('guides/start/new')
  if (version === '2.1') await add('guides/gone')
  if (language === 'en') await add('guides/english')
}

function listSisters(): string {
  return SITES.map((site) => {
    const facts = `label: ${site.name}, address: ${addressOf(site)}, version: '${site.version}'`
    const latest = site.version === '3.0' ? ', latest: true' : ''
    const marks = `${latest}${site.name === 'en-1.0' ? ', noindex: true' : ''}`
    const manifest = `../../${site.name}/dist/docs-manifest.json`
    return `  - { ${facts}, language: ${site.language}, manifest: ${manifest}${marks} }\n`
  }).join('')
}

async function makeSite(site: Site): Promise<CorpusFolder> {
  const corpus = await copyGoodCorpus(join(home, site.name, 'corpus'))
  await writePages(corpus, site)
  const path = join(corpus.path, 'registry.yaml')
  const registry = await readFile(path, 'utf8')
  const own = registry
    .replace(/^ {2}version: .*$/m, `  version: ${site.version}.0`)
    .replace(/^ {2}language: .*$/m, `  language: ${site.language}`)
  await writeFile(path, `${own}\nsisters:\n${listSisters()}`)
  return corpus
}

const optionsOf = (site: Site) => ({
  corpusDir: join(home, site.name, 'corpus'),
  distDir: join(home, site.name, 'dist'),
  baseUrl: addressOf(site),
})

async function buildSite(site: Site): Promise<BuildReport> {
  const dated = { lock: 'write', nowMs: 0, sourceDateEpoch: 1_790_000_000 } as const
  const built = await build({ ...optionsOf(site), ...dated })
  if (!built.ok) throw new Error(built.error.map(formatProblem).join('\n'))
  return built.value
}

type ReadSite = (path: string) => Promise<string | undefined>

async function openSite(site: Site): Promise<ReadSite> {
  const { distDir } = optionsOf(site)
  const { build: name }: { build: string } = JSON.parse(
    await readFile(join(distDir, 'docs-manifest.json'), 'utf8'),
  )
  return (path) => readFile(join(distDir, 'builds', name, path), 'utf8').catch(() => undefined)
}

const linksIn = (html: string) =>
  [...html.matchAll(/<(?:a|link) [^>]*href="https:\/\/[a-z]{2}-\d\.\d\.example\.com[^>]*>/g)].map(
    ([element]) => ({
      href: attribute(element, 'href') ?? '',
      rel: attribute(element, 'rel'),
      language: attribute(element, 'hreflang'),
    }),
  )

const corpora = await Promise.all(SITES.map(makeSite))
const first: BuildReport[] = []
for (const site of SITES) first.push(await buildSite(site))
for (const site of SITES) await buildSite(site)
const open = new Map(
  await Promise.all(SITES.map(async (site) => [addressOf(site), await openSite(site)] as const)),
)

const readPage = async (url: string): Promise<string | undefined> => {
  const { origin, pathname } = new URL(url)
  const path = pathname.endsWith('/') ? `${pathname.slice(1)}index.html` : pathname.slice(1)
  return await open.get(origin)?.(path)
}

const findAlternates = (html: string) =>
  linksIn(html).filter(({ rel, language }) => rel === 'alternate' && language !== undefined)

verifies(
  'sisters.linked',
  'six sites of one documentation link to each other, with no dead or one-sided link',
  async () => {
    const counts = { pages: 0, links: 0, pairs: 0 }
    for (const site of SITES) {
      const { distDir } = optionsOf(site)
      const folders = (await readdir(join(distDir, 'builds'))).filter((name) => name[0] !== '.')
      expect(folders.length).toBeGreaterThan(0)
      const manifest = JSON.parse(await readFile(join(distDir, 'docs-manifest.json'), 'utf8'))
      for (const { url } of manifest.pages) {
        const html = (await readPage(url)) ?? ''
        counts.pages += 1
        for (const { href } of linksIn(html)) {
          counts.links += 1
          if (href.startsWith(`${addressOf(site)}/`) && !href.endsWith('/')) continue
          expect([url, href, (await readPage(href)) !== undefined]).toEqual([url, href, true])
        }
        for (const { href, language } of findAlternates(html)) {
          if (language === 'x-default') continue
          const back = findAlternates((await readPage(href)) ?? '').map((each) => each.href)
          expect([href, back]).toEqual([href, expect.arrayContaining([url])])
          counts.pairs += 1
        }
        const menus = [...html.matchAll(/<details class="sisters[\s\S]*?<\/details>/g)].join('')
        const reached = new Set(linksIn(menus).map(({ href }) => new URL(href).origin))
        expect(reached.size).toBe(VERSIONS.length - 1 + LANGUAGES.length - 1)
      }
    }
    expect(counts).toEqual({ pages: 49, links: expect.any(Number), pairs: 92 })
  },
)

verifies(
  ['sisters.linked', 'sisters.search_engines', 'sisters.old_version'],
  'a crawl of all six sites over HTTP finds no dead link, and each page of a pair names the other',
  async () => {
    const { get, stop } = await serveSites(
      SITES.map((site) => [addressOf(site), optionsOf(site).distDir]),
    )
    const pages = new Map<string, PageLinks>()
    const queue = new Set(['https://en-3.0.example.com/'])
    for (const url of queue) {
      const answer = await get(url)
      if (answer === undefined) continue
      expect([url, answer.status]).toEqual([url, 200])
      if (!answer.headers.get('content-type')?.startsWith('text/html')) continue
      const { links, ...page } = readCrawled(await answer.text())
      if (page.canonical !== undefined) pages.set(url, page)
      for (const link of links) queue.add(new URL(link, url).href.replace(/#.*$/, ''))
    }
    await stop()
    for (const site of SITES) {
      const manifest = await readFile(join(optionsOf(site).distDir, 'docs-manifest.json'), 'utf8')
      for (const { url } of JSON.parse(manifest).pages) expect([...pages.keys()]).toContain(url)
    }
    for (const [url, { alternates, canonical = '', latest }] of pages) {
      // Both pages of a pair name the same ones, and the same one for everybody else.
      for (const there of alternates.map((each) => each.split(' ')[1] ?? '')) {
        expect([url, there, pages.get(there)?.alternates]).toEqual([url, there, alternates])
      }
      expect([url, pages.get(canonical)?.canonical]).toEqual([url, canonical])
      const isOld = !url.includes('-3.0.')
      expect([url, latest === undefined]).toEqual([url, !isOld])
      if (latest !== undefined) expect(latest).toContain(`${url.slice(8, 10)}-3.0.example.com`)
    }
  },
)

verifies(
  'sisters.same_page',
  'the switch leads to the same page, else to the nearest',
  async () => {
    const targetsOf = async (url: string) => {
      const html = (await readPage(url)) ?? ''
      const menus = [...html.matchAll(/<details class="sisters[\s\S]*?<\/details>/g)].join('')
      return linksIn(menus).map(({ href }) => href.replace(/^https:\/\/|\.example\.com/g, ''))
    }
    const at = (name: string, path: string) => `https://${name}.example.com/${path}/`
    expect(await targetsOf(at('en-3.0', 'guides/common'))).toEqual([
      'en-1.0/guides/common/',
      'en-2.1/guides/common/',
      'de-3.0/guides/common/',
    ])
    // A redirect of either side makes two pages one.
    expect(await targetsOf(at('en-3.0', 'new-name'))).toContain('en-1.0/old-name/')
    expect(await targetsOf(at('en-1.0', 'old-name'))).toContain('en-3.0/new-name/')
    // So does an id with its title. An id alone does not: versions give new pages the same ones.
    expect(await targetsOf(at('en-1.0', 'guides/renamed'))).toContain('en-3.0/renamed/')
    // A page that is not there leads to the nearest above it, and then to the front page.
    expect(await targetsOf(at('en-3.0', 'guides/start/new'))).toContain('en-1.0/guides/start/')
    expect(await targetsOf(at('en-3.0', 'guides/english'))).toContain('de-3.0/guides/')
  },
)

verifies(
  'sisters.search_engines',
  'pages name their languages, and old ones the latest',
  async () => {
    const current = (await readPage('https://en-3.0.example.com/guides/common/')) ?? ''
    const tags = findAlternates(current).map(({ language, href }) => [language, href])
    expect(tags).toEqual([
      ['en', 'https://en-3.0.example.com/guides/common/'],
      ['de', 'https://de-3.0.example.com/guides/common/'],
      ['x-default', 'https://en-3.0.example.com/guides/common/'],
    ])
    expect(current).toContain('rel="canonical" href="https://en-3.0.example.com/guides/common/"')
    expect(current).not.toContain('noindex')
    const old = (await readPage('https://en-1.0.example.com/old-name/')) ?? ''
    expect(old).toContain('rel="canonical" href="https://en-3.0.example.com/new-name/"')
    expect(old).toContain('<meta name="robots" content="noindex">')
    // A sitemap lists what is canonical: nothing of a hidden site, and of an old version what is
    // in no other.
    const listAddresses = async (name: string) => {
      const map = (await open.get(`https://${name}.example.com`)?.('sitemap.xml')) ?? ''
      return [...map.matchAll(/<loc>https:\/\/[^/]*\/([^<]*)<\/loc>/g)].map(([, path]) => path)
    }
    expect(await listAddresses('en-1.0')).toEqual([])
    expect(await listAddresses('en-2.1')).toEqual(['guides/gone/'])
    expect(await listAddresses('en-3.0')).toContain('guides/common/')
    // A page without a translation names no language, and one that is gone no other address.
    const alone = (await readPage('https://en-2.1.example.com/guides/english/')) ?? ''
    expect(findAlternates(alone)).toEqual([])
  },
)

verifies(
  'sisters.old_version',
  'an old version says so in page, twin and instructions',
  async () => {
    const read = open.get('https://de-2.1.example.com')
    const html = (await read?.('guides/common/index.html')) ?? ''
    expect(html).toContain(
      'Dies ist die Dokumentation zu Version 2.1. ' +
        '<a href="https://de-3.0.example.com/guides/common/">Die neueste ist 3.0.</a>',
    )
    expect(await read?.('guides/common/index.md')).toContain(
      '\n> This is the documentation of 2.1. The latest is 3.0. ' +
        '<https://de-3.0.example.com/guides/common/>\n',
    )
    const service = JSON.parse((await read?.('private/service.json')) ?? '')
    expect(service.registry.service.instructions).toContain(
      'This documentation is of version 2.1, in the language de. The latest version is 3.0.',
    )
    expect(service.registry.service.instructions).toContain(
      '- de-3.0 (latest): https://de-3.0.example.com/mcp',
    )
    expect(await read?.('llms.txt')).toContain(
      '- en-2.1 (version 2.1, language en): https://en-2.1.example.com/llms.txt',
    )
    const latest = await open.get('https://de-3.0.example.com')?.('guides/common/index.html')
    expect(latest).not.toContain('old-version')
  },
)

verifies('sisters.inputs', 'what is read of a sister is an input of the build', async () => {
  const [site, other] = SITES
  const [corpus, otherCorpus] = corpora
  if (site === undefined || other === undefined || corpus === undefined) throw new Error('no site')
  // While its sisters were not built, a site said so and led to their front pages.
  expect(first[0]?.warnings.map(formatProblem)[0]).toContain(
    'the manifest of the sister site "../../de-1.0/dist/docs-manifest.json" cannot be read: ' +
      'there is no such file: build or start that site first',
  )
  expect(first.at(-1)?.warnings).toEqual([])
  const before = await buildSite(site)
  expect(before.changed).toBe(false)
  expect(await isFresh(optionsOf(site))).toBe(true)
  // New text in a sister is no change here; a new page is.
  await otherCorpus?.write('pages/guides/common.md', pageText({ title: 'guides/common' }, 'Neu.'))
  await buildSite(other)
  expect(await isFresh(optionsOf(site))).toBe(true)
  await otherCorpus?.write('pages/guides/english.md', pageText({ title: 'Englisch' }))
  await buildSite(other)
  expect(await isFresh(optionsOf(site))).toBe(false)
  expect((await buildSite(site)).changed).toBe(true)
})

verifies('sisters.old_version', 'the list of pages over MCP names the sisters', async () => {
  const [site] = SITES
  if (site === undefined) throw new Error('no site')
  const { distDir } = optionsOf(site)
  const opened = await openPublicDocs({ distDir, log: SILENT })
  if (!opened.ok) throw new Error(opened.error)
  const { handle } = createInProcess(opened.value, SILENT, { resultText: 'markdown' })
  const answer = await handle(callTool('2025-11-25', 'list_pages', { limit: 1 }))
  const { result } = await answer.json()
  expect(result.structuredContent.sisters).toHaveLength(SITES.length - 1)
  expect(result.structuredContent.sisters.at(-1)).toEqual({
    ...{ label: 'de-3.0', version: '3.0', language: 'de', latest: true },
    url: 'https://de-3.0.example.com/',
  })
  expect(result.content[0].text).toContain(
    'de-3.0: version 3.0 (latest), language de, https://de-3.0.example.com/',
  )
})

test('a manifest that is none is a warning', async () => {
  const corpus = await copyGoodCorpus(join(home, 'broken', 'corpus'))
  const path = join(corpus.path, 'registry.yaml')
  const sister = '  - { label: Two, address: https://two.example.com, manifest: two.json }\n'
  await writeFile(path, `${await readFile(path, 'utf8')}\nsisters:\n${sister}`)
  await corpus.write('two.json', '{"pages": 1}')
  const built = await build({
    corpusDir: corpus.path,
    distDir: join(home, 'broken', 'dist'),
    baseUrl: 'https://one.example.com',
    lock: 'write',
    nowMs: 0,
  })
  const warnings = built.ok ? built.value.warnings.map(({ what }) => what) : []
  expect(warnings).toEqual([
    'the manifest of the sister site "two.json" cannot be read: it is no manifest',
  ])
})
