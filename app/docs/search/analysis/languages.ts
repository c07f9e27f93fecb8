import { stemmer as stemArabic } from '@orama/stemmers/arabic'
import { stemmer as stemDanish } from '@orama/stemmers/danish'
import { stemmer as stemDutch } from '@orama/stemmers/dutch'
import { stemmer as stemFinnish } from '@orama/stemmers/finnish'
import { stemmer as stemFrench } from '@orama/stemmers/french'
import { stemmer as stemGerman } from '@orama/stemmers/german'
import { stemmer as stemGreek } from '@orama/stemmers/greek'
import { stemmer as stemHungarian } from '@orama/stemmers/hungarian'
import { stemmer as stemIndonesian } from '@orama/stemmers/indonesian'
import { stemmer as stemItalian } from '@orama/stemmers/italian'
import { stemmer as stemNorwegian } from '@orama/stemmers/norwegian'
import { stemmer as stemPortuguese } from '@orama/stemmers/portuguese'
import { stemmer as stemRomanian } from '@orama/stemmers/romanian'
import { stemmer as stemRussian } from '@orama/stemmers/russian'
import { stemmer as stemSpanish } from '@orama/stemmers/spanish'
import { stemmer as stemSwedish } from '@orama/stemmers/swedish'
import { stemmer as stemTurkish } from '@orama/stemmers/turkish'
import { stemmer as stemUkrainian } from '@orama/stemmers/ukrainian'
import { stopwords as arabic } from '@orama/stopwords/arabic'
import { stopwords as danish } from '@orama/stopwords/danish'
import { stopwords as dutch } from '@orama/stopwords/dutch'
import { stopwords as english } from '@orama/stopwords/english'
import { stopwords as finnish } from '@orama/stopwords/finnish'
import { stopwords as french } from '@orama/stopwords/french'
import { stopwords as german } from '@orama/stopwords/german'
import { stopwords as greek } from '@orama/stopwords/greek'
import { stopwords as hungarian } from '@orama/stopwords/hungarian'
import { stopwords as indonesian } from '@orama/stopwords/indonesian'
import { stopwords as italian } from '@orama/stopwords/italian'
import { stopwords as norwegian } from '@orama/stopwords/norwegian'
import { stopwords as portuguese } from '@orama/stopwords/portuguese'
import { stopwords as romanian } from '@orama/stopwords/romanian'
import { stopwords as russian } from '@orama/stopwords/russian'
import { stopwords as spanish } from '@orama/stopwords/spanish'
import { stopwords as swedish } from '@orama/stopwords/swedish'
import { stopwords as turkish } from '@orama/stopwords/turkish'
import { stopwords as ukrainian } from '@orama/stopwords/ukrainian'
import { stemmer as stemEnglish } from 'stemmer'
import { normalizeQuery } from '../../../contract/query.ts'
import { scanWords, WORDS_ALONE } from './words.ts'

type Stem = (word: string) => string

const ENGLISH: Stem = (word) => (/^[a-z]+$/.test(word) ? stemEnglish(word) : word)

/** Identifiers and borrowed words stand in texts of every script. */
function stemScript(stem: Stem): Stem {
  return (word) => (/^[a-z]+$/.test(word) ? stemEnglish(word) : stem(word))
}

/** Umlauts are folded away; without them people write `ue`, which is one except in `neue`. */
const GERMAN: Stem = (word) =>
  stemGerman(word.replace(/ae|oe|(?<![aeoq])ue/g, ([letter = '']) => letter))

// The index folds accents away, and these endings are known with them only.
const SPANISH: Stem = (word) => stemSpanish(word.replace(/cion$/, 'ción'))
const PORTUGUESE: Stem = (word) =>
  stemPortuguese(
    word
      .replace(/cao$/, 'ção')
      .replace(/coes$/, 'ções')
      .replace(/ssoes$/, 'ssao'),
  )

/** Without its accent `ändern` (to change) would be a form of `andere`. */
const GERMAN_WORDS = german.filter((word) => word !== 'andern')

const LANGUAGES: Readonly<
  Record<string, { readonly stem: Stem; readonly functionWords: readonly string[] }>
> = {
  en: { stem: ENGLISH, functionWords: english },
  de: { stem: GERMAN, functionWords: GERMAN_WORDS },
  fr: { stem: stemFrench, functionWords: french },
  es: { stem: SPANISH, functionWords: spanish },
  pt: { stem: PORTUGUESE, functionWords: portuguese },
  it: { stem: stemItalian, functionWords: italian },
  nl: { stem: stemDutch, functionWords: dutch },
  ru: { stem: stemScript(stemRussian), functionWords: russian },
  sv: { stem: stemSwedish, functionWords: swedish },
  // No question measures these.
  ar: { stem: stemScript(stemArabic), functionWords: arabic },
  da: { stem: stemDanish, functionWords: danish },
  el: { stem: stemScript(stemGreek), functionWords: greek },
  fi: { stem: stemFinnish, functionWords: finnish },
  hu: { stem: stemHungarian, functionWords: hungarian },
  id: { stem: stemIndonesian, functionWords: indonesian },
  no: { stem: stemNorwegian, functionWords: norwegian },
  ro: { stem: stemRomanian, functionWords: romanian },
  tr: { stem: stemTurkish, functionWords: turkish },
  uk: { stem: stemScript(stemUkrainian), functionWords: ukrainian },
  // These have no endings as others have, or rules of their own; English words stand in them.
  ja: { stem: ENGLISH, functionWords: english },
  ko: { stem: ENGLISH, functionWords: english },
  zh: { stem: ENGLISH, functionWords: english },
}

/** Those that have function words of their own. */
export const WORDED_LANGUAGES = Object.keys(LANGUAGES).filter((tag) => {
  return tag === 'en' || listFunctionWords(tag) !== english
})

/** Both written forms of Norwegian have tags of their own. */
const NORWEGIAN = new Set(['nb', 'nn'])

/** The language subtag of a tag such as `pt-BR`; English for a language without rules. */
export function findLanguage(tag: string): string {
  const [first = ''] = tag.toLowerCase().split('-')
  const language = NORWEGIAN.has(first) ? 'no' : first
  return Object.hasOwn(LANGUAGES, language) ? language : 'en'
}

/** The function words of a language. */
export function listFunctionWords(language: string): readonly string[] {
  return LANGUAGES[language]?.functionWords ?? english
}

/** Shorter words have no ending to remove. */
const LETTERS_MIN = 3

const LETTERS = /^\p{L}+$/u
const HANGUL = /^\p{sc=Hangul}+$/u
/** The long vowel at the end of a borrowed Japanese word, which many leave out. */
const LONG_VOWEL = /(?<=^[\p{sc=Katakana}ー]{3,})ー$/u

/**
 * The stem of a word: `configuring` and `configured` share one. A word with anything but letters is
 * its own stem.
 */
export function stemWord(word: string, language = 'en'): string {
  if (HANGUL.test(word)) return stemKorean(word)
  if (word.length < LETTERS_MIN || !LETTERS.test(word)) return word
  if (word.endsWith('ー')) return word.replace(LONG_VOWEL, '')
  return (LANGUAGES[language]?.stem ?? ENGLISH)(word)
}

/** The stems of the words of a phrase in a language, in order. */
export function listStems(phrase: string, language: string): readonly string[] {
  const stems: string[] = []
  const word = (text: string) => void stems.push(stemWord(text, language))
  scanWords(normalizeQuery(phrase), { ...WORDS_ALONE, word })
  return stems
}

/** A shorter word may be a noun that only ends like a particle. */
const KOREAN_LETTERS_MIN = 3

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
function stemKorean(word: string): string {
  if (word.length < KOREAN_LETTERS_MIN) return word.replace(SHORT_PARTICLES, '')
  const [, noun] = NOUN_VERB.exec(word) ?? []
  if (noun !== undefined) return noun
  const bare = word.replace(OTHER_ENDINGS, '')
  return bare !== word ? bare : word.replace(PARTICLES, '').replace(PLURAL, '')
}
