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

/** Weight by media range; the higher of two counts. */
function weightsOf(accept: string): ReadonlyMap<string, number> {
  const weights = new Map<string, number>()
  for (const item of accept.toLowerCase().split(',')) {
    const [range = '', ...parameters] = item.split(';').map((part) => part.trim())
    weights.set(range, Math.max(weights.get(range) ?? 0, weightOf(parameters)))
  }
  return weights
}

const WEIGHT = /^(0(\.[0-9]{0,3})?|1(\.0{0,3})?)$/

/** An invalid weight counts as 0. */
function weightOf(parameters: readonly string[]): number {
  const weight = parameters.find((parameter) => parameter.startsWith('q='))?.slice(2)
  if (weight === undefined) return 1
  return WEIGHT.test(weight) ? Number(weight) : 0
}
