import { posix } from 'node:path'
import type { Heading, StoredPage } from '../../../contract/build.ts'
import { findScriptLanguage } from '../../../contract/script_language.ts'
import { baseOf, pageFolder } from '../../../docs/model/addresses.ts'
import type { Corpus, CorpusPage } from '../../../docs/model/corpus.ts'
import { PLAIN_LAYOUT } from '../../../docs/model/page_layout.ts'
import { toSearchDocument, trimBody } from '../../../docs/model/page_text.ts'
import type { SearchDocument } from '../../../docs/search/mod.ts'
import type { EmittedFile } from '../../../foundation/files/folder_writer.ts'
import type { CardDrawer } from '../../../text/content/card_drawer.ts'
import type { Highlighter } from '../../../text/content/highlighter.ts'
import { renderMath } from '../../../text/content/math.ts'
import { encodeUtf8, escapeMarkdown } from '../../../text/source_text/escape.ts'
import {
  listPrograms,
  type ParsedMarkdown,
  parseMarkdown,
  renderHtml,
  resolveMarkdown,
} from '../../../text/source_text/markdown.ts'
import { readSearchText } from '../../../text/source_text/search_text.ts'
import { writeFrontMatter } from '../../../text/source_text/yaml_text.ts'
import { createNavigation, navigationSourceOf } from '../theme/navigation.ts'
import { renderPage } from '../theme/page.ts'
import { emitAssets } from './assets.ts'
import { createLinks } from './links.ts'
import { emitOtherPages } from './other_pages.ts'
import { emitSite } from './site.ts'

/** Everything made from one page: its two files, and its part of the files about all pages. */
type EmittedPage = {
  readonly html: EmittedFile
  readonly twin: EmittedFile
  readonly stored: StoredPage
  readonly document: SearchDocument
  /** The body with absolute links. */
  readonly markdown: string
}

type PageTools = {
  readonly highlighter: Highlighter
  readonly cards: Pick<CardDrawer, 'find'>
}

/** Renders pages one at a time, so that a large corpus is never all in memory. */
type PageEmitter = {
  readonly shared: readonly EmittedFile[]
  /** Colours the code of a page, so that `emit()` finds the colours; else code is plain. */
  readonly prepare: (page: CorpusPage) => Promise<void>
  readonly emit: (page: CorpusPage) => EmittedPage
}

export function createPageEmitter(corpus: Corpus, { highlighter, cards }: PageTools): PageEmitter {
  const { site, assets } = emitSite(corpus, cards)
  const links = createLinks(corpus)
  const pages = createNavigation(navigationSourceOf(corpus), site.texts)
  // Parsed once: the pages that are being prepared are few.
  const prepared = new Map<CorpusPage, ParsedMarkdown>()
  const prepare = async (page: CorpusPage): Promise<void> => {
    const parsed = parseMarkdown(trimBody(page.body))
    prepared.set(page, parsed)
    await highlighter.prepare(listPrograms(parsed))
  }
  const emit = (page: CorpusPage): EmittedPage => {
    const body = trimBody(page.body)
    const parsed = prepared.get(page) ?? parseMarkdown(body)
    prepared.delete(page)
    const { headings } = parsed
    const markdown = resolveMarkdown(body, parsed, links.absolute(page))
    const { bytes, bodyOffset } = renderTwin(page, corpus.baseUrl, markdown)
    const html = renderPage(site, {
      record: page.record,
      isUndated: page.isUndated === true,
      layout: page.layout ?? PLAIN_LAYOUT,
      file: page.api === undefined ? page.file : posix.join('pages', page.api.source),
      method: page.api?.method,
      language: findOwnLanguage(body, site.language),
      bodyHtml: renderHtml(parsed, links.withinSite(page), {
        texts: site.texts,
        code: (program) => highlighter.find(program),
        math: drawMath,
        sizeOf: (href) => links.assetOf(page)(href)?.size,
      }),
      headings,
      navigation: pages.html(page.path),
      trail: pages.trail(page.path),
      ...pages.neighbours(page),
    })
    const twinPath = `${pageFolder(page)}index.md`
    return {
      html: { path: `${pageFolder(page)}index.html`, bytes: encodeUtf8(html) },
      twin: { path: twinPath, bytes },
      stored: {
        record: page.record,
        twin: twinPath,
        bodyOffset,
        headings: [...headingsOf(parsed, markdown)],
      },
      document: toSearchDocument(page, readSearchText(parsed)),
      markdown,
    }
  }
  const all = [...assets, ...emitAssets(corpus), ...emitOtherPages(corpus, site, pages)]
  // A page may show the picture that is the logo, too.
  const shared = [...new Map(all.map((file) => [file.path, file])).values()]
  return { shared, prepare, emit }
}

/** The language of a page by its script, if the site is in another. */
function findOwnLanguage(body: string, language: string): string | undefined {
  const own = findScriptLanguage(body)
  return own === language.toLowerCase().split('-')[0] ? undefined : own
}

/** The headings with their lines in the published Markdown, which may have more lines. */
function headingsOf(parsed: ParsedMarkdown, markdown: string): readonly Heading[] {
  if (parsed.edits.length === 0) return parsed.headings
  const published = parseMarkdown(markdown).headings
  return parsed.headings.map((heading, at) => ({
    ...heading,
    line: published[at]?.line ?? heading.line,
  }))
}

/** A formula with a fault is a problem, which stops a build; a preview shows its source. */
function drawMath(tex: string, isBlock: boolean): string | undefined {
  const drawn = renderMath(tex, isBlock)
  return 'html' in drawn ? drawn.html : undefined
}

/** A Markdown twin; the body starts at `bodyOffset`, in bytes. */
type Twin = { readonly bytes: Uint8Array; readonly bodyOffset: number }

/**
 * The Markdown twin of a page (contract 2): the record as front matter, then title, a pointer to
 * the index, status and date for readers that ignore front matter, then the body.
 */
function renderTwin(page: CorpusPage, baseUrl: string, markdown: string): Twin {
  const { record } = page
  const { url, title, status, updated } = record
  const header = encodeUtf8(
    [
      writeFrontMatter({ ...record }),
      `# ${escapeMarkdown(title)}\n`,
      `> Machine-readable index of this documentation: ${baseOf(baseUrl)}/llms.txt\n`,
      `Status: \`${status}\`. Updated: ${updated}. Web page: <${url}>\n\n`,
    ].join('\n'),
  )
  const body = encodeUtf8(trimBody(markdown))
  const bytes = new Uint8Array(header.length + body.length)
  bytes.set(header)
  bytes.set(body, header.length)
  return { bytes, bodyOffset: header.length }
}
