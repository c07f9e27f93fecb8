import { LIMITS } from '../../contract/limits.ts'
import { normalizeQuery } from '../../contract/query.ts'
import { ok, type Result } from '../../contract/result.ts'
import type { ReportedQuery, SearchReportContent } from '../../contract/search_report.ts'
import { openPublicDocs, type Snapshot } from '../../docs/public_docs/mod.ts'
import type { Document } from './documents.ts'

/** How many pages beside the first are named, for the reader who must choose one. */
const OTHERS = 2

/** A question that a page may answer: what was asked, and the pages that search finds. */
type QuestionDraft = ReportedQuery & {
  /** The page file below `pages/` without its extension; absent where search finds none. */
  readonly page?: string
  /** The anchor of the section that search shows. */
  readonly section?: string
  readonly others: readonly string[]
}

/** Drafts questions from searches that a service answered weakly or not at all, and still does. */
export async function draftQuestions(
  documents: readonly Pick<Document, 'id' | 'name'>[],
  options: Parameters<typeof openPublicDocs>[0],
  { top_weak, top_empty }: SearchReportContent,
): Promise<Result<readonly QuestionDraft[], string>> {
  const opened = await openPublicDocs(options)
  if (!opened.ok) return opened
  const docs = opened.value
  try {
    const names = new Map(documents.map(({ id, name }) => [id, name]))
    const asked = [...top_weak, ...top_empty].filter(
      ({ query }) => [...query].length <= LIMITS.questionCharactersMax,
    )
    return ok(asked.flatMap((each) => draft(each, docs.current(), names)))
  } finally {
    docs.close()
  }
}

function draft(
  { query, asked }: ReportedQuery,
  snapshot: Snapshot,
  names: ReadonlyMap<string, string>,
): readonly QuestionDraft[] {
  const { records, outcome } = snapshot.search(normalizeQuery(query), OTHERS + 1)
  if (outcome === 'found') return []
  const [page, ...others] = records.flatMap(({ id }) => names.get(id) ?? [])
  const anchor = records[0]?.section?.anchor
  return [
    {
      query,
      asked,
      ...(page === undefined ? {} : { page }),
      ...(anchor === undefined ? {} : { section: anchor }),
      others,
    },
  ]
}

/** Formats drafts as front matter, by page; comments say what their writer must know. */
export function formatDrafts(drafts: readonly QuestionDraft[]): string {
  if (drafts.length === 0) return 'Nothing to draft: no search of the report is weak or empty now'
  const byPage = Map.groupBy(drafts, ({ page }) => page)
  const blocks = [...byPage].map(([page, own]) => {
    const head =
      page === undefined
        ? '# No page has a word of these: choose the page that answers, or write it'
        : `# pages/${page}.md, if it answers these`
    return [head, 'questions:', ...own.flatMap(formatDraft)].join('\n')
  })
  return blocks.join('\n\n')
}

function formatDraft({ query, asked, section, others }: QuestionDraft): readonly string[] {
  const next = others.length === 0 ? '' : `; next: ${others.join(', ')}`
  const comment = `  # asked ${asked === 1 ? 'once' : `${asked} times`}${next}`
  const text = JSON.stringify(query)
  if (section === undefined) return [`  - ${text}${comment}`]
  return [`  - ask: ${text}${comment}`, `    section: ${JSON.stringify(section)}`]
}
