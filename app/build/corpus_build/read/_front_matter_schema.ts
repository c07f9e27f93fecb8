import { Type } from '@sinclair/typebox'
import { DATE_PATTERN } from '../../../contract/page.ts'
import { kind } from '../../../contract/registry.ts'
import { SEARCH_PHRASE_CHARACTERS_MAX } from '../../../contract/registry_search.ts'
import { closed, line, oneLine, oneOf, patternText } from '../../../contract/registry_words.ts'
import { STANDINGS_WRITTEN } from '../../../docs/model/page_search.ts'
import { DESCRIPTION_CHARACTERS_MAX, TITLE_CHARACTERS_MAX } from '../../../docs/model/page_text.ts'
import { LayoutSchema } from './page_layout.ts'

/** More keywords would be a text, which belongs into the description. */
export const KEYWORDS_MAX = 20

const keyword = Type.String({ minLength: 1, maxLength: SEARCH_PHRASE_CHARACTERS_MAX })
const oldAddress = patternText('^/', 'a path of this site, such as /guides/old-name/')

/** The keys of a page. Texts are checked one by one, where a problem can say more than a schema. */
export const FrontMatterSchema = Type.Object(
  {
    title: Type.Optional(oneLine(TITLE_CHARACTERS_MAX)),
    description: Type.Optional(
      Type.String({ minLength: 1, maxLength: DESCRIPTION_CHARACTERS_MAX }),
    ),
    updated: Type.Optional(patternText(DATE_PATTERN, 'a date as YYYY-MM-DD')),
    undated: Type.Optional(Type.Literal(true)),
    kind: Type.Optional(kind),
    capability: Type.Optional(line),
    keywords: Type.Optional(Type.Array(keyword, { maxItems: KEYWORDS_MAX })),
    search: Type.Optional(oneOf(STANDINGS_WRITTEN)),
    ...LayoutSchema.properties,
    moved_from: Type.Optional(line),
    redirect_from: Type.Optional(Type.Union([oldAddress, Type.Array(oldAddress)])),
  },
  closed,
)
