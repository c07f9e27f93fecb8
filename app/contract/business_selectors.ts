/**
 * Whose: words for what divides the customers of most products, then those of other languages
 * without their accents.
 */
const WHOSE =
  '(sub)?(workspace|tenant|tenancy|tenancie|organisation|organization|org|account|acct|' +
  'business|businesse|biz|mandant(e|en|in)?(nr|nummer|kennung|schluessel|schlussel)?|mieter|' +
  'arbeitsbereich|inquilino|inquilini|' +
  'arrendatario|locatario|locatari|locataire|huurder|hyresgast|hyresgaster|lejer|leietaker|' +
  'vuokralainen|najemca|najemce|najemnik|kiraci|berlo|chirias|organizacion|organizacione|' +
  'organizacao|organizacoe|organizzazione|organizzazioni|organisatie|organizacja|organizace|' +
  'organizasyon|organisaatio|negocio|penyewa)s?'

/** Words for it in some products; in others, they name plain records. */
const PERHAPS =
  '(sub)?(team|project|company|companie|site|space|realm|customer|merchant|store|shop|' +
  'installation|group|owner|enterprise|environment|subdomain|domain|branch|client|login|' +
  'namespace|region|host|impersonate|impersonated|impersonation|sudo|kunde|kunden|konto|konten|' +
  'firma|firmen|unternehmen|betrieb|betriebe|klant|klanten|bedrijf|bedrijven|kund|kunder|klient|' +
  'cliente|clienti|empresa|cuenta|conta|conto|conti|azienda|aziende|compte|entreprise|societe)s?'

/** Which of them: a word for what tells one from another. */
const WHICH =
  '(id|gid|sid|uid|uuid|guid|oid|eid|ocid|slug|ref|reference|name|key|handle|code|login|token|' +
  'identifier|ident|identity|alias|urn|arn|pk|hash|shortname|domain|subdomain|path|uri|' +
  'kennung|schluessel|schlussel|codigo|codice|clave|cle|sleutel)s?'

/** The same in scripts that do not divide words, or have endings: found wherever they stand. */
const WHOSE_ELSEWHERE = new RegExp(
  'арендатор|тенант|организаци|орендар|організаці|ενοικιαστ|μισθωτ|οργανισμ|テナント|組織|' +
    'ワークスペース|租户|租戶|组织|工作区|工作區|테넌트|조직|워크스페이스|مستأجر|דייר|किरायेदार',
)

/** Letters of other scripts, and of Latin, that look like these (Unicode standard 39). */
const LOOK_ALIKES: ReadonlyMap<string, string> = new Map(
  Object.entries({
    ...{ a: 'аαɑ', b: 'ьƅ', c: 'сϲ', d: 'ԁ', e: 'еεєҽ', g: 'ɡ', h: 'һн', i: 'іιıӏ', j: 'ј' },
    ...{ k: 'кκ', l: 'łⅼ', m: 'м', n: 'пηո', o: 'оοσօø', p: 'рρ', q: 'ԛ', r: 'гᴦ', s: 'ѕꜱ' },
    ...{ t: 'тτᴛ', u: 'υսц', v: 'νѵ', w: 'ԝωѡ', x: 'хχ', y: 'уγү', z: 'ᴢ' },
  }).flatMap(([letter, others]) => [...others].map((other) => [other, letter] as const)),
)

/** Scripts that have such letters, beside Latin ones in one word. */
const ALIKE = '[\\p{sc=Cyrl}\\p{sc=Grek}\\p{sc=Armn}\\p{sc=Cher}\\p{sc=Copt}]'
const TWO_SCRIPTS = new RegExp(`\\p{sc=Latn}\\p{M}*${ALIKE}|${ALIKE}\\p{M}*\\p{sc=Latn}`, 'u')

/** Words that say nothing about which one is meant: where a value goes, or how it is compared. */
const NEUTRAL =
  'target|current|selected|other|parent|child|root|main|default|source|src|destination|dest|dst|' +
  'from|into|to|for|by|in|on|of|or|and|at|via|as|with|my|the|this|that|x|new|old|all|any|' +
  'filter|filters|where|query|params?|search|data|body|input|attributes|relationships|value|' +
  'values|list|eq|ne|neq|not|nin|is|like|ilike|contains|gt|gte|lt|lte|exact|include|includes|only'

const WHOSE_WORD = new RegExp(`^${WHOSE}$`)
const PERHAPS_WORD = new RegExp(`^${PERHAPS}$`)
const WHICH_WORD = new RegExp(`^${WHICH}$`)
const NEUTRAL_WORD = new RegExp(`^(${NEUTRAL})$`)
/** Words that were written as one. */
const BEFORE = '(x|target|current|selected|other|parent|my)?'
const WHOSE_AND_WHICH = new RegExp(`^${BEFORE}${WHOSE}(${WHICH})?$`)
const PERHAPS_AND_WHICH = new RegExp(`^${BEFORE}${PERHAPS}(${WHICH})?$`)

/**
 * Whether a name selects a workspace or a business: `tenant`, `businessId`, `filter[account_id]`,
 * `on_behalf_of`, `mandant_id`. `business_hours` and `account_number` do not. Case, punctuation and
 * digits only divide its words.
 */
export function selectsBusiness(name: string): boolean {
  if (WHOSE_ELSEWHERE.test(name.normalize('NFKC').toLowerCase())) return true
  return splitName(name).some(
    (words) => words.includes('behalf') || hasSelector(words, WHOSE_WORD, WHOSE_AND_WHICH),
  )
}

/**
 * Whether a name selects one in some products, so that only a person can tell. So may one that
 * mixes letters of scripts that look alike.
 */
export function maySelectBusiness(name: string): boolean {
  if (TWO_SCRIPTS.test(name.normalize('NFKC').replace(/\p{Cf}/gu, ''))) return true
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
    others.every((word) => whose.test(word) || NEUTRAL_WORD.test(word))
  )
}

/** The words of a name in lower case, by punctuation and digits; capitals may divide them too. */
function splitName(name: string): readonly (readonly string[])[] {
  const bare = name.normalize('NFKD').replace(/[\p{M}\p{Cf}]/gu, '')
  const plain = [...bare].map(foldLetter).join('')
  const divided = plain
    .replace(/([a-z0-9])([A-Z])/g, '$1 $2')
    .replace(/([A-Z])(?=[A-Z][a-z])/g, '$1 ')
  return [divided, plain].map((text) => text.toLowerCase().match(/[a-z]+/g) ?? [])
}

/** A Latin letter for one that looks like it, in the same case. */
function foldLetter(letter: string): string {
  const small = letter.toLowerCase()
  const folded = LOOK_ALIKES.get(small)
  if (folded === undefined) return letter
  return small === letter ? folded : folded.toUpperCase()
}
