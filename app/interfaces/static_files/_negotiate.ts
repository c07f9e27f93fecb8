import { readWeights } from '../../contract/weights.ts'

/**
 * Whether the client prefers Markdown to HTML (RFC 9110 section 12.5.1). It must name
 * `text/markdown`, with a higher weight than `text/html` if it names both: a browser, which sends
 * `text/html` and a wildcard, gets HTML.
 */
export function prefersMarkdown(accept: string | null): boolean {
  if (accept === null || !accept.toLowerCase().includes('text/markdown')) return false
  const weights = weightsOf(accept)
  const markdown = weights.get('text/markdown') ?? 0
  const html = weights.get('text/html')
  return markdown > 0 && (html === undefined || markdown > html)
}

/** Whether the client names HTML: browsers do, programs rarely. */
export function takesHtml(accept: string | null): boolean {
  return accept !== null && (weightsOf(accept).get('text/html') ?? 0) > 0
}

/** Other parameters belong to the media type. */
function weightsOf(accept: string): ReadonlyMap<string, number> {
  return readWeights(accept, (parameters) => parameters.find((each) => each.startsWith('q=')))
}
