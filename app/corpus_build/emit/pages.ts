import type { StoredPage } from '../../contract/build.ts'
import type { EmittedFile } from '../../files/folder_writer.ts'
import type { SearchDocument } from '../../public_docs/mod.ts'
import { utf8 } from '../../source_text/escape.ts'
import { absoluteMarkdown, parseMarkdown, renderHtml } from '../../source_text/markdown.ts'
import { type SearchText, searchText } from '../../source_text/search_text.ts'
import { pageFolder, prefixOf } from '../model/addresses.ts'
import type { Corpus, CorpusPage } from '../model/corpus.ts'
import { notFoundHtml, pageHtml, type Site } from '../theme/page.ts'
import style from '../theme/style.css' with { type: 'text' }
import { corpusLinks } from './links.ts'
import { navigatedSite, navigation } from './navigation.ts'
import { bodyText, twin } from './twin.ts'

/** Digits of the digest in the name of an asset, which browsers may keep for ever. */
const ASSET_DIGITS = 16

/** All that is made of one page: its two files, and what the collecting files say of it. */
export type EmittedPage = {
  readonly html: EmittedFile
  readonly twin: EmittedFile
  readonly stored: StoredPage
  /** The page as search indexes it. */
  readonly document: SearchDocument
  /** The body with absolute links. */
  readonly markdown: string
}

/** Makes pages one at a time, so that a large corpus is never rendered in memory at once. */
export type PageEmitter = {
  readonly shared: readonly EmittedFile[]
  readonly emit: (page: CorpusPage) => EmittedPage
}

export function pageEmitter(corpus: Corpus): PageEmitter {
  const stylesheet = stylesheetFile()
  const site = siteOf(corpus, stylesheet)
  const links = corpusLinks(corpus)
  const pages = navigation(navigatedSite(corpus))
  const notFound = { path: '404.html', bytes: utf8(notFoundHtml(site, pages.html())) }
  const emit = (page: CorpusPage): EmittedPage => {
    const body = bodyText(page.body)
    const parsed = parseMarkdown(body)
    const { headings } = parsed
    const markdown = absoluteMarkdown(body, parsed, links.absolute(page))
    const { bytes, bodyOffset } = twin(page, corpus.baseUrl, markdown)
    const html = pageHtml(site, {
      record: page.record,
      bodyHtml: renderHtml(parsed, links.withinSite(page)),
      headings,
      navigation: pages.html(page),
      ...pages.neighbours(page),
    })
    const twinPath = `${pageFolder(page)}index.md`
    return {
      html: { path: `${pageFolder(page)}index.html`, bytes: utf8(html) },
      twin: { path: twinPath, bytes },
      stored: {
        record: page.record,
        twin: twinPath,
        bodyOffset,
        headings: [...headings],
      },
      document: searchDocument(page, searchText(parsed)),
      markdown,
    }
  }
  return { shared: [stylesheet, notFound], emit }
}

export function searchDocument(page: CorpusPage, body: SearchText): SearchDocument {
  const { title, description, kind, status } = page.record
  return { title, description, body: body.text, kind, status, sections: body.sections }
}

function siteOf(corpus: Corpus, stylesheet: EmittedFile): Site {
  const { title, language, version, organization } = corpus.registry.service
  const prefix = prefixOf(corpus.baseUrl)
  const href = `${prefix}/${stylesheet.path}`
  return { title, language, version, organization, prefix, stylesheet: href }
}

function stylesheetFile(): EmittedFile {
  const bytes = utf8(style)
  const digest = new Bun.CryptoHasher('sha256').update(bytes).digest('hex').slice(0, ASSET_DIGITS)
  return { path: `assets/style.${digest}.css`, bytes }
}
