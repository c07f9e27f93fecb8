import { generateRandomString, type RandomReader } from '@oslojs/crypto/random'
import { sha256 } from '@oslojs/crypto/sha2'
import { constantTimeEqual } from '@oslojs/crypto/subtle'
import { encodeBase64urlNoPadding, encodeHexLowerCase } from '@oslojs/encoding'

/** A prefix tells scanners of leaked secrets what they found, and us where one does not belong. */
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
const BASE62 = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789'
const ID_CHARACTERS = 22

const random: RandomReader = {
  read: (bytes) => {
    bytes.set(crypto.getRandomValues(new Uint8Array(bytes.length)))
  },
}

/** 256 random bits: nobody guesses one, so its plain SHA-256 may lie in the store. */
export function newSecret(kind: SecretKind): string {
  const bytes = new Uint8Array(SECRET_BYTES)
  random.read(bytes)
  return PREFIXES[kind] + encodeBase64urlNoPadding(bytes)
}

/** Whether a text has the form of a secret of this kind; all else is not worth a look-up. */
export function isSecret(kind: SecretKind, text: string): boolean {
  return SECRET.exec(text)?.[1] === PREFIXES[kind]
}

/** What the store keeps of a secret. */
export function digestOf(text: string): Uint8Array {
  return sha256(new TextEncoder().encode(text))
}

/** A second secret that only the holder of the first can show; parts hold no line break. */
export function proofOf(...parts: readonly string[]): string {
  return encodeBase64urlNoPadding(digestOf(parts.join('\n')))
}

/** S256 (RFC 7636 section 4.6). */
export function challengeOf(verifier: string): string {
  return encodeBase64urlNoPadding(digestOf(verifier))
}

/** Compares without telling by its time where the first difference lies. */
export function isSame(left: string | Uint8Array, right: string | Uint8Array): boolean {
  return constantTimeEqual(bytesOf(left), bytesOf(right))
}

/** An opaque name of an object (contract 2): the prefix and 22 characters of base62. */
export function newId(prefix: string): string {
  return prefix + generateRandomString(random, BASE62, ID_CHARACTERS)
}

/** The first 128 bits of a digest, in hexadecimal. */
export function shortDigest(text: string): string {
  return encodeHexLowerCase(digestOf(text).subarray(0, 16))
}

function bytesOf(value: string | Uint8Array): Uint8Array {
  return typeof value === 'string' ? new TextEncoder().encode(value) : value
}
