import { findScriptLanguage } from '../../../contract/script_language.ts'
import { listFunctionWords, WORDED_LANGUAGES } from './languages.ts'

/** A paragraph or two; less may be a list of names, and more says nothing else. */
const WORDS_MIN = 40
const CHARACTERS_MAX = 6_000
/** About every fifth word of a text is a function word that only its language has. */
const SHARE_MIN = 0.08
const OTHERS_MAX = 0.3

const NO_PROSE = /```[\s\S]*?(?:```|$)|`[^`]*`|https?:\S+|<[^<>]*>/g

/** A single letter is a mark or a part of a name. */
const WORD = /(?<![\p{L}\p{N}_])\p{L}{2,}(?![\p{L}\p{N}_])/gu

/** The language of a text by its script or its function words, if that is certain. */
export function findTextLanguage(text: string): string | undefined {
  const script = findScriptLanguage(text)
  if (script !== undefined) return script
  const prose = text.slice(0, CHARACTERS_MAX).replace(NO_PROSE, ' ').toLowerCase()
  const words = prose.match(WORD) ?? []
  const counts = new Map<string, number>()
  for (const word of words) {
    const language = ownWords().get(word)
    if (language !== undefined) counts.set(language, (counts.get(language) ?? 0) + 1)
  }
  const [best, second] = [...counts].sort(([, a], [, b]) => b - a)
  if (best === undefined || words.length < WORDS_MIN) return undefined
  const [language, count] = best
  const isCertain = count >= words.length * SHARE_MIN && (second?.[1] ?? 0) <= count * OTHERS_MAX
  return isCertain ? language : undefined
}

let known: ReadonlyMap<string, string | undefined> | undefined

/** Function words that one language has; those of several say nothing. */
function ownWords(): ReadonlyMap<string, string | undefined> {
  if (known !== undefined) return known
  const languages = new Map<string, string | undefined>()
  for (const tag of WORDED_LANGUAGES) {
    for (const word of listFunctionWords(tag)) {
      languages.set(word, languages.has(word) ? undefined : tag)
    }
  }
  known = languages
  return known
}
