import { afterAll, beforeAll, expect, test } from 'bun:test'
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { openCodeCache } from './code_cache.ts'
import { createHighlighter } from './highlighter.ts'

let home = ''
beforeAll(async () => {
  home = await mkdtemp(join(tmpdir(), 'lectern-code-'))
})
afterAll(() => rm(home, { recursive: true, force: true }))

async function colour(language: string, code: string): Promise<readonly string[] | undefined> {
  const highlighter = createHighlighter(await openCodeCache(join(home, 'none.json')))
  try {
    await highlighter.prepare([{ language, code }])
    return highlighter.find({ language, code })
  } finally {
    await highlighter.close()
  }
}

test('prepare() colours code by classes, a line each', async () => {
  expect(await colour('json', '{\n  "a<b": 1\n}')).toEqual([
    '{',
    '  <span class="c-constant">&quot;a&lt;b&quot;</span>: <span class="c-constant">1</span>',
    '}',
  ])
})

test('prepare() leaves unknown languages, plain text and huge blocks without colours', async () => {
  expect(await colour('klingon', 'a')).toBeUndefined()
  expect(await colour('text', 'a')).toBeUndefined()
  expect(await colour('json', `"${'a'.repeat(100_001)}"`)).toBeUndefined()
})

test('prepare() colours code the same, whatever was coloured before', async () => {
  const { createTokenizer } = await import('./_tokenizer.ts')
  const code =
    '---\ntitle: Install\n---\n\n# Install\n\n```json\n{ "a": 1 }\n```\n\n```sh\nls -l\n```\n'
  const alone = await createTokenizer()({ language: 'md', code })
  expect(alone).toContain('<span class="c-')
  const tokenize = createTokenizer()
  for (const language of ['yaml', 'json', 'sh', 'html', 'ts']) {
    await tokenize({ language, code: '{ "a": [1] }' })
  }
  expect(await tokenize({ language: 'md', code })).toBe(alone ?? '')
})

test('a tokenizer of many languages prints nothing', async () => {
  const { createTokenizer } = await import('./_tokenizer.ts')
  const warned: unknown[] = []
  const { warn } = console
  console.warn = (text: unknown) => void warned.push(text)
  const languages = ['c', 'css', 'go', 'html', 'java', 'json', 'md', 'python', 'rust', 'sh', 'ts']
  const tokenizers = [createTokenizer(), createTokenizer()]
  for (const tokenize of tokenizers) {
    for (const language of languages) expect(await tokenize({ language, code: 'a' })).toBeDefined()
  }
  console.warn = warn
  expect(warned).toEqual([])
})

test('offer() colours code that nobody asks for yet, while threads are idle', async () => {
  const cache = await openCodeCache(join(home, 'none.json'))
  const highlighter = createHighlighter(cache)
  let listed = 0
  for (let at = 0; at < 100; at += 1) {
    highlighter.offer(() => {
      listed += 1
      return [{ language: 'json', code: String(at) }]
    })
  }
  expect(listed).toBe(64)
  await highlighter.prepare([{ language: 'json', code: '5' }])
  // What was only offered may be on no page, so the next build does not get it.
  expect(cache.has({ language: 'json', code: '4' })).toBe(false)
  expect(highlighter.find({ language: 'json', code: '5' })).toHaveLength(1)
  await highlighter.close()
})

test('save() keeps what was asked for, and a second build needs no thread', async () => {
  const path = join(home, 'cache.json')
  const program = { language: 'json', code: '1' }
  const first = await openCodeCache(path)
  const highlighter = createHighlighter(first)
  await highlighter.prepare([program, { language: 'json', code: '2' }])
  await highlighter.close()
  await first.save()
  const second = await openCodeCache(path)
  expect(createHighlighter(second).find(program)).toEqual(['<span class="c-constant">1</span>'])
  await second.save()
  const third = await openCodeCache(path)
  expect(createHighlighter(third).find({ language: 'json', code: '2' })).toBeUndefined()
})

test('openCodeCache() starts empty from a file of another version or none at all', async () => {
  const path = join(home, 'broken.json')
  for (const text of ['{', '{"version":"old","lines":{}}', '{"version":1}']) {
    await writeFile(path, text)
    const cache = await openCodeCache(path)
    expect(cache.get({ language: 'json', code: '1' })).toBeUndefined()
  }
})

test('CODE_VERSION names the versions that package.json pins', async () => {
  const { CODE_VERSION } = await import('./code_cache.ts')
  const pinned = JSON.parse(await readFile(join(import.meta.dir, '../../../package.json'), 'utf8'))
  for (const name of ['primitive', 'engine-javascript', 'langs'])
    expect(CODE_VERSION).toContain(`shiki ${pinned.dependencies[`@shikijs/${name}`]},`)
})
