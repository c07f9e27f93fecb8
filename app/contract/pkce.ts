/** SHA-256 in base64url without padding (RFC 7636 section 4.2). */
const CODE_CHALLENGE = /^[A-Za-z0-9_-]{43}$/

/** Unreserved characters (RFC 7636 section 4.1). */
const CODE_VERIFIER = /^[A-Za-z0-9._~-]{43,128}$/

export function isCodeChallenge(text: string): boolean {
  return CODE_CHALLENGE.test(text)
}

export function isCodeVerifier(text: string): boolean {
  return CODE_VERIFIER.test(text)
}
