/** How a generator makes the anchor of a heading from its text. */
export type SlugFamily =
  | 'github'
  | 'mdbook'
  | 'vitepress'
  | 'python'
  | 'pymdownx'
  /** The same where names of emoji are drawn. */
  | 'python-emoji'
  | 'pymdownx-emoji'
  /** Headings have the anchors that are written on them, and no other. */
  | 'none'

type Rule = {
  /** The anchor of a text; '' where nothing is left of it. */
  readonly write: (text: string) => string
  /** What stands for a heading of which nothing is left. */
  readonly nameless: string
  /** The anchor of the heading that repeats one for the `count`-th time, from 1. */
  readonly repeat: (anchor: string, count: number) => string
}

const withDash = (anchor: string, count: number): string => `${anchor}-${count}`

const PYTHON: Omit<Rule, 'write'> = {
  nameless: '_1',
  repeat: (anchor, count) => (anchor === '_1' ? `_${count + 1}` : `${anchor}_${count}`),
}

const RULES: Readonly<Record<Exclude<SlugFamily, 'none'>, Rule>> = {
  github: { write: writeLikeGithub, nameless: '', repeat: withDash },
  mdbook: { write: writeLikeGithub, nameless: 'section', repeat: withDash },
  vitepress: { write: writeLikeVitepress, nameless: '', repeat: withDash },
  python: { write: writeLikePython, ...PYTHON },
  pymdownx: { write: writeLikePymdownx, ...PYTHON },
  'python-emoji': { write: (text) => writeLikePython(cutEmojiNames(text)), ...PYTHON },
  'pymdownx-emoji': { write: (text) => writeLikePymdownx(cutEmojiNames(text)), ...PYTHON },
}

/** Names the anchors of one page as a generator does; ask for its headings in order. */
export function createSlugNamer(family: SlugFamily): (text: string) => string {
  if (family === 'none') return () => ''
  const { write, nameless, repeat } = RULES[family]
  const counts = new Map<string, number>()
  const taken = new Set<string>()
  return (text) => {
    const wanted = write(text) || nameless
    let anchor = wanted
    while (taken.has(anchor)) {
      const count = (counts.get(wanted) ?? 0) + 1
      counts.set(wanted, count)
      anchor = repeat(wanted, count)
    }
    taken.add(anchor)
    return anchor
  }
}

function writeLikeGithub(text: string): string {
  return text
    .toLowerCase()
    .replace(/[^\p{Alphabetic}\p{Mark}\p{Decimal_Number}\p{Connector_Punctuation}\- ]/gu, '')
    .replaceAll(' ', '-')
}

const VITEPRESS_SEPARATORS = /[\s~`!@#$%^&*()\-_+=[\]{}|\\;:"'“”‘’<>,.?/]+/g

function writeLikeVitepress(text: string): string {
  return text
    .normalize('NFKD')
    .replace(/[\u0300-\u036f\u0000-\u001f]/g, '')
    .replace(VITEPRESS_SEPARATORS, '-')
    .replace(/^-+|-+$/g, '')
    .replace(/^(\d)/, '_$1')
    .toLowerCase()
}

function writeLikePython(text: string): string {
  return text
    .normalize('NFKD')
    .replace(/[^ -~]/g, '')
    .replace(/[^\w\s-]/g, '')
    .trim()
    .toLowerCase()
    .replace(/[-\s]+/g, '-')
}

function writeLikePymdownx(text: string): string {
  return writeLikeGithub(text.trim().replace(/\s+/g, ' '))
}

/** An emoji is drawn, and leaves no words behind. Every such name is taken for one. */
function cutEmojiNames(text: string): string {
  return text.replace(/(?<![\w:])(?::(?:[a-z][a-z0-9_+-]{0,60}|[+-]1):)+(?![\w:])/g, '')
}
