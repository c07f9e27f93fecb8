/** A small input that would cost a reader without bounds many times itself. */
export type Bomb = {
  readonly name: string
  readonly command: 'import' | 'check' | 'tools import'
  readonly files: () => Files
  /** A folder of the files in whose history are a billion names. */
  readonly endlessIn?: string
  /** What is said of it; nothing where it is read whole, as it only looks large. */
  readonly said: RegExp | undefined
}

/** What a corpus must say of itself before it is checked. */
export const REGISTRY = [
  'service: { name: bombs, title: Bombs, description: Small files and what they cost. }',
  'pages: { kind: guide, capability: documentation }',
  'capabilities:',
  '  - { id: documentation, title: All, description: All pages of it., status: reference }',
  '',
].join('\n')

type Files = Readonly<Record<string, string>>

const REPEATS = 1.9e6
const list = <Item>(count: number, make: (at: number) => Item): readonly Item[] =>
  Array.from({ length: count }, (_, at) => make(at))
const times = (count: number, text: string) => text.repeat(count)

const PLAIN_PAGE = '# A\n\nText of the page.\n'

/** A configuration in which each constant has the one before it several times. */
function chain(levels: number, first: string, write: (before: string) => string): Files {
  const rows = list(levels, (at) => `const a${at + 1} = ${write(`a${at}`)}`)
  const config = [`const a0 = ${first}`, ...rows, `module.exports = { title: a${levels} }`]
  return { 'docusaurus.config.js': config.join('\n'), 'docs/a.md': PLAIN_PAGE }
}

const TEN = list(10, (at) => at)
const OVERDONE = /the configuration repeats its own values too often/

const CONFIGURATIONS: readonly Bomb[] = [
  {
    name: 'templates in templates',
    command: 'import',
    files: () => chain(9, "'xxxxxxxxxx'", (a) => `\`${TEN.map(() => `\${${a}}`).join('')}\``),
    said: OVERDONE,
  },
  {
    name: 'spreads in spreads',
    command: 'import',
    files: () => chain(8, '[1, 2, 3, 4]', (a) => `[${TEN.map(() => `...${a}`).join()}]`),
    said: OVERDONE,
  },
  {
    name: 'objects in objects',
    command: 'import',
    files: () => chain(9, '{ a: 1 }', (a) => `{ ${TEN.map((at) => `k${at}: ${a}`).join()} }`),
    said: OVERDONE,
  },
  {
    name: 'modules that import modules',
    command: 'import',
    files: () => ({
      'docusaurus.config.js': "import a from './m0.js'\nexport default { title: a }",
      ...Object.fromEntries(
        list(10, (at) => [
          `m${at}.js`,
          `import b from './m${at + 1}.js'\nexport default [${times(8, 'b,')}]`,
        ]),
      ),
      'm10.js': 'export default [1]',
      'docs/a.md': PLAIN_PAGE,
    }),
    said: OVERDONE,
  },
]

const PART = times(REPEATS / 40, 'words of a part that many pages include\n')
const TOO_LONG = /makes the page too long/
const SNIPPETS = 'markdown_extensions:\n  - pymdownx.snippets:\n      base_path: docs\n'

const INCLUDES: readonly Bomb[] = [
  {
    name: '2,000 includes of 1.9 MB, MkDocs',
    command: 'import',
    files: () => ({
      'mkdocs.yml': `site_name: S\n${SNIPPETS}`,
      'docs/part.txt': PART,
      'docs/index.md': `# A\n\n${times(2000, '--8<-- "part.txt"\n\n')}`,
    }),
    said: TOO_LONG,
  },
  {
    name: '2,000 snippets of 1.9 MB, VitePress',
    command: 'import',
    files: () => ({
      '.vitepress/config.js': 'export default { title: "S" }',
      'part.js': PART,
      'a.md': `# A\n\n${times(2000, '<<< ./part.js\n\n')}`,
    }),
    said: TOO_LONG,
  },
  {
    name: 'includes that branch, mdBook',
    command: 'import',
    files: () => ({
      'book.toml': '[book]\ntitle = "S"\n',
      'src/SUMMARY.md': '- [A](a.md)\n',
      ...Object.fromEntries(
        list(9, (at) => [`src/p${at}.txt`, times(10, `{{#include p${at + 1}.txt}}\n\n`)]),
      ),
      'src/p9.txt': 'text\n',
      'src/a.md': '# A\n\n{{#include p0.txt}}\n',
    }),
    said: TOO_LONG,
  },
  {
    name: 'one line of 1.9 MB, included',
    command: 'import',
    files: () => ({
      'book.toml': '[book]\ntitle = "S"\n',
      'src/SUMMARY.md': '- [A](a.md)\n',
      'src/part.txt': PART.replaceAll('\n', ' '),
      'src/a.md': `# A\n\n${times(2000, '{{#include part.txt}}\n\n')}`,
    }),
    said: /has a line of more than 20000 characters/,
  },
  {
    name: 'imports that branch, MDX',
    command: 'import',
    files: () => ({
      'docusaurus.config.js': 'module.exports = { title: "S" }',
      ...Object.fromEntries(
        list(6, (at) => [
          `docs/_p${at}.mdx`,
          `import P from './_p${at + 1}.mdx'\n\n${times(20, '<P />\n\n')}`,
        ]),
      ),
      'docs/_p6.mdx': 'text\n',
      'docs/a.mdx': `import P from './_p0.mdx'\n\n# A\n\n${times(20, '<P />\n\n')}`,
    }),
    said: /the page imports too much/,
  },
]

type Schema = Readonly<Record<string, unknown>>

const SCHEMA = '#/components/schemas/'
const LAST: Schema = { type: 'object', properties: { id: { type: 'string' } } }

/** A description in which each schema has the next several times. */
function describeChain(levels: number, last: Schema, write: (next: Schema) => Schema): Files {
  const named = list(levels, (at) => [`S${at}`, write({ $ref: `${SCHEMA}S${at + 1}` })] as const)
  const schemas = { ...Object.fromEntries(named), [`S${levels}`]: last }
  return { 'openapi.json': describeApi(schemas, 1) }
}

/** A description whose operations take and answer the first schema. */
function describeApi(schemas: Schema, operations: number): string {
  const content = { 'application/json': { schema: { $ref: `${SCHEMA}S0` } } }
  const record = { 'application/json': { schema: { ...LAST, title: 'Job' } } }
  const responses = {
    200: { description: 'Done.', content: record },
    202: { description: 'Later.', content },
  }
  const first = { type: 'object', properties: { first: { $ref: `${SCHEMA}S0` } } }
  const requestBody = { content: { 'application/json': { schema: first } } }
  const paths = list(operations, (at) => [
    `/p${at}`,
    { put: { operationId: `make${at}`, requestBody, responses } },
  ])
  return JSON.stringify({
    openapi: '3.1.0',
    info: { title: 'API', version: '1' },
    paths: Object.fromEntries(paths),
    components: { schemas },
  })
}

const nestParts = () => describeChain(24, LAST, (next) => ({ allOf: [next, next] }))
const wide = () =>
  describeChain(12, LAST, (next) => ({
    type: 'object',
    properties: Object.fromEntries(TEN.map((at) => [`p${at}`, next])),
  }))

const DESCRIPTIONS: readonly Bomb[] = [
  { name: '24 nested allOf', command: 'import', files: nestParts, said: undefined },
  {
    name: '24 nested allOf',
    command: 'tools import',
    files: nestParts,
    said: /is nested too deep/,
  },
  { name: '12 schemas of ten members', command: 'import', files: wide, said: undefined },
  {
    name: '12 schemas of ten members',
    command: 'tools import',
    files: wide,
    said: /repeats its schemas too often/,
  },
  {
    name: '12 lists of ten lists',
    command: 'import',
    files: () =>
      describeChain(12, { type: 'string' }, (next) => ({
        type: 'array',
        items: { anyOf: TEN.map(() => next) },
      })),
    said: /the schemas of the page repeat each other too often/,
  },
  {
    name: 'an example of 1 MB in 200 operations',
    command: 'import',
    files: () => ({
      'openapi.json': describeApi({ S0: { ...LAST, example: list(100_000, () => 'word') } }, 200),
    }),
    said: /what operations share fills too many pages/,
  },
]

/** The same descriptions, as a folder of a corpus names them. */
const API_FOLDERS = DESCRIPTIONS.filter(({ command }) => command === 'import').map((bomb): Bomb => {
  const files = () => ({
    'registry.yaml': REGISTRY,
    'pages/index.md': '---\ntitle: Home\n---\n\nWords about the site.\n',
    'pages/api/_folder.yaml': 'api: openapi.json\n',
    'pages/api/openapi.json': bomb.files()['openapi.json'] ?? '',
  })
  return { ...bomb, command: 'check', files }
})

/** All that small sources other than a page can do. */
export const SOURCE_BOMBS: readonly Bomb[] = [
  ...[...CONFIGURATIONS, ...INCLUDES],
  ...[...DESCRIPTIONS, ...API_FOLDERS],
]
