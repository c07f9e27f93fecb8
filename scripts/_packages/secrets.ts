/** Names of members that hold a credential, or a place to put one. */
const SECRET_NAMES: readonly RegExp[] = [
  /^(http_?|env_http_)?headers?$/i,
  /^env(_vars?|ironment(variables)?)?$/i,
  /authorization|cookie|token|secret|passw(or)?d|credential|(api|private)[-_]?key/i,
]

/** Forms in which issuers write credentials, and in which people write them down. */
const SECRET_TEXTS: readonly RegExp[] = [
  /\b(bearer|basic)\s+(?=\S*[0-9=])[A-Za-z0-9+/_.=-]{8,}/i,
  /\b(sk|pk|rk)[-_][A-Za-z0-9_-]{16,}/,
  /\b(gh[pousr]_|github_pat_|glpat-|npm_|hf_)[A-Za-z0-9_-]{16,}/,
  /\bxox[a-z]-[A-Za-z0-9-]{10,}/,
  /\b(AKIA|ASIA)[0-9A-Z]{16}\b/,
  /\bAIza[A-Za-z0-9_-]{30,}/,
  /\beyJ[A-Za-z0-9_-]{8,}\.[A-Za-z0-9_-]{8,}/,
  /-----BEGIN [A-Z ]*PRIVATE KEY/,
  // Userinfo of an address (RFC 3986 section 3.2.1), and a key in its query.
  /[a-z][a-z0-9+.-]*:\/\/[^/\s@?#]+@/i,
  /[?&](access_token|token|api_?key|key|secret|password|sig|signature)=/i,
  // A mark that a host would replace by a credential of its user.
  /\$\{?[\w:.]*(token|secret|key|password)[\w:.]*\}?/i,
  /\b(password|passwd|secret|api[-_ ]?key|access[-_ ]?token)\s*[=:]\s*(?=\S*[0-9])\S{6,}/i,
]

const RANDOM_RUN = /[A-Za-z0-9+_-]{32,}={0,2}/g

/** Bits a character: words and their compounds stay below, keys of 32 characters do not. */
const RANDOM_BITS_MIN = 4

/** Whether a member of this name may hold a credential. */
export function isSecretName(name: string): boolean {
  return SECRET_NAMES.some((form) => form.test(name))
}

/** The piece of a text that looks like a credential. */
export function secretIn(text: string): string | undefined {
  for (const form of SECRET_TEXTS) {
    const found = form.exec(text)?.[0]
    if (found !== undefined) return found
  }
  return text.match(RANDOM_RUN)?.find(isRandom)
}

function isRandom(run: string): boolean {
  return /[a-z]/.test(run) && /[A-Z]/.test(run) && /[0-9]/.test(run) && bits(run) > RANDOM_BITS_MIN
}

/** Shannon's measure of how much a character of the text tells. */
function bits(text: string): number {
  const counts = Map.groupBy(text, (character) => character)
  const shares = [...counts.values()].map(({ length }) => length / text.length)
  return -shares.reduce((sum, share) => sum + share * Math.log2(share), 0)
}
