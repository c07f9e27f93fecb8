const WHOSE = '(workspace|tenant|organisation|organization|org|account|business|businesse)s?'
const WHICH = '(id|uuid|slug|ref|reference|name|key|handle)?s?'
const BEFORE = '(target|current|selected|other|parent)?'
const SELECTOR = new RegExp(`^${BEFORE}${WHOSE}${WHICH}$`)

/** Words for what divides the customers of many products; in others, they name plain records. */
const PERHAPS =
  '(team|project|company|companie|site|space|realm|customer|merchant|store|shop|installation|' +
  'group|owner|enterprise|environment|subdomain|domain|branch|client|login|namespace|region|host)s?'
const PERHAPS_SELECTOR = new RegExp(`^(x)?${BEFORE}${PERHAPS}${WHICH}$`)

/**
 * Whether a name selects a workspace or a business: `tenant`, `businessId`, `ACCOUNT_REFS`.
 * `business_hours` and `account_number` do not. Case, punctuation and a number at the end are
 * ignored.
 */
export function selectsBusiness(name: string): boolean {
  return SELECTOR.test(fold(name))
}

/** Whether a name selects one in some products, so that only a person can tell. */
export function maySelectBusiness(name: string): boolean {
  return PERHAPS_SELECTOR.test(fold(name))
}

/** Whether a name of a header selects one: `X-Org-Id`, `Stripe-Account`. */
export function selectsBusinessInHeader(name: string): boolean {
  return selectsBusiness(name) || name.split('-').some(selectsBusiness)
}

function fold(name: string): string {
  return name
    .normalize('NFKC')
    .toLowerCase()
    .replace(/[^a-z0-9]/g, '')
    .replace(/[0-9]+$/, '')
}
