import type { Document } from '../../app/checks/evaluator/documents.ts'
import { parseMarkdown } from '../../app/text/source_text/markdown.ts'
import { readSearchText } from '../../app/text/source_text/search_text.ts'
import type { Maker } from './_engines/engine.ts'
import type { EngineAnswer } from './_held_out_score.ts'
import { splitPage } from './agents/_sections.ts'

const PAGES = 10
const PAGES_SHOWN = 3

/**
 * A peer that shows passages: it ranks pages, and of each of the first ones it shows the section
 * that the same engine ranks best among all sections, whole. A page without such a section shows
 * its beginning. `bodies` are the Markdown of the documents, in their order.
 */
export function createSectionPeer(
  maker: Maker,
  documents: readonly Document[],
  bodies: readonly string[],
): (query: string) => EngineAnswer {
  const sections = splitSections(documents, bodies)
  const pageIndex = maker.build(documents)
  const sectionIndex = maker.build(sections.map(({ document }) => document))
  return (query) => {
    const pages = pageIndex.search(query, PAGES)
    const ranked = sectionIndex.search(query, sections.length).map((at) => sections[at])
    const passages = pages.slice(0, PAGES_SHOWN).map((page) => {
      const found = ranked.find((section) => section?.page === page)
      return (found ?? sections.find((section) => section.page === page))?.markdown ?? ''
    })
    const names = pages.map((page) => documents[page]?.name ?? '')
    return { pages: names, passages, isSure: pages.length > 0 }
  }
}

type Section = {
  /** Position of its page. */
  readonly page: number
  readonly markdown: string
  readonly document: Document
}

/** Every section as a document with the title of its page. */
function splitSections(
  documents: readonly Document[],
  bodies: readonly string[],
): readonly Section[] {
  return documents.flatMap((document, page) =>
    splitPage(bodies[page] ?? '').map(({ text: markdown }) => {
      const { text, sections } = readSearchText(parseMarkdown(markdown))
      return { page, markdown, document: { ...document, description: '', body: text, sections } }
    }),
  )
}
