import { Type } from '@sinclair/typebox'
import { LIMITS } from './limits.ts'
import { closed, oneLine } from './registry_words.ts'

/** A service holds all synonyms of its corpus in memory. */
const ENTRIES_MAX = 500
const MEANINGS_MAX = 4

const phrase = oneLine(LIMITS.phraseCharactersMax)

/** What readers call things, where the pages have other words for them. */
export const SearchSchema = Type.Object(
  {
    /** A phrase of readers, and the words of the pages. */
    synonyms: Type.Optional(
      Type.Array(
        Type.Object(
          { phrase, means: Type.Array(phrase, { minItems: 1, maxItems: MEANINGS_MAX }) },
          closed,
        ),
        { maxItems: ENTRIES_MAX },
      ),
    ),
    /** A phrase that stands for one page: a path below `pages/`. */
    aliases: Type.Optional(
      Type.Array(Type.Object({ phrase, page: oneLine(300) }, closed), { maxItems: ENTRIES_MAX }),
    ),
  },
  closed,
)
