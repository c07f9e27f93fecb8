const NAMES =
  'token|secret|passw(?:or)?d|passwd|pwd|passphrase|credentials?|api[-_ ]?key|access[-_ ]?key|' +
  'private[-_ ]?key|subscription[-_ ]?key|signing[-_ ]?key'

/** The start of a word; `_` separates words, so `MY_API_KEY` has three. */
const START = '(?<![A-Za-z0-9])'

/** Forms of credentials as issuers make them and as people write them down. */
const SECRET_TEXTS: readonly RegExp[] = [
  new RegExp(`${START}authorization["']?\\s*[:=]\\s*["']?(bearer|basic|token)\\s+\\S+`, 'i'),
  new RegExp(`${START}(bearer|basic)\\s+(?=\\S*[0-9=]|\\S{20})[A-Za-z0-9+/_.=-]{8,}`, 'i'),
  new RegExp(`${START}(sk|pk|rk)[-_][A-Za-z0-9_-]{16,}`),
  new RegExp(`${START}(gh[pousr]_|github_pat_|glpat-|npm_|hf_)[A-Za-z0-9_-]{16,}`),
  new RegExp(`${START}xox[a-z]-[A-Za-z0-9-]{10,}`),
  new RegExp(`${START}(AKIA|ASIA)[0-9A-Z]{16}(?![A-Za-z0-9])`),
  new RegExp(`${START}AIza[A-Za-z0-9_-]{30,}`),
  new RegExp(`${START}AGE-SECRET-KEY-[A-Z0-9]+`, 'i'),
  new RegExp(`${START}eyJ[A-Za-z0-9_-]{8,}\\.[A-Za-z0-9_-]{8,}`),
  /-----BEGIN [A-Z ]*PRIVATE KEY/,
  // Userinfo of an address (RFC 3986 section 3.2.1), and a key in its query or fragment.
  /[a-z][a-z0-9+.-]{0,20}:\/\/[^/\s@?#]+@/i,
  new RegExp(
    `[?&#;]([A-Za-z0-9]+[-_])*(${NAMES}|auth|authorization|key|sig|signature|pat)=[^\\s&#]`,
    'i',
  ),
  // The address of a webhook is itself a credential.
  /https?:\/\/\S{0,200}hooks?\S{0,200}\/(?=[^\s/]*[0-9])[A-Za-z0-9_-]{8,}/i,
  // A placeholder that a host would replace with a value of its user.
  /\$\{\{?\s*(env|input|secrets?|vars?|config)\b[^}]*\}?/i,
  /\{\{\s*(env|input|secrets?|vars?)\b[^}]*\}?/i,
  new RegExp(`[$%]\\{?[\\w:.]*(${NAMES}|key)[\\w:.]*\\}?`, 'i'),
  new RegExp(
    `${START}([A-Za-z0-9]+[-_]){0,5}(${NAMES})s?["']?\\s*[=:]\\s*["']?(?=\\S*[0-9])\\S{6,}`,
    'i',
  ),
  // Hexadecimal digits, plain and as a UUID (RFC 9562).
  new RegExp(`${START}(?=[a-f]*[0-9])[0-9a-f]{32,}(?![A-Za-z0-9])`, 'i'),
  new RegExp(`${START}[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}(?![A-Za-z0-9])`, 'i'),
]

const RUN = /[A-Za-z0-9+/_-]{24,}={0,2}/g
const RUN_CHARACTERS_MIN = 24

/** Entropy per character; repeating patterns have less than hexadecimal digits. */
const RANDOM_BITS_MIN = 3

/** Name and password in HTTP: Base64 of a text with a colon (RFC 7617). */
const BASE64 = /(?<![A-Za-z0-9+/])[A-Za-z0-9+/]{12,}={0,2}(?![A-Za-z0-9+/=])/g

/** Minimum share of characters that differ in kind from the previous one, by number of digits. */
const CHANGES_MIN: readonly number[] = [0.5, 0.4, 0.4]
const CHANGES_OF_DIGITS_MIN = 0.25

/** Text as a reader sees it: full-width forms made plain, invisible characters removed. */
function normalize(text: string): string {
  return text.normalize('NFKC').replace(/\p{Cf}/gu, '')
}

/** Finds the part of a normalized text that looks like a credential. */
export function findSecret(written: string): string | undefined {
  const text = normalize(written)
  for (const form of SECRET_TEXTS) {
    const found = form.exec(text)?.[0]
    if (found !== undefined) return found
  }
  return text.match(RUN)?.find(isRandom) ?? text.match(BASE64)?.find(isNameAndPassword)
}

type Kind = 'digit' | 'upper' | 'lower' | 'other'

/** Words keep the same kind of character for a while; random strings change all the time. */
function isRandom(run: string): boolean {
  const kinds = [...run].map(kindOf)
  const count = kinds.filter((kind) => kind !== 'other').length
  const digits = kinds.filter((kind) => kind === 'digit').length
  const changes = kinds.filter((kind, at) => {
    const before = kinds[at - 1] ?? 'other'
    return kind !== 'other' && before !== 'other' && kind !== before
  }).length
  const share = changes / count
  const drawn = share >= (CHANGES_MIN[digits] ?? CHANGES_OF_DIGITS_MIN)
  return count >= RUN_CHARACTERS_MIN && drawn && measureBits(run) > RANDOM_BITS_MIN
}

function kindOf(character: string): Kind {
  if (/[0-9]/.test(character)) return 'digit'
  if (/[A-Z]/.test(character)) return 'upper'
  return /[a-z]/.test(character) ? 'lower' : 'other'
}

function isNameAndPassword(run: string): boolean {
  const padded = run.replace(/=+$/, '')
  if (padded.length % 4 === 1) return false
  return /^[!-~]+:[!-~]+$/.test(atob(padded))
}

/** Shannon entropy per character of a text. */
function measureBits(text: string): number {
  const counts = Map.groupBy(text, (character) => character)
  const shares = [...counts.values()].map(({ length }) => length / text.length)
  return -shares.reduce((sum, share) => sum + share * Math.log2(share), 0)
}
