/** Values by their lower-case name. */
export type Attributes = ReadonlyMap<string, string>

/** What AsciiDoc has without being told. */
const BUILT_IN: Readonly<Record<string, string>> = {
  blank: '',
  empty: '',
  sp: ' ',
  nbsp: ' ',
  zwsp: '\u200b',
  wj: '\u2060',
  apos: "'",
  quot: '"',
  lsquo: '‘',
  rsquo: '’',
  ldquo: '“',
  rdquo: '”',
  deg: '°',
  plus: '+',
  brvbar: '¦',
  vbar: '|',
  amp: '&',
  lt: '<',
  gt: '>',
  startsb: '[',
  endsb: ']',
  caret: '^',
  asterisk: '*',
  tilde: '~',
  backslash: '\\',
  backtick: '`',
  'two-colons': '::',
  'two-semicolons': ';;',
  cpp: 'C++',
  cxx: 'C++',
  pp: '++',
  backend: 'html5',
  'backend-html5': '',
  'backend-html5-doctype-article': '',
  basebackend: 'html',
  'basebackend-html': '',
  doctype: 'article',
  'doctype-article': '',
  filetype: 'html',
  'filetype-html': '',
  asciidoctor: '',
  'toc-title': 'Table of Contents',
}

export function startAttributes(
  values: readonly Readonly<Record<string, unknown>>[],
): Map<string, string> {
  const all = new Map(Object.entries(BUILT_IN))
  for (const each of values) {
    for (const [name, value] of Object.entries(each)) {
      if (value === null || value === false) all.delete(name.toLowerCase())
      else if (value === true) all.set(name.toLowerCase(), '')
      else all.set(name.toLowerCase(), substitute(String(value).replace(/@$/, ''), all))
    }
  }
  return all
}

/** Replaces `{name}` by its value; a name without one stays. */
export function substitute(text: string, attributes: Attributes): string {
  if (!text.includes('{')) return text
  return text.replace(/\\?\{(\w[\w-]*)\\?\}/g, (whole: string, name: string) => {
    if (whole.includes('\\')) return `{${name}}`
    return attributes.get(name.toLowerCase()) ?? whole
  })
}

const COUNTER = /(?<!\\)\{counter(2?):\s*([\w-]+)(?::([^{}]*))?\}/g

/** Replaces `{counter:name}` by its next value, a number or a letter; `counter2` shows none. */
export function replaceCounters(
  text: string,
  attributes: Attributes,
): { readonly text: string; readonly attributes: Attributes } {
  if (!text.includes('{counter')) return { text, attributes }
  const next = new Map(attributes)
  const counted = text.replace(COUNTER, (_, silent: string, name: string, first = '1') => {
    const before = next.get(name.toLowerCase())
    const value = before === undefined ? first : countOn(before)
    next.set(name.toLowerCase(), value)
    return silent === '' ? value : ''
  })
  return { text: counted, attributes: next }
}

function countOn(value: string): string {
  if (/^-?\d+$/.test(value)) return String(Number(value) + 1)
  return String.fromCharCode(value.charCodeAt(0) + 1)
}

/** Words between commas of a list in brackets: those in order, and those with a name. */
export type BlockAttributes = {
  readonly positions: readonly string[]
  readonly named: ReadonlyMap<string, string>
}

export function readList(text: string): BlockAttributes {
  const positions: string[] = []
  const named = new Map<string, string>()
  const part = /\s*(?:([\w.-]+)\s*=\s*)?("(?:\\"|[^"])*(?:"|$)|'(?:\\'|[^'])*'|[^,]*)\s*(?:,|$)/g
  let seen = -1
  for (const [whole, name, raw = ''] of text.matchAll(part)) {
    if (whole === '' && seen !== -1) break
    seen += 1
    const value = raw.trim().replace(/^(["'])([\s\S]*?)(?:\1|$)$/, '$2')
    if (name === undefined) positions.push(value)
    else named.set(name, value)
  }
  return { positions, named }
}
