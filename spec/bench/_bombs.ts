/** A small input that costs a reader without bounds a multiple of itself. */
export type Bomb = {
  readonly name: string
  readonly command: 'import' | 'check' | 'build' | 'tools import'
  readonly files: () => Readonly<Record<string, string>>
}

const MEGABYTE = 1_000_000
const times = (count: number, text: string) => text.repeat(count)
const list = (count: number, write: (at: number) => string) => Array.from({ length: count }, (_, at) => write(at))
const fill = (bytes: number, text: string) => text.repeat(Math.floor(bytes / text.length))

/** Constants each of which has that before it several times. */
function chain(levels: number, first: string, write: (before: string) => string): string {
  const rows = list(levels, (at) => `const a${at + 1} = ${write(`a${at}`)}`)
  return [`const a0 = ${first}`, ...rows].join('\n')
}

const docusaurus = (text: string, more: Readonly<Record<string, string>> = {}) => () => ({
  'docusaurus.config.js': text,
  'docs/a.md': '# A\n\nText of the page.\n',
  ...more,
})

const TEN = list(10, () => "")
const module = (levels: number, first: string, write: (b: string) => string, value: string) =>
  docusaurus(`${chain(levels, first, write)}\nmodule.exports = { ${value} }\n`)

const SCRIPTS: readonly (readonly [string, Bomb['files']])[] = [
  ['nested templates', module(9, "'xxxxxxxxxx'", (b) => `\`${times(10, `\${${b}}`)}\``, 'title: a9')],
  ['nested spreads', module(8, '[1, 2, 3, 4]', (b) => `[${TEN.map(() => `...${b}`).join()}]`, 'title: "T", themes: a8')],
  ['nested objects', module(9, '{ a: 1 }', (b) => `{ ${TEN.map((_, at) => `k${at}: ${b}`).join()} }`, 'title: "T", x: a9')],
  ['doubled alternatives', module(55, 'absent', (b) => `${b} || ${b}`, 'title: a55')],
  ['imports of imports', docusaurus("import a from './m0.js'\nexport default { title: a }", Object.fromEntries(
    Array.from({ length: 10 }, (_, at): [string, string] => [`m${at}.js`, `import b from './m${at + 1}.js'\nexport default [${times(8, 'b,')}]`]).concat([['m10.js', 'export default [1]']])))],
  ['deep arrays', docusaurus(`module.exports = ${times(500_000, '[')}${times(500_000, ']')}`)],
  ['deep arrays in TypeScript', () => ({ 'docusaurus.config.ts': `export default ${times(200_000, '[')}${times(200_000, ']')}`, 'docs/a.md': '# A\n\nText.\n' })],
  ['long sum', docusaurus(`module.exports = { title: ${times(300_000, '1+')}1 }`)],
]

const PART = fill(1.9 * MEGABYTE, 'words of a part that many pages include\n')
const LINE = fill(1.9 * MEGABYTE, 'words of a part ')
const INCLUDES: readonly (readonly [string, Bomb['files']])[] = (['long', 'wide'] as const).flatMap((kind) => {
  const part = kind === 'long' ? PART : LINE
  return [
    [`2,000 includes of a ${kind} file, MkDocs`, () => ({ 'mkdocs.yml': 'site_name: S\nmarkdown_extensions:\n  - pymdownx.snippets:\n      base_path: docs\n', 'docs/part.txt': part, 'docs/index.md': `# A\n\n${times(2000, '--8<-- "part.txt"\n\n')}` })],
    [`2,000 includes of a ${kind} file, mdBook`, () => ({ 'book.toml': '[book]\ntitle = "S"\n', 'src/SUMMARY.md': '- [A](a.md)\n', 'src/part.txt': part, 'src/a.md': `# A\n\n${times(2000, '{{#include part.txt}}\n\n')}` })],
    [`2,000 includes of a ${kind} file, VitePress`, () => ({ '.vitepress/config.js': 'export default { title: "S" }', 'part.md': part, 'a.md': `# A\n\n${times(2000, '<!--@include: ./part.md-->\n\n')}` })],
    [`2,000 snippets of a ${kind} file, VitePress`, () => ({ '.vitepress/config.js': 'export default { title: "S" }', 'part.js': part, 'a.md': `# A\n\n${times(2000, '<<< ./part.js\n\n')}` })],
    [`2,000 includes of a ${kind} file, docfx`, () => ({ 'docfx.json': '{ "build": { "content": [{ "files": ["**/*.md"] }] } }', 'includes/part.md': part, 'a.md': `# A\n\n${times(2000, '[!INCLUDE [p](includes/part.md)]\n\n')}` })],
    [`2,000 code includes of a ${kind} file, docfx`, () => ({ 'docfx.json': '{ "build": { "content": [{ "files": ["**/*.md"] }] } }', 'includes/part.cs': part, 'a.md': `# A\n\n${times(2000, '[!code-csharp[p](includes/part.cs)]\n\n')}` })],
    [`2,000 includes of a ${kind} file, Jekyll`, () => ({ '_config.yml': 'title: S\n', '_includes/part.md': part, 'a.md': `---\ntitle: A\n---\n# A\n\n${times(2000, '{% include part.md %}\n\n')}` })],
    [`2,000 imports of a ${kind} file, MDX`, () => ({ 'docusaurus.config.js': 'module.exports = { title: "S" }', 'docs/_part.mdx': part, 'docs/a.mdx': `import Part from './_part.mdx'\n\n# A\n\n${times(2000, '<Part />\n\n')}` })],
    [`2,000 snippets of a ${kind} file, Mintlify`, () => ({ 'docs.json': '{ "name": "S", "navigation": { "pages": ["a"] } }', 'snippets/part.mdx': part, 'a.mdx': `import Part from '/snippets/part.mdx'\n\n# A\n\n${times(2000, '<Part />\n\n')}` })],
  ] as const
})

const BRANCHES: readonly (readonly [string, Bomb['files']])[] = [
  ['includes that branch, MkDocs', () => ({ 'mkdocs.yml': 'site_name: S\nmarkdown_extensions:\n  - pymdownx.snippets:\n      base_path: docs\n', ...Object.fromEntries(list(9, (at) => `docs/p${at}.txt`).map((name, at) => [name, times(10, `--8<-- "p${at + 1}.txt"\n`)])), 'docs/p9.txt': 'text\n', 'docs/index.md': '# A\n\n--8<-- "p0.txt"\n' })],
  ['includes that branch, docfx', () => ({ 'docfx.json': '{ "build": { "content": [{ "files": ["**/*.md"] }] } }', ...Object.fromEntries(list(9, (at) => `includes/p${at}.md`).map((name, at) => [name, times(10, `[!INCLUDE [p](p${at + 1}.md)]\n\n`)])), 'includes/p9.md': 'text\n', 'a.md': '# A\n\n[!INCLUDE [p](includes/p0.md)]\n' })],
  ['imports that branch, MDX', () => ({ 'docusaurus.config.js': 'module.exports = { title: "S" }', ...Object.fromEntries(list(6, (at) => `docs/_p${at}.mdx`).map((name, at) => [name, `import P from './_p${at + 1}.mdx'\n\n${times(20, '<P />\n\n')}`])), 'docs/_p6.mdx': 'text\n', 'docs/a.mdx': `import P from './_p0.mdx'\n\n# A\n\n${times(20, '<P />\n\n')}` })],
  ['loops in loops, Liquid', () => ({ '_config.yml': 'title: S\n', 'a.md': `---\ntitle: A\n---\n# A\n\n${list(6, (at) => `{% for i${at} in (1..1000) %}`).join('')}x${times(6, '{% endfor %}')}\n` })],
  ['captures that double, Liquid', () => ({ '_config.yml': 'title: S\n', 'a.md': `---\ntitle: A\n---\n# A\n\n{% assign a = "xxxxxxxxxx" %}\n${times(40, '{% capture a %}{{ a }}{{ a }}{% endcapture %}\n')}{{ a }}\n` })],
  ['appends that double, Liquid', () => ({ '_config.yml': 'title: S\n', 'a.md': `---\ntitle: A\n---\n# A\n\n{% assign a = "xxxxxxxxxx" %}\n${times(40, '{% assign a = a | append: a %}\n')}{{ a }}\n` })],
  ['a replacement that grows, Liquid', () => ({ '_config.yml': 'title: S\n', 'a.md': `---\ntitle: A\n---\n# A\n\n{% assign a = "xxxxxxxxxx" %}\n${times(12, '{% assign a = a | replace: "x", "xxxxxxxxxx" %}\n')}{{ a | size }}\n` })],
  ['a deep nest of conditions, Liquid', () => ({ '_config.yml': 'title: S\n', 'a.md': `---\ntitle: A\n---\n# A\n\n${times(20_000, '{% if page.title %}')}x${times(20_000, '{% endif %}')}\n` })],
]

const json = (value: unknown) => JSON.stringify(value, undefined, 1)
const ref = (name: string) => ({ $ref: `#/components/schemas/${name}` })
function describe(schemas: Readonly<Record<string, unknown>>, first: string): string {
  return json({
    openapi: '3.1.0',
    info: { title: 'API', version: '1' },
    paths: { '/a': { post: { operationId: 'make', requestBody: { content: { 'application/json': { schema: { type: 'object', properties: { first: ref(first) } } } } }, responses: { 200: { description: 'ok', content: { 'application/json': { schema: ref(first) } } } } } } },
    components: { schemas },
  })
}
const chained = (levels: number, last: unknown, write: (next: object) => unknown) =>
  describe(Object.fromEntries([...list(levels, (at) => `S${at}`).map((name, at) => [name, write(ref(`S${at + 1}`))] as const), [`S${levels}`, last] as const]), 'S0')
const nestInline = (levels: number, wrap: (inner: unknown) => unknown) => {
  let value: unknown = { type: 'string' }
  for (let at = 0; at < levels; at++) value = wrap(value)
  return describe({ S0: value }, 'S0')
}
const PLAIN = { type: 'object', properties: { id: { type: 'string' } } }
const ten = (next: object) => Object.fromEntries(list(10, (at) => `p${at}`).map((name) => [name, next]))
const SCHEMAS: readonly (readonly [string, () => string])[] = [
  ['24 nested allOf', () => chained(24, PLAIN, (next) => ({ allOf: [next, next] }))],
  ['24 nested allOf, inline twice', () => chained(24, PLAIN, (next) => ({ allOf: [{ allOf: [next] }, { allOf: [next] }] }))],
  ['12 schemas of ten properties', () => chained(12, PLAIN, (next) => ({ type: 'object', properties: ten(next) }))],
  ['12 lists of ten lists', () => chained(12, { type: 'string' }, (next) => ({ type: 'array', items: { anyOf: list(10, () => '').map(() => next) } }))],
  ['24 nested anyOf', () => chained(24, PLAIN, (next) => ({ anyOf: [next, next] }))],
  ['24 nested anyOf without names', () => chained(24, { type: 'string' }, (next) => ({ type: 'array', items: { oneOf: [{ type: 'array', items: next }, { type: 'array', items: next }] } }))],
  ['24 maps of maps', () => chained(24, PLAIN, (next) => ({ type: 'object', additionalProperties: next, patternProperties: { a: next, b: next } }))],
  ['24 anyOf inside allOf', () => chained(24, PLAIN, (next) => ({ allOf: [{ anyOf: [next, next] }, { anyOf: [next, next] }] }))],
  ['objects 5,000 deep', () => nestInline(1000, (inner) => ({ type: 'object', properties: { a: inner, b: { type: 'string' } } }))],
  ['an enum of 200,000 words', () => describe({ S0: { type: 'object', properties: { id: { type: 'string' }, e: { enum: list(200_000, (at) => `w${at}`) } } } }, 'S0')],
  ['20,000 properties', () => describe({ S0: { type: 'object', properties: Object.fromEntries(list(20_000, (at) => `p${at}`).map((name) => [name, { type: 'string' }])) } }, 'S0')],
  ['references in a line of 20,000', () => chained(20_000, PLAIN, (next) => next)],
  ['20,000 broken references', () => describe({ S0: { type: 'object', properties: Object.fromEntries(list(20_000, (at) => `p${at}`).map((name) => [name, ref(`X${name}`)])) } }, 'S0')],
  ['20,000 operations of one tag', () => json({ openapi: '3.1.0', info: { title: 'API', version: '1' }, paths: Object.fromEntries(list(20_000, (at) => `/p${at}`).map((path) => [path, { get: { responses: { 200: { description: 'ok' } } } }])) })],
  ['brackets 500,000 deep', () => `{"openapi": "3.1.0", "paths": ${times(500_000, '[')}${times(500_000, ']')}}`],
  ['10 shared schemas of 1,000 rows on 1,000 operations', () => json({ openapi: '3.1.0', info: { title: 'API', version: '1' }, paths: Object.fromEntries(list(1000, (at) => `/p${at}`).map((path) => [path, { get: { responses: { 200: { description: 'ok', content: { 'application/json': { schema: ref('S') } } } } } }])), components: { schemas: { S: { type: 'object', properties: Object.fromEntries(list(1000, (at) => `p${at}`).map((n) => [n, { type: 'string', description: 'words '.repeat(20) }])) } } } })],
  ['an example of 1 MB at 200 operations', () => json({ openapi: '3.1.0', info: { title: 'API', version: '1' }, paths: Object.fromEntries(list(200, (at) => `/p${at}`).map((path) => [path, { get: { responses: { 200: { description: 'ok', content: { 'application/json': { schema: ref('S') , examples: {a: { $ref: '#/components/examples/E' } } } } } } } }])), components: { examples: { E: { value: list(100_000, () => 'word') } }, schemas: { S: { type: 'object', example: list(100_000, () => 'word'), properties: { a: { type: 'string' } } } } } })],
]

/** Texts that repeat, in one line and in many. */
export const MARKS: readonly string[] = [
  '![', '[', '![a](', '[a](', '[a][', '[a]', '[^a]', '[^', '<', '<!--', '<a', '<a href="', '<A b={', '<A>', '</A>', '<div>', '<p>a', '<b>', '<details><summary>', '*', '**a ', '*a_ ', '_', '~', '~~a', '`', '`` ` ', '$', '$a', '$$', '{', '{{', '{%', '{#', '{: ', '&', '&amp', '\\', '|', '| a ', '> ', '- ', '1. ', '# ', '::: a ', ':::', '!!! note ', '/// a', '=== "a" ', '"', "'", '(', '](', '][', ']', '](<', '[a](b "', '[a](b (', 'import ', 'export const a = {', '[!NOTE] ', ': ', '=', '-', '&nbsp;', 'http://a', 'www.', 'a@b.', '<http://', '\t', ' ', '  \n', '\\\n', '^', '==', '++', '[[', '![[', ':a', ':a:',
  '{* a *} ', '{% a %}', '{{ a }}', '<<< a ', '--8<-- "a" ', '<br>', '<img src=a ', '<table><tr><td>', '<ul><li>', '<code>', '<pre>', '<Tabs><TabItem>', '<a name="b">', '{/*', '/*', '\u0000', '\u00a0', '﻿',
]
const PAGES: readonly (readonly [string, () => string])[] = [
  ...MARKS.flatMap((mark) => [
    [`${JSON.stringify(mark)} in one line`, () => `# A\n\nText.\n\n${times(Math.min(200_000, Math.floor(1.9e6 / mark.length)), mark)}\n`],
    [`${JSON.stringify(mark)} in many lines`, () => `# A\n\nText.\n\n${times(Math.min(200_000, Math.floor(1.9e6 / (mark.length + 1))), `${mark}\n`)}\n`],
    [`${JSON.stringify(mark)} in many paragraphs`, () => `# A\n\nText.\n\n${times(100_000, `${mark}\n\n`)}\n`],
  ] as const),
  ['brackets that open and close', () => `# A\n\n${times(100_000, '[')}${times(100_000, ']')}\n`],
  ['brackets over lines', () => `# A\n\n${times(100_000, '[\n')}${times(100_000, ']\n')}\n`],
  ['links in links', () => `# A\n\n${times(50_000, '[a')}${times(50_000, '](b)')}\n`],
  ['pictures in pictures', () => `# A\n\n${times(50_000, '![a')}${times(50_000, '](b)')}\n`],
  ['runs of backticks', () => `# A\n\n${list(1900, (at) => times(at + 1, '`')).join(' ')}\n`],
  ['emphasis that nests', () => `# A\n\n${times(100_000, '*a **b ')}${times(100_000, 'c** d* ')}\n`],
  ['a list 1,000 levels deep', () => `# A\n\n${list(1300, (at) => `${times(at, '  ')}- a`).join('\n')}\n`],
  ['a quote 50,000 levels deep', () => `# A\n\n${times(50_000, '>')} a\n`],
  ['quotes 1,000 levels deep', () => `# A\n\n${times(1000, `${times(1000, '>')} a\n`)}\n`],
  ['a table of 1,000 columns and lines', () => `# A\n\n${times(1000, '|a')}|\n${times(1000, '|-')}|\n${times(900, `${times(1000, '|a')}|\n`)}`],
  ['a table of 3,000 empty columns', () => `# A\n\n${times(30_000, '|a')}|\n${times(30_000, '|-')}|\n${times(30_000, '|a|\n')}`],
  ['a table of 200,000 lines', () => `# A\n\n|a|b|\n|-|-|\n${times(200_000, '|a|b|\n')}`],
  ['definitions 100,000', () => `# A\n\nText.\n\n${list(100_000, (at) => `[a${at}]: b\n`).join('')}`],
  ['definitions whose title never ends', () => `# A\n\nText.\n\n${times(100_000, '[a]: b "\n')}`],
  ['footnotes 50,000', () => `# A\n\n${list(50_000, (at) => `a[^${at}]\n\n[^${at}]: b\n\n`).join('')}`],
  ['one footnote used 100,000 times', () => `# A\n\n${times(100_000, 'a[^1] ')}\n\n[^1]: b\n`],
  ['footnotes in footnotes', () => `# A\n\n${list(20_000, (at) => `[^${at}]: b [^${at + 1}]\n\n`).join('')}x[^0]\n`],
  ['headings 100,000 of one name', () => `# A\n\nText.\n\n${times(100_000, '## Same\n\n')}`],
  ['headings 50,000', () => `# A\n\nText.\n\n${list(50_000, (at) => `## H ${at}\n\n`).join('')}`],
  ['links 100,000', () => `# A\n\n${list(50_000, (at) => `[a](b${at}.md)\n\n`).join('')}`],
  ['links to anchors 50,000', () => `# A\n\n${list(50_000, (at) => `[a](#b${at})\n\n`).join('')}`],
  ['formulas 50,000', () => `# A\n\n${list(50_000, (at) => `$x_{${at}}$\n\n`).join('')}`],
  ['a formula of braces', () => `# A\n\n$$\n${times(100_000, '{')}x${times(100_000, '}')}\n$$\n`],
  ['a formula of macros', () => `# A\n\n$$\n${list(20, (at) => `\\def\\${String.fromCharCode(98 + at)}{${times(10, `\\${String.fromCharCode(97 + at)}`)}}`).join('\n').replace('{\\a', '{xx')}\n\\u\n$$\n`],
  ['a formula that names itself', () => `# A\n\n$$\n\\def\\a{\\a\\a}\\a\n$$\n`],
  ['a formula of fractions', () => `# A\n\n$$\n${times(5000, '\\frac{1}{')}x${times(5000, '}')}\n$$\n`],
  ['a formula of 1 MB', () => `# A\n\n$$\n${times(100_000, 'x^2 + y ')}\n$$\n`],
  ['a formula of 1 MB with a fault', () => `# A\n\n$$\n${times(100_000, 'x^2 + y ')}\\nothing\n$$\n`],
  ['code of one line of 1 MB', () => `# A\n\n\`\`\`js\nconst a = [${times(300_000, '1, ')}]\n\`\`\`\n`],
  ['code of 100,000 lines', () => `# A\n\n\`\`\`ts\n${times(100_000, 'const a = 1\n')}\`\`\`\n`],
  ['code of open brackets', () => `# A\n\n\`\`\`ts\n${times(1000, `${times(1000, '(')}\n`)}\`\`\`\n`],
  ['code of open strings', () => `# A\n\n\`\`\`js\n${times(200_000, '`${')}\n\`\`\`\n`],
  ['code of HTML tags', () => `# A\n\n\`\`\`html\n${times(200_000, '<a b="')}\n\`\`\`\n`],
  ['code blocks 50,000', () => `# A\n\n${times(50_000, '```js\nlet a\n```\n\n')}`],
  ['a picture as text in a line of 1 MB', () => `# A\n\nText.\n\n![A cup](data:image/png;base64,${times(350_000, 'iVBO')})\n`],
  ['front matter of aliases', () => `---\ntitle: A\na: &a [x, x, x, x, x, x, x, x, x, x]\n${list(9, (at) => `${'bcdefghij'[at]}: &${'bcdefghij'[at]} [${times(10, `*${'abcdefghi'[at]}, `)}]`).join('\n')}\n---\n\n# A\n\nText.\n`],
  ['front matter 100,000 levels deep', () => `---\ntitle: A\nx: ${times(100_000, '[')}${times(100_000, ']')}\n---\n\n# A\n\nText.\n`],
  ['front matter 1,000 blocks deep', () => `---\ntitle: A\n${list(1300, (at) => `${times(at, ' ')}a:`).join('\n')}\n---\n\n# A\n\nText.\n`],
  ['front matter of 100,000 keys', () => `---\ntitle: A\n${list(100_000, (at) => `k${at}: 1`).join('\n')}\n---\n\n# A\n\nText.\n`],
  ['front matter of one key 100,000 times', () => `---\ntitle: A\n${times(100_000, 'k: 1\n')}---\n\n# A\n\nText.\n`],
  ['front matter of 1 MB in a title', () => `---\ntitle: ${times(1_000_000, 'a')}\n---\n\n# A\n\nText.\n`],
  ['front matter of merges', () => `---\ntitle: A\na0: &a0 { k: 1 }\n${list(60, (at) => `a${at + 1}: &a${at + 1} { <<: [*a${at}, *a${at}], l: *a${at} }`).join('\n')}\n---\n\n# A\n\nText.\n`],
  ['front matter with an open quote', () => `---\ntitle: "${times(100_000, 'a: b\n')}\n---\n\n# A\n\nText.\n`],
  ['front matter of brackets that nest open', () => `---\ntitle: A\n${times(2000, 'a: [\n')}---\n\n# A\n\nText.\n`],
]

const own = (page: string, more: Readonly<Record<string, string>> = {}) => () => ({
  'pages/index.md': '---\ntitle: Home\ndescription: The home of it.\nupdated: 2026-01-01\nkind: guide\ncapability: documentation\n---\n\nText.\n',
  'pages/a.md': page,
  'registry.yaml': 'name: bombs\ntitle: Bombs\ndescription: Documentation of bombs and of what they cost readers.\n',
  ...more,
})
/** A page of ours with the same text; the front matter of the foreign ones is left as it is. */
function toOwn(text: string): string {
  if (text.startsWith('---\n')) return text.replace('title: A\n', 'title: A\ndescription: A page of it.\nupdated: 2026-01-01\nkind: guide\ncapability: documentation\n')
  return `---\ntitle: A\ndescription: A page of it.\nupdated: 2026-01-01\nkind: guide\ncapability: documentation\n---\n\n${text.replace('# A\n\n', '')}`
}

export const BOMBS: readonly Bomb[] = [
  ...[...SCRIPTS, ...INCLUDES, ...BRANCHES].map(([name, files]): Bomb => ({ name, command: 'import', files: files as Bomb['files'] })),
  ...SCHEMAS.flatMap(([name, text]): Bomb[] => [
    { name, command: 'import', files: () => ({ 'openapi.json': text() }) },
    { name, command: 'tools import', files: () => ({ 'openapi.json': text() }) },
  ]),
  ...PAGES.flatMap(([name, text]): Bomb[] => [
    { name, command: 'import', files: () => ({ 'a.md': text() }) },
    { name: `${name}, MDX`, command: 'import', files: () => ({ 'docusaurus.config.js': 'module.exports = { title: "S" }', 'docs/a.mdx': text() }) },
    { name: `${name}, MkDocs`, command: 'import', files: () => ({ 'mkdocs.yml': 'site_name: S\n', 'docs/index.md': text() }) },
    { name, command: 'check', files: own(toOwn(text())) },
  ]),
]
