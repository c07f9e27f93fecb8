import { afterAll, expect } from 'bun:test'
import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { build } from '../../../app/build/corpus_build/build.ts'
import { check } from '../../../app/build/corpus_build/check.ts'
import { formatProblem } from '../../../app/contract/problem.ts'
import { readDescription } from '../../../app/docs/api_reference/description_file.ts'
import { writeApiPages } from '../../../app/docs/api_reference/pages.ts'
import { verifies } from '../../requirements/verifies.ts'
import { API } from './api/description.ts'
import { copyGoodCorpus } from './bad_input/files.ts'

const home = await mkdtemp(join(tmpdir(), 'lectern-api-'))
afterAll(() => rm(home, { recursive: true, force: true }))

const whole = await buildApi('whole', API)

verifies('api.pages', 'build() makes a page of each operation of a description', async () => {
  const twin = await whole.read('reference/cups/pourCup/index.md')
  expect(twin).toContain('\ntitle: Pour a cup\ndescription: Pours hot water into a cup')
  expect(twin).toContain('\n**PUT** `https://eu.example.com/v1/cups/{id}` *deprecated*\n')
  expect(twin).toContain(
    '- `limit` integer, in query\\\n  at least `1`; at most `5`; default `2`\n',
  )
  expect(twin).toContain('\n- `key` (apiKey, `X-Key` in header)\n')
  expect(twin).toContain('\n      - `thread` string\\\n        one of `metric`, `imperial`')
  expect(twin).toContain('\n### 204\n\nPoured\n')
  expect(twin).not.toMatch(/<\/?details|^:::/m)
  const html = await whole.read('reference/cups/pourCup/index.html')
  expect(html.match(/Pours hot water into a cup/g)).toHaveLength(3)
  expect(html).toMatch(/<div class="prose operation">\n<p><strong>PUT<\/strong>/)
  expect(html).toContain('<summary>Fields of <code>screws</code></summary>')
  expect(html).toContain('<a href="/reference/schemas/Cup/">Cup</a>')
  // The menu has tags as groups, with methods.
  expect(html).toContain('<li class="group"><p>cups</p>')
  expect(html).toContain('<span class="method get">get</span> Read a cup</a>')
  expect(html).toContain('<span class="method put"><s>put</s></span> Pour a cup</a>')
  // A field that nobody has written an example of has one.
  expect(await whole.read('reference/cups/getCup/index.md')).toContain(
    '```json title="Example"\n{\n  "name": "text",\n  "hot": true,\n',
  )
  const lock = await readFile(join(whole.corpusDir, 'ids.lock'), 'utf8')
  expect(lock).toContain('reference/schemas/Lid.md')
  const records = await whole.read('docs-data/pages.json')
  expect(records).toContain('/reference/Operations/addNote/')
})

verifies(
  'api.pages',
  'a page that an author writes stands in the place of a made one',
  async () => {
    const { read } = await buildApi('own', API, {
      'pages/reference/index.md': '---\ntitle: Our API\n---\n\nWords of an author about it.\n',
    })
    expect(await read('reference/index.md')).toContain('Words of an author about it.')
    expect(await read('reference/cups/getCup/index.md')).toContain('**GET**')
  },
)

verifies('api.bounds', 'every problem of a description is at its line', async () => {
  const listProblems = (files: Readonly<Record<string, string>>, text = API) =>
    buildApi(crypto.randomUUID(), text, files).then(
      () => [],
      (error: unknown) =>
        String(error)
          .replaceAll(/^.*\/pages\//gm, '')
          .split('\n'),
    )
  const far = API.replace("'#/components/schemas/Lid'", "'https://far.example/lid.yaml'")
  const broken = far.replace("'#/components/schemas/Cup'", "'#/none'")
  expect(await listProblems({}, broken)).toEqual([
    'reference/openapi.yaml:29:1: the reference "#/none" leads nowhere; what it describes is ' +
      'left out: put it into the document, as a bundler of descriptions does',
    'reference/openapi.yaml:95:1: the reference "https://far.example/lid.yaml" leads out of the ' +
      'document; what it describes is left out: put it into the document, as a bundler of ' +
      'descriptions does',
  ])
  const [version] = await listProblems({}, API.replace('3.1.0', '4.0.0'))
  expect(version).toStartWith('reference/openapi.yaml:1:1: OpenAPI "4.0.0" is not known: write')
  const [open] = await listProblems({}, 'openapi: 3.1.0\npaths: {\n')
  expect(open).toStartWith('reference/openapi.yaml:')
  for (const path of ['../../secret.yaml', '/etc/api.json', 'api.txt']) {
    const [refusal] = await listProblems({ 'pages/reference/_folder.yaml': `api: ${path}\n` })
    expect(refusal).toContain('is not the path of a YAML or JSON file of the corpus')
  }
  const [absent] = await listProblems({ 'pages/reference/_folder.yaml': 'api: absent.yaml\n' })
  expect(absent).toStartWith('reference/_folder.yaml:1:6: there is no file "absent.yaml"')
  const paths = Array.from({ length: 5_001 }, (_, at) => `  /p${at}: { get: {} }\n`).join('')
  const [many] = await listProblems({}, `openapi: 3.0.0\ninfo: {}\npaths:\n${paths}`)
  expect(many).toContain('the API has 5002 pages, more than 5000')
})

verifies('api.pages', 'links that are for other programs become text, with a warning', async () => {
  const links = '[a](#section/A) [b](../b.md) ![c](c.png) [d](../index.md) [e](#heat) [f][g]'
  const { corpusDir, read } = await buildApi(
    'links',
    API.replace('Mind the steam.', `${links}\n\n        [g]: g.md`),
  )
  const twin = await read('reference/cups/pourCup/index.md')
  expect(twin).toContain('\n[a] (#section/A) [b] (../b.md) ![c] (c.png) [d](http')
  expect(twin).toContain('pourCup/#heat) [f][g]\n\n[g] : g.md\n')
  const checked = await check({ corpusDir, baseUrl: 'http://localhost:8080' })
  const warnings = checked.ok ? checked.value.warnings : checked.error
  const found = warnings.filter(({ what }) => what.endsWith('is now plain text'))
  expect(found.map(({ line, what }) => `${line}: ${what.split('"')[1]}`)).toEqual([
    '40: #section/A',
    '40: ../b.md',
    '40: c.png',
    '42: g.md',
  ])
})

verifies('api.pages', 'every page has an address of its own, which a disk can hold', () => {
  const long = 'x'.repeat(400)
  const answer = (name: string) => {
    const schema = { $ref: `#/components/schemas/${name}` }
    return { default: { content: { 'a/json': { schema } } } }
  }
  const paths = listPaths({
    servers: [{ url: `https://a.example${'/'.repeat(200_000)}x` }],
    paths: {
      '/a': { get: { operationId: long, responses: answer('pet') }, put: { operationId: long } },
      '/b': { get: { tags: ['schemas'], operationId: 'Pet', responses: answer('Pet') } },
    },
    components: { schemas: { Pet: { properties: {} }, pet: { properties: {} } } },
  })
  const cut = `Operations/${'x'.repeat(120)}`
  const schemas = ['schemas/Pet-2.md', 'schemas/pet-3.md']
  expect(paths).toEqual([`${cut}.md`, `${cut}-2.md`, 'schemas/Pet.md', ...schemas])
})

verifies('api.bounds', 'many operations of one name, or with as many tags, are quick', () => {
  const parameters = [{ name: 'a', in: 'query', required: true, example: '\ud800' }]
  const paths = Object.fromEntries(
    Array.from({ length: 20_000 }, (_, at) => {
      const name = at % 2 === 0 ? { operationId: 'same', parameters } : { tags: [`t${at}`] }
      return [`/p${at}`, { get: name }] as const
    }),
  )
  const made = listPaths({ paths })
  expect(made).toHaveLength(20_000)
  expect(made).toContain('Operations/same-10000.md')
})

verifies('api.pages', 'words that are no Markdown in OpenAPI show as they are written', () => {
  const schema = { type: ['<b>', 'array'], format: '<b>' }
  const parameters = [{ name: 'a', in: '<b>', schema }]
  const responses = { '<b>': { description: 'Done' } }
  const flows = { '<b>': { scopes: { all: '<b>' } } }
  const { index, groups } = makePages({
    servers: [{ url: '/', description: '<b>' }],
    paths: { '/a': { get: { parameters, responses, security: [{ key: [] }] } } },
    components: {
      securitySchemes: { key: { type: '<b>', scheme: '<b>', in: '<b>', name: 'a', flows } },
    },
  })
  const lines = [index, ...groups.flatMap(({ pages }) => pages)].flatMap((page) => page.lines)
  const made = lines.map(({ text }) => text).join('\n')
  expect(made.match(/\\<b>/g)).toHaveLength(13)
  expect(made).not.toMatch(/(?<!\\)<b>/)
})

function makePages(value: Readonly<Record<string, unknown>>): ReturnType<typeof writeApiPages> {
  const text = JSON.stringify({ openapi: '3.1.0', ...value })
  const { description } = readDescription('api.json', 'api.json', text)
  if (description === undefined) throw new Error('Cannot read the description of the spec')
  return writeApiPages({ description, addressOf: (path) => `/${path}`, reportLoss: () => {} })
}

/** The paths of the pages of operations and schemas. */
function listPaths(value: Readonly<Record<string, unknown>>): readonly string[] {
  return makePages(value).groups.flatMap(({ pages }) => pages.map(({ path }) => path))
}

type BuiltCorpus = {
  readonly corpusDir: string
  readonly read: (path: string) => Promise<string>
}

/** Builds the good corpus with a folder that names a description. */
async function buildApi(
  name: string,
  text: string,
  files: Readonly<Record<string, string>> = {},
): Promise<BuiltCorpus> {
  const corpusDir = join(home, name, 'corpus')
  const corpus = await copyGoodCorpus(corpusDir)
  const folder = 'api: openapi.yaml\nkind: guide\ncapability: guides\n'
  await corpus.write('pages/reference/_folder.yaml', folder)
  await corpus.write('pages/reference/openapi.yaml', text)
  for (const [path, content] of Object.entries(files)) await corpus.write(path, content)
  const distDir = join(home, name, 'dist')
  const made = { distDir, baseUrl: 'http://localhost:8080', lock: 'write' as const }
  const result = await build({ corpusDir, ...made, nowMs: Date.UTC(2026, 10, 1) })
  if (!result.ok) throw new Error(result.error.map(formatProblem).join('\n'))
  const builds = await readdir(join(distDir, 'builds'))
  const hash = builds.find((each) => !each.startsWith('.')) ?? ''
  return { corpusDir, read: (path) => readFile(join(distDir, 'builds', hash, path), 'utf8') }
}
