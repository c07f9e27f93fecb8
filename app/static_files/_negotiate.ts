/**
 * Whether the client would rather have Markdown than HTML (RFC 9110 section 12.5.1). It must name
 * `text/markdown`, and with a higher weight than `text/html` if it names both: a browser, which
 * sends `text/html` and a wildcard, keeps getting HTML.
 */
export function prefersMarkdown(accept: string | null): boolean {
  if (accept === null || !accept.toLowerCase().includes('text/markdown')) return false
  const weights = weightsOf(accept)
  const markdown = weights.get('text/markdown') ?? 0
  const html = weights.get('text/html')
  return markdown > 0 && (html === undefined || markdown > html)
}

/** Whether the client names HTML among what it takes: people do, programs rarely. */
export function takesHtml(accept: string | null): boolean {
  return accept !== null && (weightsOf(accept).get('text/html') ?? 0) > 0
}

/** Weight by media range; of a range that is listed twice the higher weight counts. */
function weightsOf(accept: string): ReadonlyMap<string, number> {
  const weights = new Map<string, number>()
  for (const item of accept.toLowerCase().split(',')) {
    const [range = '', ...parameters] = item.split(';').map((part) => part.trim())
    weights.set(range, Math.max(weights.get(range) ?? 0, weightOf(parameters)))
  }
  return weights
}

const WEIGHT = /^(0(\.[0-9]{0,3})?|1(\.0{0,3})?)$/

/** A weight that is no weight counts as none at all: the range stays unwanted. */
function weightOf(parameters: readonly string[]): number {
  const weight = parameters.find((parameter) => parameter.startsWith('q='))?.slice(2)
  if (weight === undefined) return 1
  return WEIGHT.test(weight) ? Number(weight) : 0
}
