import { afterAll, expect } from 'bun:test'
import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import text from '@fontsource/inter/files/inter-latin-400-normal.woff2' with { type: 'file' }
import old from '@fontsource/inter/files/inter-latin-600-normal.woff' with { type: 'file' }
import bold from '@fontsource/inter/files/inter-latin-600-normal.woff2' with { type: 'file' }
import { verifies } from '../../requirements/verifies.ts'
import { createInProcess } from '../../support/in_process_service.ts'
import { createSampleDocs } from '../../support/sample_docs.ts'
import { buildBranded } from './branded_build.ts'

const home = await mkdtemp(join(tmpdir(), 'lectern-fonts-'))
afterAll(() => rm(home, { recursive: true, force: true }))

const bytesOf = async (path: string) => new Uint8Array(await readFile(path))
const FONTS =
  '\ntheme:\n  fonts: { body: brand/a.woff2, headings: brand/b.woff2, code: brand/a.woff2 }\n'

verifies('site.fonts', 'fonts are published, set, and asked for at once', async () => {
  const files = { 'brand/a.woff2': await bytesOf(text), 'brand/b.woff2': await bytesOf(bold) }
  const { problems, read, readBytes } = await buildBranded(home, FONTS, files)
  expect(problems).toEqual([])
  expect(await readBytes('text.*.woff2')).toEqual(files['brand/a.woff2'])
  expect(await readBytes('headings.*.woff2')).toEqual(files['brand/b.woff2'])
  const html = await read('index.html')
  expect(html.replace(/\.[0-9a-f]{16}\./g, '.*.')).toContain(
    '<link rel="preload" href="/manual/assets/text.*.woff2" as="font" type="font/woff2" ' +
      'crossorigin>\n<link rel="stylesheet"',
  )
  expect(html.match(/rel="preload"/g)?.length).toBe(1)
  const style = (await read('style.*.css')).replace(/\.[0-9a-f]{16}\./g, '.*.')
  for (const rule of [
    "  src: url(text.*.woff2) format('woff2');\n  font-display: swap;\n}",
    "  src: url(headings.*.woff2) format('woff2');\n  font-display: swap;\n  font-weight: 100 900;",
    '--sans: corpus-text, corpus-text-before, system-ui',
    '--mono: corpus-code, ui-monospace',
    'font-family: corpus-headings, corpus-headings-before, var(--sans)',
  ]) {
    expect(style).toContain(rule)
  }
  // Inter is wider than Arial, and has taller letters.
  expect(style).toContain('size-adjust: 107.')
})

verifies('site.fonts', 'what is no WOFF2 font is refused with its place and a fix', async () => {
  const whole = await bytesOf(text)
  const { problems } = await buildBranded(home, FONTS, {
    'brand/a.woff2': await bytesOf(old),
    'brand/b.woff2': whole.slice(0, 5000),
  })
  expect(problems.map((each) => each.replace(/:\d+:\d+/, ''))).toEqual([
    'registry.yaml: the file "brand/a.woff2" is no WOFF2 font: ' +
      'convert the font to WOFF2, and put that here',
    'registry.yaml: the file "brand/b.woff2" is no WOFF2 font: ' +
      'convert the font to WOFF2, and put that here',
    'registry.yaml: the file "brand/a.woff2" is no WOFF2 font: ' +
      'convert the font to WOFF2, and put that here',
  ])
  const named = await buildBranded(
    home,
    '\ntheme:\n  fonts: { body: brand/a.ttf, mono: x.woff2 }\n',
  )
  expect(named.problems.map((each) => each.replace(/^registry\.yaml:\d+:\d+: /, ''))).toEqual([
    '"body" is "brand/a.ttf": write inter, or a path below the corpus such as brand/text.woff2',
    'the file "brand/a.ttf" does not exist: put it there; ' +
      'paths begin at the folder of the registry',
    expect.stringContaining('the key "mono" is unknown'),
  ])
})

const { open, log } = createSampleDocs()

/** The policy of a page, of a missing page and of results, in a service with this registry. */
async function readPolicies(more: object): Promise<readonly string[]> {
  const { docs } = await open({ files: { '404.html': '<!doctype html><title>No</title>' } })
  const snapshot = docs.current()
  const changed = { ...snapshot, registry: { ...snapshot.registry, ...more } }
  const service = createInProcess({ ...docs, current: () => changed }, log)
  const answers = ['/guides/start/', '/absent'].map(async (path) => {
    const request = new Request(`http://localhost${path}`, { headers: { accept: 'text/html' } })
    return (await service.handle(request)).headers.get('content-security-policy') ?? ''
  })
  return await Promise.all(answers)
}

verifies('site.fonts', 'the policy allows fonts only where a registry names one', async () => {
  for (const policy of await readPolicies({ theme: {} })) expect(policy).not.toContain('font-src')
  const named = await readPolicies({ theme: { fonts: { body: 'brand/a.woff2' } } })
  for (const policy of named) expect(policy).toContain("; font-src 'self'; ")
})

verifies(
  'site.picture_hosts',
  'the policy allows pictures of the hosts that are named',
  async () => {
    const none = await readPolicies({})
    for (const policy of none) expect(policy).toContain("; img-src 'self' data:; ")
    const named = await readPolicies({ pages: { image_hosts: ['img.example', 'a.example:8443'] } })
    for (const policy of named) {
      expect(policy).toContain(
        "; img-src 'self' data: https://img.example https://a.example:8443; ",
      )
    }
    const called = await readPolicies({ pages: { api_origins: ['https://api.example'] } })
    for (const policy of called)
      expect(policy).toContain("; connect-src 'self' https://api.example; ")
    for (const policy of none) expect(policy).toContain("; connect-src 'self'; ")
  },
)
