import { promisify } from 'node:util'
import { brotliCompress, gzip, constants as zlib } from 'node:zlib'
import { CODINGS, type Coding } from './build.ts'
import { readWeights } from './weights.ts'

/** `identity` is the file itself; `none` means that the client accepts no available form. */
type CodingChoice = Coding | 'identity' | 'none'

/**
 * Chooses the form of a file (RFC 9110 section 12.5.3). The highest weight wins, and the smaller
 * form between equals. The file itself is acceptable unless the client says otherwise, but anything
 * named comes first.
 */
export function chooseCoding(
  acceptEncoding: string | null,
  stored: readonly Coding[],
): CodingChoice {
  // Without a header, plain bytes: every client can read them.
  if (acceptEncoding === null || acceptEncoding.trim() === '') return 'identity'
  const header = acceptEncoding.toLowerCase().replaceAll('x-gzip', 'gzip')
  const weights = readWeights(header, ([weight]) => weight || undefined)
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

/** Below every possible weight: `identity` is acceptable without being named. */
const UNSAID = 0.0001

/** Below this, headers outweigh what compression saves. */
export const COMPRESSED_FROM_BYTES = 1024

/** Brotli at quality 5 costs as much as gzip; 11 would take a minute per thousand pages. */
const BROTLI_QUALITY = 5
const GZIP_LEVEL = 6

const brotli = promisify(brotliCompress)
const deflate = promisify<Uint8Array, { level: number }, Uint8Array<ArrayBuffer>>(gzip)

/** Compresses on the runtime's threads. */
export async function compress(
  coding: Coding,
  bytes: Uint8Array,
): Promise<Uint8Array<ArrayBuffer>> {
  if (coding === 'gzip') return await deflate(bytes, { level: GZIP_LEVEL })
  return await brotli(bytes, {
    params: {
      [zlib.BROTLI_PARAM_QUALITY]: BROTLI_QUALITY,
      [zlib.BROTLI_PARAM_SIZE_HINT]: bytes.length,
    },
  })
}
