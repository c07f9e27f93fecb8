/** What is counted on both sides. */
export const KINDS = [
  'prose',
  'code',
  'table',
  'row',
  'link',
  'outside',
  'anchor',
  'picture',
  'admonition',
  'include',
] as const

export type Kind = (typeof KINDS)[number]

/** A line of a source, after includes: `file` and `line` are where a person wrote it. */
export type Row = {
  readonly text: string
  readonly file: string
  readonly line: number
  /** First line of the block of a template that holds the row. */
  readonly block?: number
  /** The line that includes its file. */
  readonly includedAt?: Place
}

export type Place = { readonly file: string; readonly line: number }

/** Something in a source that must be in the result or in the report. */
export type Unit = {
  readonly kind: Kind
  readonly value: string
  readonly file: string
  readonly line: number
  readonly lineEnd: number
  /** Of a link. */
  readonly target?: string
  /** Line that says where a link by name leads. */
  readonly definition?: number
  readonly block?: number | undefined
  /** Where its file was included, which a reader of the page knows. */
  readonly includedAt?: Place | undefined
}

/** What a page of a source holds, each word of its prose as a unit of its own. */
export type SourcePage = {
  readonly file: string
  readonly units: readonly Unit[]
  /** Languages and versions that it is of. */
  readonly variants: readonly string[]
  /** Tags of templates and components that leave no text behind. */
  readonly decorations: number
  /** Whether it may stand on one page with others, and on several. */
  readonly isPart?: boolean
  /** What the address of a page of its own ends with. */
  readonly name?: string
}

/** What readers get under one address. */
export type OutputPage = {
  readonly address: string
  readonly words: readonly string[]
  readonly code: readonly string[]
  readonly tables: readonly string[]
  readonly rows: readonly string[]
  readonly links: readonly { readonly text: string; readonly target: string }[]
  readonly ids: ReadonlySet<string>
  readonly pictures: readonly string[]
  readonly admonitions: number
  /** Text outside code, for a look at what was left of a generator. */
  readonly text: string
  readonly twin: string
}

const LOWERED = /[\u2080-\u2089]/g

/** Words of a text: runs of letters and digits, ignoring case, composition and lowered digits. */
export function splitWords(text: string): readonly string[] {
  return (
    text
      .normalize('NFC')
      .replace(LOWERED, (digit) => digit.normalize('NFKC'))
      .toLowerCase()
      .match(/[\p{L}\p{N}\p{M}]+/gu) ?? []
  )
}

export function nameOfPicture(target: string): string {
  const path = target.replace(/[?#].*$/, '').replace(/\.[\da-f]{16}(\.\w+)$/, '$1')
  const name = path.slice(path.lastIndexOf('/') + 1)
  // A build spells names in its own way; the letters are what counts.
  return decode(name)
    .toLowerCase()
    .replace(/\.(?=.*\.)|[^\p{L}\p{N}.]+/gu, '-')
    .replace(/-+(?=[-.])/g, '')
}

/** The address of a link that leaves the site, in one spelling; undefined for any other. */
export function readOutside(target: string): string | undefined {
  const [, address] = /^(?:https?:)?\/\/([^\s{}<>$]+)$/i.exec(decodeEntities(target)) ?? []
  // An address of GitBook's editor leads to a page of one of its spaces.
  const isOwn = address === undefined || address.startsWith('app.gitbook.com/s/')
  return isOwn ? undefined : decode(address).replace(/\/$/, '')
}

export function decode(text: string): string {
  try {
    return decodeURIComponent(text)
  } catch {
    return text
  }
}

const ENTITIES: Readonly<Record<string, string>> = {
  amp: '&',
  lt: '<',
  gt: '>',
  quot: '"',
  apos: "'",
  nbsp: ' ',
}

export function decodeEntities(text: string): string {
  return text.replace(
    /&(?:#(\d{1,7})|#x([\da-f]{1,6})|([a-z]\w{1,30}));/gi,
    (whole, ten, hex, name) => {
      if (name !== undefined) return ENTITIES[String(name)] ?? ' '
      const code = ten === undefined ? Number.parseInt(String(hex), 16) : Number(ten)
      return code > 0 && code < 0x11_00_00 ? String.fromCodePoint(code) : whole
    },
  )
}
