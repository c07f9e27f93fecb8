/** What a kept search never looks like: what may be about a person, or a secret. */
const PRIVATE: readonly RegExp[] = [
  // An e-mail address; an address that carries a user or a query.
  /[^\s@]+@[^\s@]+\.[^\s@]+/,
  /https?:\/\/\S*[?@]/,
  // Numbers of accounts, phones and people, however they are grouped; addresses of machines.
  /\d{6,}/,
  /(?:\d[^\p{L}\d]{0,2}){9,}/u,
  /\d{1,3}(?:\.\d{1,3}){3}/,
  /(?:[0-9a-f]{0,4}:){3,}/,
  // Keys and tokens: by how they begin, by a name in front, or letters and digits at length.
  /(?:^|[\s=:"'])(?:sk|pk|rk|ghp|gho|ghs|github_pat|glpat|xox[a-z]|akia|eyj)[-_]?[a-z0-9]{8,}/,
  /(?:pass\w*|secret|token|key|bearer|authorization)["']?\s*[=:]\s*\S/,
  /(?=\S*\d)(?=\S*[a-z])\S{20,}/,
  /(?=\S*\d)[0-9a-f]{12,}/,
  /\S{40,}/,
]

/** No pattern above finds anything where this finds nothing: most searches need no other look. */
const SUSPECT =
  /[\d@:=]|\S{40}|(?:sk|pk|rk|gh[pos]|github_pat|glpat|xox[a-z]|akia|eyj)[-_]?[a-z0-9]{8}/

/** Whether a text, in lower case, may be about a person or hold a secret. */
export function looksPrivate(text: string): boolean {
  return SUSPECT.test(text) && PRIVATE.some((pattern) => pattern.test(text))
}
