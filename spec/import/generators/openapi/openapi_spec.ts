import { expect } from 'bun:test'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { verifies } from '../../../requirements/verifies.ts'
import {
  createFolders,
  createHome,
  expectLossPlaces,
  importFolder,
  readBodyOf,
  readPagesOf,
} from '../importing.ts'

const FILE = join(import.meta.dir, 'fixture/openapi.yaml')

const home = await createHome()

const corpusDir = join(home, 'corpus')
const report = await importFolder(FILE, corpusDir, '2026-03-04')

async function readBody(page: string): Promise<string> {
  const text = await readFile(join(corpusDir, 'pages', page), 'utf8')
  return text.slice(text.indexOf('\n---\n') + 5)
}

verifies('import.generators', 'importDocs() makes a page of each operation, by tag', async () => {
  expect([report.generator, report.pages]).toEqual(['OpenAPI', 8])
  expect([report.product?.title, report.product?.license]).toEqual(['Kettle API', 'MIT'])
  const pages = await readPagesOf(corpusDir)
  expect(pages.map(({ path }) => path).sort()).toEqual([
    '',
    'Webhooks/post-boiled',
    'cups/fill',
    'kettles/delete-kettles-id',
    'kettles/getKettle',
    'schemas/Base',
    'schemas/Kettle',
    'schemas/Part',
  ])
  expect(await readFile(join(corpusDir, 'pages/_folder.yaml'), 'utf8')).toBe(
    'order:\n  - cups\n  - kettles\n  - Webhooks\n  - schemas\n',
  )
  const index = await readBody('index.md')
  expect(index).toStartWith(
    '\nBoils water.\n\n## Limits\n\nTen calls a minute.\n\n- Version: 1.2.0\n',
  )
  expect(index).toContain('\n- `key`: apiKey, `X-Key` in header. Ask for it.\n')
  expect(index).toContain(
    '\n## cups\n\nWhat is filled.\n\n- [cups/fill](cups/fill.md)\n\n## kettles\n',
  )
  expect(index).toContain(
    '- [Read a kettle](kettles/getKettle.md)\n' +
      '- [`DELETE /kettles/{id}`](kettles/delete-kettles-id.md) (deprecated)\n',
  )
})

verifies(
  'import.prose_kept',
  'a page of an operation has all that its description says',
  async () => {
    const read = await readBody('kettles/getKettle.md')
    expect(read).toStartWith(
      '\n**GET** `https://api.example.com/{stage}/kettles/{id}`\n\n:::code-group\n```sh title=',
    )
    expect(read).toContain('- `id` string, in path, **required**\\\n  matches `^k|l$`\n')
    expect(read).toContain('- `limit` integer, in query\\\n  at most `5`\n\n  How many\n')
    expect(read).toContain('### 200\n\nThe kettle\n\n| Header | Type | Meaning |\n')
    expect(read).toContain('  - `of` [Kettle](../schemas/Kettle.md)\n\n    Boils.\n')
    expect(read).toContain('```json title="Example"\n{\n  "id": "k1",\n  "parts": []\n}\n```\n')
    expect(read).toEndWith('### 404\n\nNo such kettle\n')
    const fill = await readBody('cups/fill.md')
    expect(fill).toContain('\n\n## Heat\n\nMind the steam, `<Hot>`.\n')
    expect(fill).toStartWith('\nFills a cup.\n\n**POST** ')
    expect(fill).toContain(
      '- `size` integer or null\\\n  at least `1`; default `2`\n\n  How much\n',
    )
    expect(fill).toContain('- `kind` object or [Part](../schemas/Part.md)\n')
    expect(fill).toContain('  - `tea` string\\\n    one of `green`, `black`\n')
    expect(fill).toContain('```shell title="curl"\ncurl https://api.example.com/cups\n```\n')
    const gone = await readBody('kettles/delete-kettles-id.md')
    expect(gone).toContain(':::warning Deprecated\n')
    expect(gone).toContain('## Authorization\n\nNone is needed.\n')
    expect(await readBody('Webhooks/post-boiled.md')).toContain(
      '```text title="Example"\ndone\n```',
    )
  },
)

verifies('import.generators', 'schemas that lead to each other end in links', async () => {
  expect(await readBody('schemas/Base.md')).toContain('- `self` [Base](#top)\n')
  expect(await readBody('schemas/Part.md')).toContain('- `of` [Kettle](Kettle.md)\n\n  Boils.\n')
  const [from, to] = await createFolders(join(home, 'circle'), {
    'README.md': '# About\n',
    'api.json': JSON.stringify({
      openapi: '3.0.3',
      info: { title: 'Circles', version: '1' },
      paths: {
        '/a': { get: { responses: { 200: { $ref: '#/components/responses/A' } } } },
        '/b': { get: { responses: { 200: { content: { 'a/b': { schema: C } } } } } },
      },
      components: {
        responses: { A: { $ref: '#/components/responses/A' } },
        schemas: { C: { allOf: [C, C], oneOf: [C], properties: { c: C } } },
      },
    }),
  })
  const circle = await importFolder(from, to)
  expect(circle.pages).toBe(4)
  expect(circle.losses.map(({ what }) => what)).toEqual([
    'the reference "#/components/responses/A" leads to itself; what it describes is left out',
  ])
  expect(circle.notes.map(({ what }) => what)).toEqual([
    'files that describe no API are not imported: README.md',
  ])
})

verifies(
  'import.prose_kept',
  'parameters have the examples of their schemas, and the index names further documentation',
  async () => {
    const [from, to] = await createFolders(join(home, 'examples'), {
      'api.json': JSON.stringify({
        openapi: '3.0.3',
        info: { title: 'Examples', version: '1' },
        externalDocs: { description: 'How to *pour*', url: 'https://pour.example/' },
        paths: {
          '/tea': {
            get: {
              parameters: [
                { in: 'query', name: 'cup', schema: { type: 'string', example: 'blue' } },
                { in: 'query', name: 'pot', example: 'clay', schema: { example: 'iron' } },
              ],
              responses: { 200: { description: 'Tea' } },
            },
          },
        },
      }),
    })
    await importFolder(from, to)
    const [get] = (await readPagesOf(to)).filter(({ path }) => path !== '')
    const body = get === undefined ? '' : await readBodyOf(to, `${get.path}.md`)
    expect(body).toContain('- `cup` string, in query\n\n  Example: `blue`\n')
    expect(body).toContain('- `pot` any, in query\n\n  Example: `clay`\n')
    expect(await readBodyOf(to, 'index.md')).toContain(
      '\n- [How to \\*pour\\*](https://pour.example/)\n',
    )
  },
)

const C = { $ref: '#/components/schemas/C' }

verifies(
  'import.never_silent',
  'importDocs() fetches nothing and reports what it misses',
  async () => {
    await expectLossPlaces(report, FILE)
    expect(report.losses.map(({ line, what }) => `${line} ${what}`)).toEqual([
      '70 the reference "https://example.com/far.yaml#/Far" leads out of the document; what it ' +
        'describes is left out',
      '71 the reference "#/components/schemas/None" leads nowhere; what it describes is left out',
      '74 the example at "https://example.com/cup.json" is not fetched',
    ])
    expect(report.notes.map(({ what }) => what)).toEqual([
      'the status "deprecated" of the page is not carried over',
    ])
  },
)
