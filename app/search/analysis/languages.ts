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

/** Takes the ending off a word of a language. */
export function stemIn(language: string, word: string): string {
  return (LANGUAGES[language]?.stem ?? ENGLISH)(word)
}
