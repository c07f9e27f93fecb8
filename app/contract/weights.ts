const WEIGHT = /^q=(0(\.[0-9]{0,3})?|1(\.0{0,3})?)$/

/**
 * Weights by name in an Accept header (RFC 9110 section 12.4.2); the higher of two counts. `pick`
 * finds the weight among the parameters of an item: an absent one is 1, an invalid one 0.
 */
export function readWeights(
  header: string,
  pick: (parameters: readonly string[]) => string | undefined,
): ReadonlyMap<string, number> {
  const weights = new Map<string, number>()
  for (const item of header.toLowerCase().split(',')) {
    const [name = '', ...parameters] = item.split(';').map((part) => part.trim())
    const text = pick(parameters)
    const weight = text === undefined ? 1 : Number(WEIGHT.exec(text)?.[1] ?? 0)
    weights.set(name, Math.max(weights.get(name) ?? 0, weight))
  }
  return weights
}
