import { posix } from 'node:path'
import { decodePercentLeniently } from '../../contract/percent_encoding.ts'
import { quote } from '../../contract/problem.ts'
import { IMAGE_HOSTS_MAX } from '../../contract/registry.ts'
import {
  DESCRIPTION_CHARACTERS_MAX,
  TITLE_CHARACTERS_MAX,
} from '../../corpus_build/model/page_text.ts'
import { type ConversionContext, convert, type Place } from '../../foreign_markup/conversion.ts'
import { parseMarkdown } from '../../source_text/markdown.ts'
import { readPlainText } from '../../source_text/search_text.ts'
import type { Site } from '../generators/generator.ts'
import { reportRemains } from '../report/remains.ts'
import type { Report } from '../report/report.ts'
import type { SourceFolder } from '../source/source_files.ts'
import { type Anchors, findAnchors, keepSourceAnchors } from './_anchors.ts'
import { listPagesBelow } from './_empty_page.ts'
import { writeBadFormulasAsCode } from './_formulas.ts'
import { resolvePicture } from './_pictures.ts'
import { makeSafeBody } from './_safe_body.ts'
import { extractTitle, summarize } from './_summary.ts'
import type { AssetFiles, ImportedAsset } from './asset_files.ts'
import { type Document, readPart } from './documents.ts'
import type { ImportedPage } from './imported_page.ts'
import { cutBaseAddress, type Routes } from './routes.ts'

type ImportResult = {
  readonly pages: readonly ImportedPage[]
  /** Pictures and other files that the pages refer to. */
  readonly assets: readonly ImportedAsset[]
  /** Hosts of the pictures that pages show from other sites. */
  readonly imageHosts: readonly string[]
}

/** What the addresses of a source lead to. */
type Targets = {
  readonly source: SourceFolder
  readonly site: Site
  readonly redirects: ReadonlyMap<string, readonly string[]>
  readonly routes: Routes
  readonly assets: AssetFiles
  /** Hosts that the registry of the corpus names; absent where an import writes the registry. */
  readonly imageHosts: readonly string[] | undefined
  readonly report: Report
}

type Draft = { readonly title: string; readonly body: string; readonly cut: boolean }

/** Turns documents into pages of a corpus; `progress` counts each of two passes as half. */
export async function importPages(
  documents: readonly Document[],
  targets: Targets,
  progress: (done: number) => void,
): Promise<ImportResult> {
  const site = new Importing(documents, targets)
  // Links need the anchors of other pages, known only after conversion: hence two passes.
  for (const [at, document] of documents.entries()) {
    site.collect(document)
    if (await pauseSometimes(at)) progress(at / 2)
  }
  const pages: ImportedPage[] = []
  for (const [at, document] of documents.entries()) {
    pages.push(site.convertPage(document))
    if (await pauseSometimes(at)) progress((documents.length + at) / 2)
  }
  progress(documents.length)
  return { pages, assets: targets.assets.published(), imageHosts: [...site.hosts].sort() }
}

const DOCUMENTS_AT_ONCE = 50

/** Gives signals and the progress line a turn. */
async function pauseSometimes(at: number): Promise<boolean> {
  if (at % DOCUMENTS_AT_ONCE !== 0) return false
  await Bun.sleep(0)
  return true
}

class Importing {
  /** Hosts of pictures, as far as one registry can name them. */
  readonly hosts = new Set<string>()
  readonly #byFile: ReadonlyMap<string, Document>
  readonly #anchors = new Map<string, Anchors>()
  readonly #titles = new Map<string, string>()
  readonly #routes: Routes
  readonly #targets: Targets
  readonly #roots: ReadonlySet<string>

  constructor(documents: readonly Document[], targets: Targets) {
    this.#byFile = new Map(documents.map((document) => [document.file, document]))
    this.#targets = targets
    this.#routes = targets.routes
    this.#roots = new Set(documents.map(({ file }) => this.#rootOf(file)))
  }

  collect(document: Document): void {
    const draft = this.#convertDocument(document, () => undefined)
    const body = this.#findReused(document)?.body ?? document.body
    const { title } = draft
    const source = { body, title, family: this.#targets.site.anchors }
    this.#titles.set(document.page, title)
    this.#anchors.set(document.page, findAnchors(draft.body, source))
  }

  convertPage(document: Document): ImportedPage {
    const reportLoss = ({ file, ...place }: Place, what: string, fix: string) => {
      const { source, report } = this.#targets
      report.addLoss({ file: source.show(file), line: place.line, column: place.column }, what, fix)
    }
    const top = { ...document.top, column: 1 }
    const { title, cut, ...draft } = this.#convertDocument(document, reportLoss)
    const { body, parsed } = writeBadFormulasAsCode(draft.body, (what, fix) => {
      reportLoss(top, what, fix)
    })
    const short = 'write a shorter one'
    if (cut) reportLoss(top, `the title was cut to ${TITLE_CHARACTERS_MAX} characters`, short)
    const given = document.description
    const description = summarize(given, parsed, title)
    if (given !== undefined && [...given].length > DESCRIPTION_CHARACTERS_MAX) {
      const most = DESCRIPTION_CHARACTERS_MAX
      reportLoss(top, `the description was cut to ${most} characters`, short)
    }
    const isKnown = (page: string, anchor: string) => {
      const there = this.#anchors.get(page)
      return there !== undefined && (anchor === '' || there.find(anchor) === anchor)
    }
    const empty = readPlainText(parsed).trim() === ''
    const full = empty ? listPagesBelow(document.page, description, this.#titles) : body
    const { isPublished: isFile } = this.#targets.assets
    const targets = { isKnown, isFile, isAllowedHost: (host: string) => this.#isAllowedHost(host) }
    const safe = makeSafeBody(full, empty ? parseMarkdown(full) : parsed, document.page, targets)
    for (const address of safe.broken) {
      const what = `the link to ${quote(address)} has no target and is now plain text`
      reportLoss(top, what, 'link to a page')
    }
    // What looks like syntax on a page of HTML was shown to its readers.
    if (document.markup !== 'html') reportRemains(safe.parsed, document, reportLoss)
    const { updated, isDated } = document
    const old = this.#targets.redirects.get(document.page) ?? []
    const record = {
      ...{ title, description, updated, kind: 'guide', capability: 'documentation' },
      ...(old.length === 0 ? {} : { redirect_from: old }),
    }
    return { page: document.page, title, record, body: `\n${safe.body}\n`, isDated }
  }

  #convertDocument(document: Document, reportLoss: ConversionContext['reportLoss']): Draft {
    const reused = this.#findReused(document)
    const own = this.#rootOf(document.file)
    const others = reused === undefined ? [] : [...this.#roots].filter((root) => root !== own)
    const conversion: ConversionContext = {
      reportLoss,
      resolve: (href, place) => this.#resolve(document, href, place, reportLoss),
      resolvePicture: (href, words, place) =>
        resolvePicture(
          { href, words, file: place.base ?? place.file, page: document.page },
          {
            assets: this.#targets.assets,
            isAllowedHost: (host) => this.#isAllowedHost(host),
            reportLoss: (what, fix) => reportLoss(place, what, fix),
          },
        ),
      findDocument: (specifier, from) => {
        const file = this.#routes.file(specifier, from)
        const known = file === undefined ? undefined : this.#byFile.get(file)
        return known ?? readPart(this.#targets.source, specifier, from)
      },
      otherVariants: new Set(others),
      ownVariant: reused === undefined ? undefined : own,
    }
    const text = reused ?? document
    const titled = extractTitle(document.title, convert(text, conversion), document.named)
    const source = { body: text.body, family: this.#targets.site.anchors }
    return { ...titled, body: keepSourceAnchors(titled.body, source) }
  }

  /** Front matter `source` names the page whose text an empty page reuses. */
  #findReused(document: Document): Document | undefined {
    const { source } = document.fields
    if (typeof source !== 'string' || /^[a-z]+:/i.test(source)) return undefined
    const text = document.body.replace(/\{\/\*[\s\S]*?\*\/\}|<!--[\s\S]*?-->/g, '')
    if (text.trim() !== '') return undefined
    const name = this.#routes.find(`/${source}`, document.file)
    return name === undefined || name.file === document.file
      ? undefined
      : this.#byFile.get(name.file)
  }

  #rootOf(file: string): string {
    const route = this.#routes.route(file)
    return route.includes('/') ? route.slice(0, route.indexOf('/')).toLowerCase() : ''
  }

  #isAllowedHost(host: string): boolean {
    const { imageHosts } = this.#targets
    if (imageHosts !== undefined) return imageHosts.includes(host)
    if (this.hosts.size < IMAGE_HOSTS_MAX) this.hosts.add(host)
    return this.hosts.has(host)
  }

  #resolve(
    document: Document,
    href: string,
    place: Place,
    reportLoss: ConversionContext['reportLoss'],
  ): string | undefined {
    const address = cutBaseAddress(href.trim(), this.#targets.site.baseAddress)
    const from = place.base ?? place.file
    const scheme = /^([a-z][a-z0-9+.-]*):/i.exec(address)?.[1]?.toLowerCase()
    if (scheme !== undefined && !/^(javascript|vbscript|data|file)$/.test(scheme)) return href
    if (address.startsWith('//')) return `https:${address}`
    const anchor = decodePercentLeniently(/#(.*)$/s.exec(address)?.[1] ?? '')
    const path = address.replace(/[?#].*$/s, '')
    const name = path === '' ? document : this.#routes.find(path, from)
    const file = name === undefined ? this.#findFile(path, from) : undefined
    if (file !== undefined) return this.#targets.assets.publish(file, document.page)
    // An address of the old site that is no page here is still one of the web.
    if (name === undefined && /^https?:/i.test(href.trim())) return href.trim()
    if (scheme !== undefined || address === '' || name === undefined) {
      const what = `the link to ${quote(address)} leads to no imported page and is now plain text`
      reportLoss(place, what, 'use the https address of the page')
      return undefined
    }
    const found = this.#anchors.size === 0 ? anchor : this.#anchors.get(name.page)?.find(anchor)
    if (found === undefined) {
      const what = `the anchor ${quote(`#${anchor}`)} is not on ${quote(name.page)}`
      reportLoss(place, what, 'link to a heading of that page')
    }
    const suffix = found === undefined || found === '' ? '' : `#${encodeURI(found)}`
    if (name.page !== document.page) {
      return `${posix.relative(posix.dirname(document.page), name.page)}${suffix}`
    }
    // A link to a missing anchor of its own page leads nowhere.
    if (found === undefined && path === '') return undefined
    return suffix === '' ? '#top' : suffix
  }

  /** A file for download that can be published. */
  #findFile(path: string, from: string): string | undefined {
    const { assets } = this.#targets
    const found = assets.find(path, from)
    return found === undefined || assets.explain(found) !== undefined ? undefined : found
  }
}
