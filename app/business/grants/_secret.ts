import { sha256 } from '@oslojs/crypto/sha2'
import { encodeBase64urlNoPadding, encodeHexLowerCase } from '@oslojs/encoding'

/** A prefix lets secret scanners identify a leaked secret, and lets us reject the wrong kind. */
const PREFIXES = {
  access: 'lt_at_',
  refresh: 'lt_rt_',
  code: 'lt_ac_',
  session: 'lt_ss_',
  consent: 'lt_cr_',
  signInState: 'lt_si_',
  signInCookie: 'lt_sc_',
} as const
export type SecretKind = keyof typeof PREFIXES

const SECRET_BYTES = 32
const SECRET = /^(lt_[a-z]{2}_)[A-Za-z0-9_-]{43}$/

export function randomBytes(count: number): Uint8Array {
  return crypto.getRandomValues(new Uint8Array(count))
}

/** 256 random bits cannot be guessed, so the store may hold the plain SHA-256. */
export function newSecret(kind: SecretKind): string {
  return PREFIXES[kind] + encodeBase64urlNoPadding(randomBytes(SECRET_BYTES))
}

/** Whether a text has the form of a secret of this kind; nothing else needs a look-up. */
export function isSecret(kind: SecretKind, text: string): boolean {
  return SECRET.exec(text)?.[1] === PREFIXES[kind]
}

/** The form in which the store keeps a secret. */
export function digestOf(text: string): Uint8Array {
  return sha256(new TextEncoder().encode(text))
}

/** A proof that only the holder of the secret can present; parts contain no line break. */
export function proofOf(...parts: readonly string[]): string {
  return encodeBase64urlNoPadding(digestOf(parts.join('\n')))
}

/** S256 (RFC 7636 section 4.6). */
export function challengeOf(verifier: string): string {
  return encodeBase64urlNoPadding(digestOf(verifier))
}

/** The first 128 bits of a digest, in hexadecimal. */
export function shortDigest(text: string): string {
  return encodeHexLowerCase(digestOf(text).subarray(0, 16))
}
