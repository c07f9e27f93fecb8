import { Type } from '@sinclair/typebox'
import { LIMITS } from '../../../contract/limits.ts'
import { DATE_PATTERN } from '../../../contract/page.ts'
import { kind } from '../../../contract/registry.ts'
import { closed, line, oneLine, oneOf, patternText } from '../../../contract/registry_words.ts'
import { STANDINGS_WRITTEN } from '../../../docs/model/corpus.ts'
import { LayoutSchema } from './page_layout.ts'
import { QuestionsSchema } from './page_questions.ts'

const keyword = Type.String({ minLength: 1, maxLength: LIMITS.phraseCharactersMax })
const oldAddress = patternText('^/', 'a path of this site, such as /guides/old-name/')

/** The keys of a page. Texts are checked one by one, where a problem can say more than a schema. */
export const FrontMatterSchema = Type.Object(
  {
    title: Type.Optional(oneLine(LIMITS.titleCharactersMax)),
    description: Type.Optional(
      Type.String({ minLength: 1, maxLength: LIMITS.descriptionCharactersMax }),
    ),
    updated: Type.Optional(patternText(DATE_PATTERN, 'a date as YYYY-MM-DD')),
    undated: Type.Optional(Type.Literal(true)),
    kind: Type.Optional(kind),
    capability: Type.Optional(line),
    keywords: Type.Optional(Type.Array(keyword, { maxItems: LIMITS.keywordsMax })),
    ...QuestionsSchema.properties,
    search: Type.Optional(oneOf(STANDINGS_WRITTEN)),
    ...LayoutSchema.properties,
    moved_from: Type.Optional(line),
    redirect_from: Type.Optional(Type.Union([oldAddress, Type.Array(oldAddress)])),
  },
  closed,
)
