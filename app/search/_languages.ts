import { stemmer as stemDutch } from '@orama/stemmers/dutch'
import { stemmer as stemFrench } from '@orama/stemmers/french'
import { stemmer as stemGerman } from '@orama/stemmers/german'
import { stemmer as stemItalian } from '@orama/stemmers/italian'
import { stemmer as stemPortuguese } from '@orama/stemmers/portuguese'
import { stemmer as stemRussian } from '@orama/stemmers/russian'
import { stemmer as stemSpanish } from '@orama/stemmers/spanish'
import { stemmer as stemSwedish } from '@orama/stemmers/swedish'
import { stopwords as dutch } from '@orama/stopwords/dutch'
import { stopwords as english } from '@orama/stopwords/english'
import { stopwords as french } from '@orama/stopwords/french'
import { stopwords as german } from '@orama/stopwords/german'
import { stopwords as italian } from '@orama/stopwords/italian'
import { stopwords as portuguese } from '@orama/stopwords/portuguese'
import { stopwords as russian } from '@orama/stopwords/russian'
import { stopwords as spanish } from '@orama/stopwords/spanish'
import { stopwords as swedish } from '@orama/stopwords/swedish'
import { stemmer as stemEnglish } from 'stemmer'

type Stem = (word: string) => string

const ENGLISH: Stem = (word) => (/^[a-z]+$/.test(word) ? stemEnglish(word) : word)

/** Identifiers and borrowed words stand in texts of every script. */
const RUSSIAN: Stem = (word) => (/^[a-z]+$/.test(word) ? stemEnglish(word) : stemRussian(word))

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
  ru: { stem: RUSSIAN, functionWords: russian },
  sv: { stem: stemSwedish, functionWords: swedish },
  // These have no endings as others have, or rules of their own; English words stand in them.
  ja: { stem: ENGLISH, functionWords: english },
  ko: { stem: ENGLISH, functionWords: english },
  zh: { stem: ENGLISH, functionWords: english },
}

/** The language subtag of a tag such as `pt-BR`; English for a language without rules. */
export function findLanguage(tag: string): string {
  const [language = ''] = tag.toLowerCase().split('-')
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
