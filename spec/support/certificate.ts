/** A certificate for some names, and its key, both as PEM; it is its own authority. */
export type Certificate = { readonly cert: string; readonly key: string }

// Object identifiers in DER: common name, ECDSA with SHA-256, basic constraints, alternative names.
const COMMON_NAME = Uint8Array.of(0x06, 3, 0x55, 4, 3)
const ECDSA_SHA256 = Uint8Array.of(0x06, 8, 0x2a, 0x86, 0x48, 0xce, 0x3d, 4, 3, 2)
const BASIC_CONSTRAINTS = Uint8Array.of(0x06, 3, 0x55, 0x1d, 19)
const ALTERNATIVE_NAMES = Uint8Array.of(0x06, 3, 0x55, 0x1d, 17)
const TRUE = Uint8Array.of(1, 1, 0xff)

/** Makes a certificate that holds for an hour (RFC 5280): no program is asked for one. */
export async function certificateFor(...names: readonly string[]): Promise<Certificate> {
  const curve = { name: 'ECDSA', namedCurve: 'P-256' }
  const keys = await crypto.subtle.generateKey(curve, true, ['sign', 'verify'])
  const spki = new Uint8Array(await crypto.subtle.exportKey('spki', keys.publicKey))
  const algorithm = der(0x30, ECDSA_SHA256)
  const name = der(0x30, der(0x31, der(0x30, COMMON_NAME, der(0x0c, ascii('A test server')))))
  const validity = der(0x30, utcTime(Date.now() - 3_600_000), utcTime(Date.now() + 3_600_000))
  const serial = crypto.getRandomValues(new Uint8Array(8))
  const alternatives = names.map((each) => der(0x82, ascii(each)))
  const extensions = der(
    0x30,
    der(0x30, BASIC_CONSTRAINTS, TRUE, der(0x04, der(0x30, TRUE))),
    der(0x30, ALTERNATIVE_NAMES, der(0x04, der(0x30, ...alternatives))),
  )
  const version = der(0xa0, der(0x02, Uint8Array.of(2)))
  const body = [version, integer(serial), algorithm, name, validity, name, spki]
  const signed = der(0x30, ...body, der(0xa3, extensions))
  const sign = { name: 'ECDSA', hash: 'SHA-256' }
  const raw = new Uint8Array(await crypto.subtle.sign(sign, keys.privateKey, signed))
  const signature = der(0x30, integer(raw.subarray(0, 32)), integer(raw.subarray(32)))
  const cert = der(0x30, signed, algorithm, der(0x03, Uint8Array.of(0), signature))
  const key = new Uint8Array(await crypto.subtle.exportKey('pkcs8', keys.privateKey))
  return { cert: pem('CERTIFICATE', cert), key: pem('PRIVATE KEY', key) }
}

/** Tag, length and content (X.690 section 8.1). */
function der(tag: number, ...parts: readonly Uint8Array[]): Uint8Array<ArrayBuffer> {
  const content = Buffer.concat(parts)
  const { length } = content
  // A length takes as few bytes as it can.
  const long = length < 256 ? [0x81, length] : [0x82, length >> 8, length & 0xff]
  const head = length < 128 ? [length] : long
  return Uint8Array.from([tag, ...head, ...content])
}

/** A whole number that is never negative and has no needless zero in front. */
function integer(bytes: Uint8Array): Uint8Array {
  const first = bytes.findIndex((byte) => byte !== 0)
  const short = bytes.subarray(first)
  return der(0x02, (short[0] ?? 0) > 127 ? Uint8Array.from([0, ...short]) : short)
}

function utcTime(ms: number): Uint8Array {
  const digits = new Date(ms).toISOString().replace(/[-:T]/g, '').slice(2, 14)
  return der(0x17, ascii(`${digits}Z`))
}

function ascii(text: string): Uint8Array {
  return new TextEncoder().encode(text)
}

function pem(label: string, bytes: Uint8Array): string {
  const lines =
    Buffer.from(bytes)
      .toString('base64')
      .match(/.{1,64}/g) ?? []
  const mark = (word: string) => `${'-'.repeat(5)}${word} ${label}${'-'.repeat(5)}`
  return [mark('BEGIN'), ...lines, mark('END'), ''].join('\n')
}
