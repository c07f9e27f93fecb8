import type { Tag } from './_tags.ts'
import type { Token } from './_token.ts'

/** Names of HTML elements; other lower-case names in angle brackets are prose. */
const HTML_NAMES = new Set(
  `a abbr address article aside audio b bdi bdo blockquote br button caption center cite code
  col colgroup dd del details dfn div dl dt em figcaption figure font footer h1 h2 h3 h4 h5 h6
  head header hr i iframe img input ins kbd label li main mark nav ol p picture pre q s samp
  script section small source span strike strong style sub summary sup svg table tbody td template
  tfoot th thead time tr track u ul var video wbr`.split(/\s+/),
)

/** Elements whose bare names are often words of a command, as in `run <form>`. */
const FIELD_NAMES = new Set(['fieldset', 'form', 'select', 'textarea'])

/** A field without attributes, which may be a word of a command. */
export type BareField = { readonly start: number; readonly name: string }

export function isBareField({ kind, name, attributes }: Tag): boolean {
  return kind === 'open' && attributes.length === 0 && FIELD_NAMES.has(name)
}

/** The bare fields that a tag after them closes, by their offsets. */
export function findPairs(
  tokens: readonly Token[],
  fields: readonly BareField[],
): ReadonlySet<number> {
  const paired = new Set<number>()
  const bare = new Set(fields.map(({ start }) => start))
  if (bare.size === 0) return paired
  const tags = tokens.flatMap((token) => {
    const isTag = (token.kind === 'open' && !token.selfClosing) || token.kind === 'close'
    return isTag && FIELD_NAMES.has(token.name) ? [token] : []
  })
  const opened = new Map<string, number[]>()
  for (const tag of [...fields, ...tags].sort((a, b) => a.start - b.start)) {
    const starts = opened.get(tag.name) ?? []
    opened.set(tag.name, starts)
    if (!('kind' in tag) || tag.kind === 'open') starts.push(tag.start)
    else {
      const start = starts.pop()
      if (start !== undefined && bare.has(start)) paired.add(start)
    }
  }
  return paired
}

/** Whether a tag is markup and not prose such as `Array<string>` or `Promise<Response>`. */
export function isMarkup(tag: Tag, source: string, start: number, mdx: boolean): boolean {
  const { name } = tag
  if (name === '') return mdx
  const isCertain = tag.kind === 'close' || tag.attributes.length > 0
  // The scanner asks about a bare field only when something closes it.
  if (FIELD_NAMES.has(name)) return true
  // `<repo-url>` is prose; what closes itself is an element that a script fills.
  if (/^[a-z]/.test(name)) return HTML_NAMES.has(name) || isOwnElement(tag, source, start, mdx)
  return isCertain || !/\w/.test(source[start - 1] ?? ' ')
}

/** In a line of text, `<repo-url/>` is a word of a command or an address. */
function isOwnElement(tag: Tag, source: string, start: number, mdx: boolean): boolean {
  if (tag.kind !== 'open' || !tag.selfClosing || !tag.name.includes('-')) return false
  return mdx || tag.attributes.length > 0 || isAlone(source, start, tag.end)
}

/** Whether a piece stands on a line of its own, also in a quote. */
function isAlone(source: string, start: number, end: number): boolean {
  let from = start
  while (/[ \t>]/.test(source[from - 1] ?? '')) from -= 1
  let to = end
  while (/[ \t]/.test(source[to] ?? '')) to += 1
  return /\n|^$/.test(source[from - 1] ?? '') && /\n|^$/.test(source[to] ?? '')
}
