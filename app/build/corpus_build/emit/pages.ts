import { posix } from 'node:path'
import type { Heading, SentRequest, StoredPage } from '../../../contract/build.ts'
import { findScriptLanguage } from '../../../contract/script_language.ts'
import { baseOf, pageFolder, prefixOf } from '../../../docs/model/addresses.ts'
import type { Corpus, CorpusPage, PageApi } from '../../../docs/model/corpus.ts'
import { PLAIN_LAYOUT } from '../../../docs/model/page_layout.ts'
import { toSearchDocument, trimBody } from '../../../docs/model/page_text.ts'
import type { SearchDocument } from '../../../docs/search/mod.ts'
import { textsFor } from '../../../docs/site/texts.ts'
import type { EmittedFile } from '../../../foundation/files/folder_writer.ts'
import type { CardDrawer } from '../../../text/content/card_drawer.ts'
import { digestCode } from '../../../text/content/code_cache.ts'
import type { DiagramDrawer } from '../../../text/content/diagram_drawer.ts'
import type { Highlighter } from '../../../text/content/highlighter.ts'
import { renderMath } from '../../../text/content/math.ts'
import { encodeUtf8, escapeMarkdown } from '../../../text/source_text/escape.ts'
import {
  type HtmlOptions,
  listDiagrams,
  listPrograms,
  type ParsedMarkdown,
  parseMarkdown,
  publishMarkdown,
  renderHtml,
} from '../../../text/source_text/markdown.ts'
import { writeFrontMatter } from '../../../text/source_text/yaml_text.ts'
import { createNavigation, navigationSourceOf } from '../theme/navigation.ts'
import { renderPage } from '../theme/page.ts'
import type { SisterLinks, Site } from '../theme/site.ts'
import { emitAsset, emitAssets } from './assets.ts'
import { createLinks } from './links.ts'
import { emitOtherPages } from './other_pages.ts'
import { createSisterLinks } from './sisters.ts'
import { emitSite } from './site.ts'

/** Everything made from one page: its two files, and its part of the files about all pages. */
export type EmittedPage = {
  readonly html: EmittedFile
  readonly twin: EmittedFile
  /** Pictures that are drawn from its text; another page may have the same. */
  readonly pictures: readonly EmittedFile[]
  readonly stored: StoredPage
  readonly document: SearchDocument
  /** The body with absolute links. */
  readonly markdown: string
  /** Digests of the code that was coloured. */
  readonly code: readonly string[]
}

type PageTools = {
  readonly highlighter: Highlighter
  readonly cards: Pick<CardDrawer, 'find'>
  readonly diagrams: DiagramDrawer
}

/** Renders pages one at a time, so that a large corpus is never all in memory. */
type PageEmitter = {
  readonly shared: readonly EmittedFile[]
  /** Digest of everything that pages are made from beside themselves. */
  readonly around: string
  /** Colours the code of a page, so that `emit()` finds the colours; else code is plain. */
  readonly prepare: (page: CorpusPage) => Promise<void>
  readonly emit: (page: CorpusPage) => EmittedPage
}

export function createPageEmitter(
  corpus: Corpus,
  { highlighter, cards, diagrams }: PageTools,
): PageEmitter {
  const { site, assets } = emitSite(corpus, cards)
  // All that a twin says beside its text is in English.
  const english = site.sisters?.old('') && createSisterLinks(corpus, textsFor('en'))
  // What a page shows of others is in their outlines; it is the same while only texts change.
  const outline = { ...corpus, pages: corpus.pages.map(outlineOf) }
  const links = createLinks(outline)
  const source = navigationSourceOf(outline)
  const pages = createNavigation(source, site.texts)
  // Parsed once: the pages that are being prepared are few.
  const prepared = new Map<CorpusPage, ParsedMarkdown>()
  const prepare = async (page: CorpusPage): Promise<void> => {
    const parsed = parseMarkdown(trimBody(page.body))
    prepared.set(page, parsed)
    await diagrams.prepare(listDiagrams(parsed))
    await highlighter.prepare(listPrograms(parsed))
  }
  const origins = corpus.registry.pages?.api_origins ?? []
  const renderView = createView({ site, links, pages, highlighter, origins })
  const emit = (page: CorpusPage): EmittedPage => {
    const body = trimBody(page.body)
    const parsed = prepared.get(page) ?? parseMarkdown(body)
    prepared.delete(page)
    const drawn = createPictures(diagrams, prefixOf(corpus.baseUrl))
    const published = publishMarkdown(body, parsed, links.absolute(page))
    const { markdown } = published
    const old = english?.old(page.path)
    const { bytes, bodyOffset } = renderTwin(page, corpus.baseUrl, markdown, old)
    const html = renderView(page, parsed, drawn.find)
    return {
      html: { path: `${pageFolder(page)}index.html`, bytes: encodeUtf8(html) },
      twin: { path: `${pageFolder(page)}index.md`, bytes },
      pictures: drawn.files,
      stored: {
        record: page.record,
        twin: `${pageFolder(page)}index.md`,
        bodyOffset,
        headings: [...headingsOf(parsed, markdown)],
      },
      document: toSearchDocument(page, parsed, published),
      markdown,
      code: listPrograms(parsed).map(digestCode),
    }
  }
  const all = [...assets, ...emitAssets(corpus), ...emitOtherPages(corpus, site, pages)]
  // A page may show the picture that is the logo, too.
  const shared = [...new Map(all.map((file) => [file.path, file])).values()]
  const around = digestAround({
    ...{ site, source, origins },
    ...{ assets: corpus.assets, sisters: corpus.sisters },
  })
  return { shared, around, prepare, emit }
}

type View = {
  readonly site: Site
  readonly links: ReturnType<typeof createLinks>
  readonly pages: ReturnType<typeof createNavigation>
  readonly highlighter: Highlighter
  /** To which pages may send requests. */
  readonly origins: readonly string[]
}

/** The HTML of a page, for people. */
function createView({ site, links, pages, highlighter, origins }: View) {
  return (page: CorpusPage, parsed: ParsedMarkdown, diagram: FindDiagram): string =>
    renderPage(site, {
      path: page.path,
      record: page.record,
      isUndated: page.isUndated === true,
      layout: page.layout ?? PLAIN_LAYOUT,
      file: page.api === undefined ? page.file : posix.join('pages', page.api.source),
      method: page.api?.method,
      request: findSent(page, origins),
      language: findOwnLanguage(page.body, site.language),
      bodyHtml: renderHtml(parsed, links.withinSite(page), {
        texts: site.texts,
        code: (program) => highlighter.find(program),
        math: drawMath,
        diagram,
        sizeOf: (href) => links.assetOf(page)(href)?.size,
      }),
      headings: parsed.headings,
      navigation: pages.lists(page.path),
      trail: pages.trail(page.path),
      ...pages.neighbours(page),
    })
}

/** A page without what is shown on no other page. */
function outlineOf({ file, path, record, capability, isRepaired, api }: CorpusPage): CorpusPage {
  const known = { ...record, description: '', updated: '' }
  const shown = {
    ...(isRepaired === undefined ? {} : { isRepaired }),
    ...(api ? { api: withoutRequest(api) } : {}),
  }
  return { file, path, record: known, capability, body: '', bodyLine: 0, ...shown }
}

function withoutRequest({ request, ...api }: PageApi): PageApi {
  return api
}

/** What a page may send: the registry names the origins, and the policy of pages has no other. */
function findSent({ api }: CorpusPage, origins: readonly string[]): SentRequest | undefined {
  const url = URL.parse(api?.request?.url ?? '')
  return url !== null && origins.includes(url.origin) ? api?.request : undefined
}

/** Paths of assets on this machine are in no page. */
function digestAround(facts: Readonly<Record<string, unknown>>): string {
  const text = JSON.stringify(facts, (_, value) => (value instanceof Map ? [...value] : value))
  return new Bun.CryptoHasher('sha256').update(text).digest('hex')
}

type FindDiagram = NonNullable<HtmlOptions['diagram']>

/** Gives the addresses of drawn diagrams, and collects their files. */
function createPictures(
  diagrams: DiagramDrawer,
  prefix: string,
): { readonly files: readonly EmittedFile[]; readonly find: FindDiagram } {
  const files: EmittedFile[] = []
  const place = (svg: string): string => {
    const file = emitAsset('diagram', 'svg', encodeUtf8(svg))
    files.push(file)
    return `${prefix}/${file.path}`
  }
  return {
    files,
    find: (source) => {
      const drawn = diagrams.find(source)
      if (drawn === undefined) return undefined
      const { width, height } = drawn
      return { light: place(drawn.light), dark: place(drawn.dark), width, height }
    },
  }
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
function renderTwin(
  page: CorpusPage,
  baseUrl: string,
  markdown: string,
  old?: ReturnType<SisterLinks['old']>,
): Twin {
  const { record } = page
  const { url, title, status, updated } = record
  const caution = old === undefined ? [] : [`> ${old.here} ${old.there} <${old.href}>\n`]
  const header = encodeUtf8(
    [
      writeFrontMatter({ ...record }),
      `# ${escapeMarkdown(title)}\n`,
      `> Machine-readable index of this documentation: ${baseOf(baseUrl)}/llms.txt\n`,
      ...caution,
      `Status: \`${status}\`. Updated: ${updated}. Web page: <${url}>\n\n`,
    ].join('\n'),
  )
  const body = encodeUtf8(trimBody(markdown))
  const bytes = new Uint8Array(header.length + body.length)
  bytes.set(header)
  bytes.set(body, header.length)
  return { bytes, bodyOffset: header.length }
}
