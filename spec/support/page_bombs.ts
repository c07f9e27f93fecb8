import { type Bomb, REGISTRY } from './bombs.ts'

const LINES = 100_000
const times = (count: number, text: string) => text.repeat(count)
const BRACKETS = `${times(20_000, '[\n')}${times(20_000, ']\n')}`
const LONG_LINE = `${times(9_000, '![')}\n`
const CLOSED_LINES = `${times(24, LONG_LINE)}${times(24, `${times(9_000, ']')}\n`)}`
const TAGS = times(60_000, '<div>\n')

const FIELDS = [
  'description: A page of it.',
  'updated: 2026-01-01',
  'kind: guide',
  'capability: documentation',
].join('\n')

/** A page of another generator; a name with `.mdx` makes it one of MDX. */
function foreign(name: string, body: string, said: RegExp | undefined, front = ''): Bomb {
  const file = name.endsWith('MDX') ? 'a.mdx' : 'a.md'
  const text = `---\ntitle: A\n${front}---\n\nText of the page.\n\n${body}\n`
  return { name, command: 'import', files: () => ({ [file]: text }), said }
}

function own(name: string, body: string, said: RegExp | undefined, front = ''): Bomb {
  const text = `---\ntitle: A\n${FIELDS}\n${front}---\n\nText of the page.\n\n${body}\n`
  const home = `---\ntitle: Home\n${FIELDS}\n---\n\nText.\n`
  const files = { 'pages/a.md': text, 'pages/index.md': home }
  return {
    name,
    command: 'check',
    files: () => ({ ...files, 'registry.yaml': REGISTRY }),
    said,
  }
}

/** Each list has the one before it ten times. */
const ALIASES = [...'bcdefghij']
  .map((name, at) => `${name}: &${name} [${times(10, `*${'abcdefghi'[at]}, `)}]\n`)
  .join('')
const ALIAS_BOMB = `a: &a [x, x, x, x, x, x, x, x, x, x]\n${ALIASES}`

const DEEP = `deep: ${times(100_000, '[')}${times(100_000, ']')}\n`
const LONG = /the line has \d+ characters(; those after|, more than) 20000/
const UNPAIRED = /the brackets are too many to pair/

const HISTORY = { name: 'a billion names in the history', said: undefined }
const PLAIN_PAGE = '# A\n\nText of the page.\n'

/** Folders in which it is not the page alone. */
const FOLDERS: readonly Bomb[] = [
  {
    name: '2,000 includes of a page of 1.9 MB, VitePress',
    command: 'import',
    files: () => ({
      '.vitepress/config.js': 'export default { title: "S" }',
      'part.md': times(64_000, 'a [b](c.md) *d* `e` <f>g</f>\n'),
      'a.md': `# A\n\n${times(2000, '<!--@include: ./part.md-->\n\n')}`,
    }),
    said: /makes the page too long/,
  },
  { ...HISTORY, command: 'import', files: () => ({ 'docs/a.md': PLAIN_PAGE }), endlessIn: 'docs' },
  {
    ...HISTORY,
    command: 'check',
    files: () => ({ 'pages/index.md': PLAIN_PAGE, 'registry.yaml': REGISTRY }),
    endlessIn: 'pages',
  },
]

/** What one page can do to an import, and to a check of our own corpus. */
export const PAGE_BOMBS: readonly Bomb[] = [
  ...FOLDERS,
  foreign('pictures that open in one line', times(LINES, '!['), LONG),
  foreign('pictures that open on long lines', times(100, LONG_LINE), undefined),
  foreign('pictures in pictures on long lines', CLOSED_LINES, UNPAIRED),
  foreign('pictures that open on many lines', times(LINES, '![\n'), undefined),
  foreign('brackets in brackets on many lines', BRACKETS, UNPAIRED),
  foreign('tags that open on many lines', TAGS, /is never closed/),
  foreign('comments that open on many lines', times(LINES, '<!--\n'), undefined),
  foreign('imports that never end, MDX', times(100_000, 'import \n'), undefined),
  foreign('900,000 lines', times(900_000, 'a\n'), /the page has more than 200000 lines/),
  foreign('tabs on many lines', times(LINES, '\t\n'), undefined),
  foreign(
    'a picture as text',
    `![A cup](data:image/png;base64,${times(100_000, 'iVBO')})`,
    /written/,
  ),
  foreign(
    'a table in one line',
    `<table>${times(9_000, '<tr><td>a</td></tr>')}</table>`,
    undefined,
  ),
  foreign('aliases of aliases', '', /an alias cannot be resolved/, ALIAS_BOMB),
  foreign('lists 100,000 deep in front matter', '', /front matter/, DEEP),
  own('pictures that open in one line', times(LINES, '!['), LONG),
  own('pictures that open on many lines', times(LINES, '![\n'), /the page has \d+ characters/),
  own('brackets in brackets on many lines', BRACKETS, UNPAIRED),
  own('code in one line of 1 MB', `\`\`\`js\n${times(LINES, '1, ')}\n\`\`\``, LONG),
  own('aliases of aliases', '', /an alias cannot be resolved/, ALIAS_BOMB),
  own('lists 100,000 deep in front matter', '', /not valid YAML/, DEEP),
]
