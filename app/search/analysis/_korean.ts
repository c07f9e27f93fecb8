/** A shorter word may be a noun that only ends like a particle. */
const LETTERS_MIN = 3

/** Endings of verbs that are made from a noun: 등록하는 and 등록합니다 are forms of 등록. */
const VERB_ENDINGS =
  '다|는|기|고|게|면|며|지|여|거나|려면|려고|도록|세요|십시오|나요|니까|던|자|지만|면서|는데|는지|' +
  '기도|기는|기를|기에|지는|다면|더라도|는가|시면|었다|었습니다|었는지|었던|였다|였습니다|어|어야|어서'
const CONTRACTED_ENDINGS =
  '다|까|서|야|도|요|던|다면|다는|다고|지|수|니다|니까|습니다|습니까|는지|으면|을|음'
const NOUN_VERB = new RegExp(
  `^(\\p{sc=Hangul}{2,}?)(?:(?:하|되|시키)(?:${VERB_ENDINGS})|` +
    `(?:한|할|함|해|했|합|된|될|됨|돼|됐|됩)(?:${CONTRACTED_ENDINGS})?)$`,
  'u',
)

/** Particles, which are written behind a noun without a space, the longest first. */
const PARTICLES = new RegExp(
  '(?:으로부터|에서는|에서도|으로는|으로써|으로서|에게서|이라는|인가요|입니다|로부터|에서|에게|으로|부터|까지|처럼|' +
    '보다|이나|이란|이면|이고|이며|에는|에도|로는|로써|로서|라는|라고|와의|과의|만큼|마다|' +
    '은|는|이|가|을|를|의|에|로|와|과|도|만|란|인)$',
  'u',
)
/** Those that no noun of two syllables ends with by chance. */
const SHORT_PARTICLES = /(?<=^.)[을를는은에]$/u
const PLURAL = /(?<=..)들$/u

/** Endings of other verbs; those that nouns end with as well are absent. */
const OTHER_ENDINGS =
  /(?<=.)(?:으려면|려면|려고|습니다|습니까|나요|는지|어야|아야|으면|도록|면서)$/u

/** A Korean word without its particles, or without the ending of a verb. */
export function stemKorean(word: string): string {
  if (word.length < LETTERS_MIN) return word.replace(SHORT_PARTICLES, '')
  const [, noun] = NOUN_VERB.exec(word) ?? []
  if (noun !== undefined) return noun
  const bare = word.replace(OTHER_ENDINGS, '')
  return bare !== word ? bare : word.replace(PARTICLES, '').replace(PLURAL, '')
}
