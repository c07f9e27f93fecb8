import { type Static, Type } from '@sinclair/typebox'
import {
  CAPABILITY_STATUSES,
  type CapabilityStatus,
  CapabilityStatusSchema,
  factsOf,
} from './statuses.ts'

/** An opaque page id: a letter and digits. Never parse it (contract 2). */
export const PAGE_ID_PATTERN = '^[a-z][0-9]+$'

/** A readable classification of pages, in snake_case. */
export const KIND_PATTERN = '^[a-z][a-z0-9_]{0,31}$'

/** What a pattern asks for, in words: a refusal never shows a bare regular expression. */
export function describePattern(pattern: string): string {
  switch (pattern) {
    case PAGE_ID_PATTERN:
      return 'a page id such as p12'
    case KIND_PATTERN:
      return 'a kind of page such as guide'
    default:
      return 'a text of the form that the schema asks for'
  }
}

/** RFC 3339 full-date. */
export const DATE_PATTERN = '^[0-9]{4}-[0-9]{2}-[0-9]{2}$'

/** Present on the record of a page, and on a capability, that promises more than it does. */
export const NoticeSchema = Type.Optional(
  Type.String({
    description: `Present when the status is ${listCautious()}: says in words what it means.`,
  }),
)

const recordFields = {
  id: Type.String({ pattern: PAGE_ID_PATTERN, description: 'Stable, opaque page id.' }),
  kind: Type.String({ pattern: KIND_PATTERN, description: 'Readable classification of the page.' }),
  url: Type.String({ format: 'uri', description: 'Canonical address of the HTML page.' }),
  title: Type.String({ minLength: 1, description: 'Title of the page.' }),
  description: Type.String({ minLength: 1, description: 'Summary in one paragraph.' }),
  status: CapabilityStatusSchema,
  updated: Type.String({
    format: 'date',
    pattern: DATE_PATTERN,
    description: 'Date of the last update, RFC 3339 full-date.',
  }),
  markdown_url: Type.String({
    format: 'uri',
    description: 'Address of the Markdown twin: the canonical address plus index.md.',
  }),
  notice: NoticeSchema,
}

/** A page without its body: the record that search and lists return (contract 2). */
export const PageRecordSchema = Type.Object(recordFields, { $id: 'PageRecord' })
export type PageRecord = Static<typeof PageRecordSchema>

export const SearchSectionSchema = Type.Object({
  heading: Type.String({ description: 'Heading of the section.' }),
  anchor: Type.String({ description: 'Id of the heading in the HTML page.' }),
  snippet: Type.String({ description: 'Plain text around the match, shortened.' }),
})

/** A page record as search returns it: with the best section and passage, where there is one. */
export const SearchRecordSchema = Type.Object(
  {
    ...recordFields,
    section: Type.Optional(SearchSectionSchema),
    passage: Type.Optional(
      Type.String({
        description:
          'On the best results: whole sentences of the page that answer best, as Markdown, from ' +
          '`section` where there is one.',
      }),
    ),
  },
  { $id: 'SearchRecord' },
)

/** What only a search adds to a record; all else is the same on every interface. */
export const SEARCH_MEMBERS = ['section', 'passage'] as const
export type SearchRecord = Static<typeof SearchRecordSchema>

/** A page with its body as Markdown; links in it are absolute. */
export const PageSchema = Type.Object(
  { ...recordFields, markdown: Type.String({ description: 'Body of the page as Markdown.' }) },
  { $id: 'Page' },
)

/** Narrows a search or a list. */
export type PageFilter = {
  readonly kind?: string | undefined
  readonly status?: CapabilityStatus | undefined
}

/** The statuses whose records carry a notice, the least usable first. */
function listCautious(): string {
  const names = CAPABILITY_STATUSES.filter((status) => factsOf(status).notice !== undefined)
  return names
    .map((status) => `\`${status}\``)
    .reverse()
    .join(' or ')
}
