import { CALLOUT_NAMES, calloutKindOf } from '../../markdown/callout_kinds.ts'
import { cutAttributes, mapOutsideCode } from '../../markdown/code_spans.ts'
import { widthOfIndent } from '../../markdown/line_classes.ts'

/** A line that opens a block of another dialect, and the line of ours that does. */
export type Opening = {
  readonly dialect: 'indented' | 'slashes' | 'colons'
  /** Columns before the marks. */
  readonly indent: number
  /** Number of slashes or colons. */
  readonly marks: number
  /** `tab`, `details`, a kind of callout; '' keeps the content alone. */
  readonly name: string
  readonly title: string
}

const EXCLAMATION =
  /^([ \t]*)(!!!|\?\?\?\+?) ?[ \t]*([\w-]+)(?:[ \t]+[\w-]+)*[ \t]*(?:"(.*)")?[ \t]*$/
const TITLE_ALONE = /^([ \t]*)(!!!|\?\?\?\+?)[ \t]+"(.*)"[ \t]*$/
const TAB = /^([ \t]*)===[!+]*[ \t]+"(.+)"[ \t]*$/
const SLASHES = /^([ \t]*)(\/{3,})[ \t]+([\w-]+)[ \t]*(?:\|[ \t]*(.*?))?[ \t]*$/
const COLONS = /^([ \t]*)(:{3,})[ \t]*([A-Za-z][\w-]*)[ \t]*(.*?)[ \t]*$/

/** `!!! note "T"`, `??? note`, `=== "T"`: their content is indented by four columns. */
export function readIndentedOpening(text: string): Opening | undefined {
  const tab = TAB.exec(text)
  if (tab !== null) return makeOpening('indented', tab[1], 0, 'tab', unescapeTitle(tab[2]))
  const alone = TITLE_ALONE.exec(text)
  if (alone !== null) {
    const name = alone[2]?.startsWith('?') === true ? 'details' : 'note'
    return makeOpening('indented', alone[1], 0, name, unescapeTitle(alone[3]))
  }
  const found = EXCLAMATION.exec(text)
  if (found === null) return undefined
  const [, indent, marks = '', type = '', title] = found
  const written = title === undefined ? undefined : unescapeTitle(title)
  if (marks.startsWith('?')) {
    return makeOpening('indented', indent, 0, 'details', written ?? capitalize(type))
  }
  return makeOpening('indented', indent, 0, ...nameCallout(type, written))
}

/** `/// note | T`; a name that pymdownx does not know is text. */
export function readSlashesOpening(
  text: string,
  options: Readonly<Record<string, string>>,
): Opening | undefined {
  const found = SLASHES.exec(text)
  if (found === null) return undefined
  const [, indent, marks = '', word = '', title] = found
  const name = word.toLowerCase()
  const { length } = marks
  if (name === 'tab') return makeOpening('slashes', indent, length, name, title ?? '')
  if (name === 'details') {
    const label = title ?? capitalize(options.type ?? name)
    return makeOpening('slashes', indent, length, name, label)
  }
  if (/^(?:html|define|.*caption|div)$/.test(name)) {
    return makeOpening('slashes', indent, length, '', '')
  }
  if (!CALLOUT_NAMES.has(name)) return undefined
  const type = name === 'admonition' ? (options.type ?? 'note') : name
  return makeOpening('slashes', indent, length, ...nameCallout(type, title))
}

/** `::: note T` and `:::note[T]{icon}`; the converter knows the names. */
export function readColonsOpening(text: string): Opening | undefined {
  const found = COLONS.exec(text)
  if (found === null) return undefined
  const [, indent, marks = '', name = '', rest = ''] = found
  const bracketed = /^\[(.*)\]/.exec(rest)?.[1]
  const title = bracketed ?? mapOutsideCode(rest, cutAttributes).trim()
  return makeOpening('colons', indent, marks.length, name, title)
}

function makeOpening(
  dialect: Opening['dialect'],
  before: string | undefined,
  marks: number,
  name: string,
  title: string,
): Opening {
  return { dialect, indent: widthOfIndent(before ?? ''), marks, name, title }
}

/** Our kind of callout, and the title that keeps what the word of the source says. */
function nameCallout(type: string, title: string | undefined): [name: string, title: string] {
  const { kind, word } = calloutKindOf(type)
  return [kind, title ?? (word === undefined ? '' : capitalize(word))]
}

function capitalize(word: string): string {
  return word.charAt(0).toUpperCase() + word.slice(1)
}

function unescapeTitle(title = ''): string {
  return title.replaceAll('\\"', '"').trim()
}
