/** Words after the name of a shortcode: by place, or by name. */
type Words = { readonly list: readonly string[]; readonly named: ReadonlyMap<string, string> }

/** `{{< name "a" b="c" >}}` with what is inside it, up to `{{< /name >}}`. */
export type Shortcode = Words & {
  readonly kind: 'shortcode'
  readonly name: string
  readonly start: number
  /** After the opening tag. */
  readonly openEnd: number
  readonly end: number
  /** Absent where no closing tag follows. */
  readonly inner: readonly ShortcodeNode[] | undefined
}

/**
 * A piece of a text, by its offsets. What is `written` stands in comment marks, and shows the
 * shortcode itself.
 */
export type ShortcodeNode =
  | Shortcode
  | { readonly kind: 'text'; readonly start: number; readonly end: number }
  | {
      readonly kind: 'written'
      readonly start: number
      readonly end: number
      readonly text: string
    }

type Tag = Words & {
  readonly name: string
  readonly start: number
  readonly end: number
  readonly closes: boolean
  readonly isWhole: boolean
}

const OPENING = /\{\{([<%])[ \t\n]{0,200}(\/?)[ \t\n]{0,200}([A-Za-z_][\w./-]{0,100})/y
const SPACE = '[ \\t\\n]{1,200}(?:([\\w-]{1,100})=)?'
const QUOTED = '"((?:[^"\\\\]|\\\\[\\s\\S]){0,5000})"|`([^`]{0,5000})`'
const BARE = '((?:[^\\s"`/%>]|/(?![>%]\\}\\})|[%>](?!\\}\\})){1,1000})'
const WORD = new RegExp(`${SPACE}(?:${QUOTED}|${BARE})`, 'y')
const END = /[ \t\n]{0,200}(\/?)([>%])\}\}/y
const WRITTEN_MAX = 20_000
const WORDS_MAX = 60

/** Cuts a text into shortcodes and what is between them; a broken one stays text. */
export function parseShortcodes(text: string): readonly ShortcodeNode[] {
  const parser = new Parser(text)
  for (let at = text.indexOf('{{'); at !== -1; at = text.indexOf('{{', at)) {
    const end = parser.take(at)
    at = end ?? at + 2
  }
  return parser.finish()
}

type Open = { readonly tag: Tag; readonly nodes: ShortcodeNode[] }

class Parser {
  readonly #text: string
  readonly #top: ShortcodeNode[] = []
  readonly #open: Open[] = []
  #textStart = 0

  constructor(text: string) {
    this.#text = text
  }

  /** Takes what begins with two braces; the offset after it, or undefined if it is text. */
  take(at: number): number | undefined {
    const written = this.#readWritten(at)
    if (written !== undefined) {
      this.#flush(at)
      this.#nodes().push(written)
      this.#textStart = written.end
      return written.end
    }
    const tag = readTag(this.#text, at)
    if (tag === undefined) return undefined
    this.#flush(at)
    this.#textStart = tag.end
    if (tag.closes) this.#close(tag)
    else if (tag.isWhole) this.#nodes().push(makeShortcode(tag, undefined, tag.end))
    else this.#open.push({ tag, nodes: [] })
    return tag.end
  }

  finish(): readonly ShortcodeNode[] {
    this.#flush(this.#text.length)
    while (this.#open.length > 0) this.#leaveOpen()
    return this.#top
  }

  #nodes(): ShortcodeNode[] {
    return this.#open.at(-1)?.nodes ?? this.#top
  }

  #flush(end: number): void {
    if (end > this.#textStart) this.#nodes().push({ kind: 'text', start: this.#textStart, end })
  }

  #readWritten(start: number): Extract<ShortcodeNode, { kind: 'written' }> | undefined {
    const mark = this.#text[start + 2]
    if ((mark !== '<' && mark !== '%') || !this.#text.startsWith('/*', start + 3)) return undefined
    const close = mark === '<' ? '*/>}}' : '*/%}}'
    const piece = this.#text.slice(start, start + WRITTEN_MAX)
    const at = piece.indexOf(close, 5)
    if (at === -1) return undefined
    const text = `{{${mark}${piece.slice(5, at)}${close.slice(2)}`
    return { kind: 'written', start, end: start + at + close.length, text }
  }

  /** A shortcode without a closing tag is one by itself; what seemed to be in it follows it. */
  #leaveOpen(): void {
    const last = this.#open.pop()
    if (last === undefined) return
    this.#nodes().push(makeShortcode(last.tag, undefined, last.tag.end))
    for (const node of last.nodes) this.#nodes().push(node)
  }

  #close({ name, end }: Tag): void {
    if (!this.#open.some(({ tag }) => tag.name === name)) return
    while (this.#open.at(-1)?.tag.name !== name) this.#leaveOpen()
    const found = this.#open.pop()
    if (found !== undefined) this.#nodes().push(makeShortcode(found.tag, found.nodes, end))
  }
}

function makeShortcode(
  { name, list, named, start, end: openEnd }: Tag,
  inner: readonly ShortcodeNode[] | undefined,
  end: number,
): Shortcode {
  return { kind: 'shortcode', name, list, named, start, openEnd, end, inner }
}

function readTag(text: string, start: number): Tag | undefined {
  OPENING.lastIndex = start
  const opening = OPENING.exec(text)
  if (opening === null) return undefined
  const [whole, mark, slash, full = ''] = opening
  // A slash before the end belongs to the end: `{{< name/>}}`.
  const name = full.replace(/\/+$/, '')
  let at = start + whole.length - (full.length - name.length)
  const list: string[] = []
  const named = new Map<string, string>()
  for (let count = 0; count < WORDS_MAX; count++) {
    WORD.lastIndex = at
    const word = WORD.exec(text)
    if (word === null) break
    const [all, key, quoted, raw, bare] = word
    const value = quoted === undefined ? (raw ?? bare ?? '') : quoted.replace(/\\(["\\])/g, '$1')
    if (key === undefined) list.push(value)
    else named.set(key.toLowerCase(), value)
    at += all.length
  }
  END.lastIndex = at
  const end = END.exec(text)
  if (end === null || (end[2] === '>') !== (mark === '<')) return undefined
  const closes = slash === '/'
  return { name, list, named, start, end: at + end[0].length, closes, isWhole: end[1] === '/' }
}
