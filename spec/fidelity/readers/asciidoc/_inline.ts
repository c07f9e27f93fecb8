import { decodeEntities } from '../../facts.ts'
import { substitute } from './_attributes.ts'
import type { AdocRow } from './_rows.ts'

/** What is found in a text besides its words. */
export type Finding =
  | { readonly kind: 'link'; readonly text: string; readonly target: string; readonly at: number }
  | { readonly kind: 'anchor'; readonly value: string; readonly at: number }
  | { readonly kind: 'picture'; readonly value: string; readonly at: number }
  | { readonly kind: 'footnote'; readonly value: string; readonly at: number }

export type InlineText = {
  /** Words of each row of the text. */
  readonly texts: readonly string[]
  readonly found: readonly Finding[]
}

type Parts = readonly (string | undefined)[]

type Macro = {
  readonly pattern: RegExp
  /** The words that a reader gets; `note` collects what else it is. */
  readonly write: (parts: Parts, note: (found: Finding) => void, at: number) => string
}

const TEXT = String.raw`\[((?:\\\]|[^\]])*)\]`

const MACROS: readonly Macro[] = [
  {
    pattern: /\[\[([^\s[\],]+)(?:,[^\]]*)?\]\]|anchor:([^\s[\]]+)\[[^\]]*\]/g,
    write: ([, id, other], note, at) => {
      note({ kind: 'anchor', value: id ?? other ?? '', at })
      return ' '
    },
  },
  {
    pattern: /\(\(\([\s\S]*?\)\)\)|indexterm:\[[^\]]*\]/g,
    write: () => ' ',
  },
  {
    pattern: new RegExp(String.raw`image:(?!:)([^\s:[\]][^[\]\n]*)${TEXT}`, 'g'),
    write: ([, target = ''], note, at) => {
      note({ kind: 'picture', value: target, at })
      return ' '
    },
  },
  { pattern: new RegExp(String.raw`\bicon:(?!:)[^\s[\]]+${TEXT}`, 'g'), write: () => ' ' },
  {
    pattern: new RegExp(String.raw`\b(?:stem|latexmath|asciimath):[a-z,]*${TEXT}`, 'g'),
    write: () => ' ',
  },
  {
    pattern: /<<([^\s<>,][^<>,]*)(?:,\s*((?:(?!<<)[\s\S])*?))?>>/g,
    write: ([, target = '', text = ''], note, at) => {
      const isPath = /#|\.adoc$/.test(target)
      note({ kind: 'link', text, target: isPath ? target : `#${target}`, at })
      return text
    },
  },
  {
    pattern: new RegExp(String.raw`(?:link:)?xref:(?!:)([^\s[\]:][^[\]\n]*)${TEXT}`, 'g'),
    write: ([, target = '', list = ''], note, at) => {
      const text = readLabel(list)
      note({ kind: 'link', text, target, at })
      return text
    },
  },
  {
    pattern: new RegExp(
      String.raw`(link|mailto):(?!:)(?:(\+\+)?([^\s[\]][^[\]\n]*?)\2)${TEXT}`,
      'g',
    ),
    write: ([, name, , target = '', list = ''], note, at) => {
      const text = readLabel(list)
      const isFile = name === 'link'
      if (isFile) note({ kind: 'link', text: text === '' ? target : text, target, at })
      return text === '' ? target : text
    },
  },
  {
    pattern: new RegExp(String.raw`\b((?:https?|ftp|irc):\/\/[^\s[\]<>]*[^\s[\]<>,.])${TEXT}`, 'g'),
    write: ([, target = '', list = ''], note, at) => {
      const text = readLabel(list)
      note({ kind: 'link', text, target, at })
      return text === '' ? target : text
    },
  },
  {
    pattern: new RegExp(String.raw`(?:kbd|btn|indexterm2):([\w,-]*)${TEXT}`, 'g'),
    write: ([, , text = '']) => ` ${text} `,
  },
  {
    pattern: new RegExp(String.raw`footnote(?:ref)?:[\w-]*${TEXT}`, 'g'),
    write: ([, text = ''], note, at) => {
      note({ kind: 'footnote', value: text, at })
      return ' '
    },
  },
  {
    pattern: new RegExp(String.raw`\bmenu:([^\s[\]][^[\]\n]*)${TEXT}`, 'g'),
    write: ([, name = '', text = '']) => ` ${name} ${text} `,
  },
]

/** Text of a macro, before attributes that have names. */
function readLabel(list: string): string {
  const text = list.replaceAll('\\]', ']')
  const [, quoted] = /^\s*"((?:\\"|[^"])*)"\s*(?:,|$)/.exec(text) ?? []
  if (quoted !== undefined) return quoted
  const isList = /(?:^|,)\s*[\w-]+\s*=/.test(text)
  const shown = isList ? text.replace(/(?:^|,)\s*[\w-]+\s*=[\s\S]*$/, '') : text
  // Alone it opens a window; of a pair it is a mark.
  return /\^\S+\^$/.test(shown) ? shown : shown.replace(/\^$/, '')
}

/** `[.role]` or `[#id]` before a pair of marks. */
const ROLE = /\[([.#])([\w-]+)(?:[.#%][\w-]+)*\](?=(``|`|\*\*|\*|__|_|##|#|\^|~)[^\s`][\s\S]*?\3)/g

/** Signs of macros that are hidden where the text is literal, in characters of no word. */
const HIDDEN = /[[\]:<>{}`#*_(]/g

/** Reads the words, links, anchors and pictures of rows that are one text. */
export function readInline(rows: readonly AdocRow[]): InlineText {
  // What is literal may go over several rows; values of attributes are not literal.
  const hidden = hideLiteral(rows.map(({ text: each }) => each).join('\n')).split('\n')
  let text = rows.map(({ attributes }, at) => substitute(hidden[at] ?? '', attributes)).join('\n')
  const found: Finding[] = []
  // Roles and ids of marks come before macros, whose brackets they would end.
  text = text.replace(ROLE, (whole, sign: string, id: string, _mark, at: number) => {
    if (text[at - 1] === '\\') return whole
    const row = text.slice(0, at).split('\n').length - 1
    if (sign === '#') found.push({ kind: 'anchor', value: id, at: row })
    return ''
  })
  for (const { pattern, write } of MACROS) {
    text = text.replace(pattern, (...parts: readonly unknown[]) => {
      const at = parts.findIndex((part) => typeof part === 'number')
      const groups = parts
        .slice(0, at)
        .map((part) => (part === undefined ? undefined : String(part)))
      const [whole = ''] = groups
      const offset = Number(parts[at])
      if (text[offset - 1] === '\\') return whole
      const row = text.slice(0, offset).split('\n').length - 1
      const shown = write(groups, (each) => void found.push(each), row)
      const lines = whole.split('\n').length - shown.split('\n').length
      return shown + '\n'.repeat(Math.max(0, lines))
    })
  }
  const isHidden = rows[0]?.attributes.has('hide-uri-scheme') === true
  if (isHidden) text = text.replace(/\b(?:https?|ftp|irc):\/\//g, ' ')
  return { texts: cutMarks(text).split('\n'), found: found.map(cutLabel) }
}

/** Hides what is literal; `pass:macros[]` is not. */
function hideLiteral(text: string): string {
  const open = text.replace(
    /pass:([\w,]*)\[((?:\[[^\]]*\]|xref:[^[]*\[(?:[^[\]]|\[[^\]]*\])*\]|\\\]|[^\]])*)\]/g,
    (_, subs: string, inner: string) => {
      return /\b(?:macros|normal|[mn])\b/.test(subs) ? inner : inner.replace(HIDDEN, '\u0001')
    },
  )
  // The marks are no text, so words around them may be one; an address between them is read later.
  return open.replace(
    /\blink:(\+\+)\S*?\1|(\+\+\+?)([\s\S]*?)\2|(?<![\w+])\+(\S|\S.*?\S)\+(?![\w+])/g,
    (whole, address?: string, _marks?: string, some?: string, other = '') => {
      return address === undefined ? (some ?? other).replace(HIDDEN, '\u0001') : whole
    },
  )
}

/** The label of a link is a text with marks, and so is a footnote. */
function cutLabel(found: Finding): Finding {
  if (found.kind === 'link') return { ...found, text: cutMarks(found.text) }
  return found.kind === 'footnote' ? { ...found, value: cutMarks(found.value) } : found
}

/** Marks in the middle of a word part none; what is left between words does. */
function cutMarks(text: string): string {
  const joined = text
    .replace(/(\*\*|__|``|##)(\S|\S[\s\S]*?\S)\1/g, '$2')
    // Digits that are lowered stay with their word.
    .replace(/~(\d+)~/g, '$1')
    .replace(/\^(st|nd|rd|th)\^/gi, '$1')
    .replace(/\((?:C|R|TM)\)/g, ' ')
    .replace(/\[[^\][\n]*\](?=[#*_`])/g, ' ')
  return decodeEntities(joined)
}
