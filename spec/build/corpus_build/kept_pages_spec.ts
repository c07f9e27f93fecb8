import { afterAll, expect } from 'bun:test'
import { mkdir, readdir, readFile, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import {
  createSeededRandom,
  pickOne,
  type Random,
  randomBelow,
} from '../../../app/checks/evaluator/random.ts'
import { PACKED_FILE } from '../../../app/contract/build.ts'
import { HAS_LONG_TESTS, verifies } from '../../requirements/verifies.ts'
import {
  buildOrThrow,
  digestsBelow,
  newFolder,
  removeFolders,
  type SamplePage,
  writePage,
  writeSampleCorpus,
} from '../../support/building.ts'
import { API } from './api/description.ts'

afterAll(removeFolders)

/** Each costs two builds. */
const EDITS = HAS_LONG_TESTS ? 8 : 2
const EPOCH = 1_800_000_000

const FENCE = '```ts\nconst answer: number = 42\n```'
const BODIES = [
  `See [the first](../a/one.md#part).\n\n## Part\n\n${FENCE}`,
  'Words with a [link to the page](/b/two/) and a | b.\n\n| a | b |\n|---|---|\n| 1 | 2 |',
  `# Again\n\nFormula $x^2$ and <kbd>Esc</kbd>.\n\n- one\n- two\n\n${FENCE.replace('42', '43')}`,
  'Long. '.repeat(400),
  '**Short.**',
]

/** Pages that others link to are never removed. */
const FIXED = ['index.md', 'a/one.md', 'b/two.md']

type Pages = Record<string, SamplePage>

/** Changes one thing as a writer may. */
async function edit(corpusDir: string, pages: Pages, random: Random): Promise<void> {
  const paths = Object.keys(pages)
  const path = pickOne(random, paths) ?? 'index.md'
  const page = pages[path] ?? {}
  const word = `word${randomBelow(random, 1000)}`
  const part = path === 'a/one.md' ? '\n\n## Part\n' : ''
  const edits: readonly (() => Promise<void>)[] = [
    () => put(path, { ...page, body: `${pickOne(random, BODIES)} ${word}${part}` }),
    () => put(path, { ...page, body: `${page.body ?? 'Text.'}\n\nMore ${word}.` }),
    () => put(path, { ...page, title: `Title ${word}` }),
    () => put(path, { ...page, description: `About ${word}.` }),
    () => put(path, { ...page, kind: pickOne(random, ['guide', 'reference']) ?? 'guide' }),
    () => put(`${pickOne(random, ['a', 'b', 'c/d'])}/${word}.md`, { body: `New ${word}.` }),
    () => remove(path),
    () => changeRegistry(word),
  ]
  await pickOne(random, edits)?.()

  async function put(at: string, changed: SamplePage): Promise<void> {
    pages[at] = changed
    await writePage(corpusDir, at, changed)
  }
  async function remove(at: string): Promise<void> {
    if (FIXED.includes(at)) return await put(at, { ...page, body: `Kept ${word}.${part}` })
    delete pages[at]
    await rm(join(corpusDir, 'pages', at))
    await rm(join(corpusDir, 'ids.lock'), { force: true })
  }
  async function changeRegistry(text: string): Promise<void> {
    const registry = join(corpusDir, 'registry.yaml')
    const before = await readFile(registry, 'utf8')
    await writeFile(registry, before.replace(/^( {2}title: ).*$/m, `$1Product ${text}`))
  }
}

/** Every file of the build of this corpus, made with what earlier builds left, and without. */
async function compareBuilds(
  corpusDir: string,
  distDir: string,
  pageFilesMax: number,
): Promise<string> {
  const options = { corpusDir, pageFilesMax, sourceDateEpoch: EPOCH, lock: 'keep' } as const
  const { build } = await buildOrThrow({ ...options, distDir })
  const other = await newFolder()
  expect((await buildOrThrow({ ...options, distDir: other })).build).toBe(build)
  const [kept, whole] = [join(distDir, 'builds', build), join(other, 'builds', build)]
  expect(await digestsBelow(kept)).toEqual(await digestsBelow(whole))
  return kept
}

const START: Pages = {
  'index.md': { body: 'Hello.' },
  'a/one.md': { body: `One.\n\n## Part\n\n${FENCE}` },
  'b/two.md': { body: 'See [one](../a/one.md#part).' },
  'b/three.md': { body: 'Text. '.repeat(300) },
}

const FORMS = [
  ['as files', 1000],
  ['in the pack', 2],
] as const

for (const [name, pageFilesMax] of HAS_LONG_TESTS ? FORMS : FORMS.slice(0, 1)) {
  verifies('build.kept_pages', `builds after random edits are whole builds, ${name}`, async () => {
    const [distDir, pages] = [await newFolder(), { ...START }]
    const corpusDir = await writeSampleCorpus(pages)
    const random = createSeededRandom('kept pages', name)
    await compareBuilds(corpusDir, distDir, pageFilesMax)
    for (let at = 0; at < EDITS; at++) {
      await edit(corpusDir, pages, random)
      await compareBuilds(corpusDir, distDir, pageFilesMax)
    }
  })

  verifies('build.kept_pages', `damage of what is kept reaches no build, ${name}`, async () => {
    const distDir = await newFolder()
    const corpusDir = await writeSampleCorpus(START)
    const random = createSeededRandom('damage', name)
    let folder = await compareBuilds(corpusDir, distDir, pageFilesMax)
    for (let at = 0; at < EDITS; at++) {
      const files = [
        join(distDir, 'builds/.pages.bin'),
        join(folder, PACKED_FILE),
        join(folder, 'private/served.bin'),
        ...(pageFilesMax === 2 ? [] : [join(folder, 'b/three/index.html')]),
      ]
      await damage(pickOne(random, files) ?? '', random)
      await writePage(corpusDir, 'index.md', { body: `Hello ${at}.` })
      folder = await compareBuilds(corpusDir, distDir, pageFilesMax)
    }
    await rm(folder, { recursive: true })
    await writePage(corpusDir, 'index.md', { body: 'Without the last build.' })
    await compareBuilds(corpusDir, distDir, pageFilesMax)
    expect(await readdir(join(distDir, 'builds'))).toContain('.pages.bin')
  })
}

verifies(
  'build.kept_pages',
  'a page sends its call as long as the registry allows it',
  async () => {
    const distDir = await newFolder()
    const corpusDir = await writeSampleCorpus({ 'index.md': { body: 'Hello.' } })
    const folder = join(corpusDir, 'pages/api')
    await mkdir(folder)
    await writeFile(join(folder, 'openapi.yaml'), API.replace('{region}', 'eu'))
    const inherited = 'api: openapi.yaml\nkind: guide\ncapability: project\n'
    await writeFile(join(folder, '_folder.yaml'), inherited)
    const registry = join(corpusDir, 'registry.yaml')
    const without = await readFile(registry, 'utf8')
    const added = without.replace(/^pages:$/m, "$&\n  api_origins: ['https://eu.example.com']")
    const sent: boolean[] = []
    for (const text of [without, added, without]) {
      await writeFile(registry, text)
      const build = await compareBuilds(corpusDir, distDir, 1000)
      const html = await readFile(join(build, 'api/cups/getCup/index.html'), 'utf8')
      sent.push(html.includes('data-call='))
    }
    expect(sent).toEqual([false, true, false])
  },
)

/** Another byte somewhere, or an end that is gone. */
async function damage(path: string, random: Random): Promise<void> {
  const bytes = await readFile(path)
  const at = randomBelow(random, bytes.length)
  if (random() < 0.2) return await writeFile(path, bytes.subarray(0, at))
  bytes[at] = (bytes[at] ?? 0) ^ (1 + randomBelow(random, 255))
  await writeFile(path, bytes)
}
