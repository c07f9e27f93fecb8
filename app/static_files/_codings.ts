import { CODINGS, type Coding } from '../contract/build.ts'

/** `identity` is the file itself; `none` means that the client takes no form that there is. */
export type CodingChoice = Coding | 'identity' | 'none'

/**
 * Chooses the form of a file (RFC 9110 section 12.5.3). The highest weight wins; between equals
 * the smaller form does. A file itself is acceptable unless the client says otherwise, but anything
 * that is asked for by name comes before it.
 */
export function chooseCoding(
  acceptEncoding: string | null,
  stored: readonly Coding[],
): CodingChoice {
  // A header that is absent or empty asks for nothing: plain bytes are what every client reads.
  if (acceptEncoding === null || acceptEncoding.trim() === '') return 'identity'
  const weights = weightsOf(acceptEncoding)
  const any = weights.get('*')
  const identity = weights.get('identity') ?? any ?? UNSAID
  let best: CodingChoice = identity === 0 ? 'none' : 'identity'
  let highest = identity
  for (const coding of CODINGS.toReversed()) {
    const weight = weights.get(coding) ?? any ?? 0
    if (weight === 0 || weight < highest || !stored.includes(coding)) continue
    best = coding
    highest = weight
  }
  return best
}

/** Below every weight that can be written: `identity` is taken, though nobody asked for it. */
const UNSAID = 0.0001

const WEIGHT = /^q=(0(\.[0-9]{0,3})?|1(\.0{0,3})?)$/

/** Weight by coding; of one that is listed twice the higher counts, and what is none counts 0. */
function weightsOf(acceptEncoding: string): ReadonlyMap<string, number> {
  const weights = new Map<string, number>()
  for (const item of acceptEncoding.toLowerCase().split(',')) {
    const [name = '', weight] = item.split(';').map((part) => part.trim())
    if (name === '') continue
    const coding = name === 'x-gzip' ? 'gzip' : name
    weights.set(coding, Math.max(weights.get(coding) ?? 0, weightOf(weight)))
  }
  return weights
}

function weightOf(text: string | undefined): number {
  if (text === undefined || text === '') return 1
  return Number(WEIGHT.exec(text)?.[1] ?? 0)
}
