/** Whose: words for what divides the customers of most products. */
const WHOSE =
  '(sub)?(workspace|tenant|tenancy|tenancie|organisation|organization|org|account|acct|' +
  'business|businesse|biz)s?'

/** Words for it in some products; in others, they name plain records. */
const PERHAPS =
  '(sub)?(team|project|company|companie|site|space|realm|customer|merchant|store|shop|' +
  'installation|group|owner|enterprise|environment|subdomain|domain|branch|client|login|' +
  'namespace|region|host|impersonate|impersonated|impersonation|sudo)s?'

/** Which of them: a word for what tells one from another. */
const WHICH =
  '(id|gid|sid|uid|uuid|guid|oid|eid|ocid|slug|ref|reference|name|key|handle|code|login|token|' +
  'identifier|ident|identity|alias|urn|arn|pk|hash|shortname|domain|subdomain|path|uri)s?'

/** Words that say nothing about which one is meant: where a value goes, or how it is compared. */
const AROUND =
  'target|current|selected|other|parent|child|root|main|default|source|src|destination|dest|dst|' +
  'from|into|to|for|by|in|on|of|or|and|at|via|as|with|my|the|this|that|x|new|old|all|any|' +
  'filter|filters|where|query|params?|search|data|body|input|attributes|relationships|value|' +
  'values|list|eq|ne|neq|not|nin|is|like|ilike|contains|gt|gte|lt|lte|exact|include|includes|only'

const WHOSE_WORD = new RegExp(`^${WHOSE}$`)
const PERHAPS_WORD = new RegExp(`^${PERHAPS}$`)
const WHICH_WORD = new RegExp(`^${WHICH}$`)
const AROUND_WORD = new RegExp(`^(${AROUND})$`)
/** Words that were written as one. */
const BEFORE = '(x|target|current|selected|other|parent|my)?'
const WHOSE_AND_WHICH = new RegExp(`^${BEFORE}${WHOSE}(${WHICH})?$`)
const PERHAPS_AND_WHICH = new RegExp(`^${BEFORE}${PERHAPS}(${WHICH})?$`)

/**
 * Whether a name selects a workspace or a business: `tenant`, `businessId`, `filter[account_id]`,
 * `on_behalf_of`. `business_hours` and `account_number` do not. Case, punctuation and digits only
 * divide its words.
 */
export function selectsBusiness(name: string): boolean {
  return splitName(name).some(
    (words) => words.includes('behalf') || hasSelector(words, WHOSE_WORD, WHOSE_AND_WHICH),
  )
}

/** Whether a name selects one in some products, so that only a person can tell. */
export function maySelectBusiness(name: string): boolean {
  return splitName(name).some(
    (words) =>
      words.some((word) => WHOSE_WORD.test(word)) ||
      hasSelector(words, PERHAPS_WORD, PERHAPS_AND_WHICH),
  )
}

/** Whether a name of a header selects one: `X-Org-Id`, `Stripe-Account`. */
export function selectsBusinessInHeader(name: string): boolean {
  return selectsBusiness(name) || name.split('-').some(selectsBusiness)
}

/** Whether one of the words stands alone, or with a word that says which one is meant. */
function hasSelector(words: readonly string[], whose: RegExp, joined: RegExp): boolean {
  if (joined.test(words.join(''))) return true
  if (words.some((word) => !whose.test(word) && joined.test(word))) return true
  const at = words.findIndex((word) => whose.test(word))
  if (at === -1) return false
  const others = words.filter((_, index) => index !== at)
  return (
    others.some((word) => WHICH_WORD.test(word)) ||
    others.every((word) => whose.test(word) || AROUND_WORD.test(word))
  )
}

/** The words of a name in lower case, by punctuation and digits; capitals may divide them too. */
function splitName(name: string): readonly (readonly string[])[] {
  const plain = name.normalize('NFKD').replace(/[\p{M}\p{Cf}]/gu, '')
  const divided = plain
    .replace(/([a-z0-9])([A-Z])/g, '$1 $2')
    .replace(/([A-Z])(?=[A-Z][a-z])/g, '$1 ')
  return [divided, plain].map((text) => text.toLowerCase().match(/[a-z]+/g) ?? [])
}
