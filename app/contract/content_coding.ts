import { promisify } from 'node:util'
import {
  brotliCompress,
  brotliDecompress,
  createBrotliCompress,
  createGzip,
  gzip,
  constants as zlib,
} from 'node:zlib'
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

/** Brotli at quality 5 costs as much as gzip; 11 would take a minute per thousand pages. */
const BROTLI_QUALITY = 5
const GZIP_LEVEL = 6

/** Sizes of the window of Brotli; the larger one is what it takes by itself. */
const WINDOW_BITS = { least: 16, most: 22 } as const

const brotli = promisify(brotliCompress)
const readBrotli = promisify<Uint8Array, { maxOutputLength: number }, Uint8Array<ArrayBuffer>>(
  brotliDecompress,
)
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
      [zlib.BROTLI_PARAM_LGWIN]: fitWindow(bytes.length),
    },
  })
}

/** A window that holds the file gives the form of a larger one, a sixth sooner. */
function fitWindow(bytes: number): number {
  const bits = Math.ceil(Math.log2(Math.max(1, bytes))) + 1
  return Math.min(Math.max(bits, WINDOW_BITS.least), WINDOW_BITS.most)
}

/** The file of a Brotli form, which has so many bytes; throws where the form is of another. */
export async function decompress(
  form: Uint8Array,
  bytes: number,
): Promise<Uint8Array<ArrayBuffer>> {
  const file = await readBrotli(form, { maxOutputLength: Math.max(1, bytes) })
  if (file.length === bytes) return file
  throw new Error(`Cannot decompress a file: it has ${file.length} bytes, not ${bytes}`)
}

/** A compressed form that grows with its file. */
export type GrowingForm = {
  readonly add: (bytes: Uint8Array) => Promise<void>
  /** The whole form. */
  readonly end: () => Promise<Uint8Array>
}

/** Compresses a file piece by piece, on the runtime's threads. */
export function growForm(coding: Coding): GrowingForm {
  const stream =
    coding === 'gzip'
      ? createGzip({ level: GZIP_LEVEL })
      : createBrotliCompress({ params: { [zlib.BROTLI_PARAM_QUALITY]: BROTLI_QUALITY } })
  const pieces: Uint8Array[] = []
  stream.on('data', (piece: Uint8Array) => pieces.push(piece))
  const ended = new Promise<void>((resolve, reject) => {
    stream.once('end', resolve)
    stream.once('error', reject)
  })
  // A failure reaches whoever adds the next piece, too.
  ended.catch(() => undefined)
  const add = (bytes: Uint8Array): Promise<void> =>
    new Promise((resolve, reject) => {
      stream.write(bytes, (error) => (error ? reject(error) : resolve()))
    })
  const end = async (): Promise<Uint8Array> => {
    stream.end()
    await ended
    return Buffer.concat(pieces)
  }
  return { add, end }
}
