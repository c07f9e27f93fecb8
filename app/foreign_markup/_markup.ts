import type { Tag } from './_tags.ts'

/** Names of HTML elements; other lower-case names in angle brackets are prose. */
const HTML_NAMES = new Set(
  `a abbr address article aside audio b bdi bdo blockquote br button caption center cite code
  col colgroup dd del details dfn div dl dt em figcaption figure font footer h1 h2 h3 h4 h5 h6
  head header hr i iframe img input ins kbd label li main mark nav ol p picture pre q s samp
  script section small source span strike strong style sub summary sup svg table tbody td tfoot
  th thead time tr track u ul var video wbr`.split(/\s+/),
)

/** Elements whose bare names are often words of a command, as in `run <form>`. */
const FIELD_NAMES = new Set(['fieldset', 'form', 'select', 'textarea'])

/** Whether a tag is markup and not prose such as `Array<string>` or `Promise<Response>`. */
export function isMarkup(tag: Tag, before: string, mdx: boolean): boolean {
  const { name } = tag
  if (name === '') return mdx
  const isCertain = tag.kind === 'close' || tag.attributes.length > 0
  if (FIELD_NAMES.has(name)) return isCertain
  // `<repo-url>` is prose; what closes itself is an element that a script fills.
  if (/^[a-z]/.test(name)) return HTML_NAMES.has(name) || isOwnElement(tag)
  return isCertain || !/\w/.test(before)
}

function isOwnElement(tag: Tag): boolean {
  return tag.kind === 'open' && tag.selfClosing && tag.name.includes('-')
}
