import { LIMITS } from '../../../contract/limits.ts'
import { quote } from '../../../contract/problem.ts'
import { INDEX_NAME } from '../../../docs/model/folder.ts'
import { createCollector } from '../../../foundation/files/garbage.ts'
import type { ReportLoss } from '../../markdown/conversion.ts'
import type { SourceFolder } from '../../source/files/source_files.ts'
import type { Site } from '../../source/generator.ts'
import { takeHero } from '../../source/home_page.ts'
import type { Report } from '../../source/report/report.ts'
import { type Anchors, findAnchors } from './_anchors.ts'
import { drawFormulas } from './_formulas.ts'
import { resolveLink, type SourceLink } from './_link_resolution.ts'
import { type OutlinedText, outlineText } from './_outline.ts'
import { type ConvertedPage, PageConverter } from './_page_converter.ts'
import { describePage, type PageFacts, readPageFacts, reportPageRemains } from './_page_facts.ts'
import { runForPage } from './_page_failure.ts'
import { listPagesBelow } from './_page_list.ts'
import { resolvePicture } from './_pictures.ts'
import { findAddress, isSafeText, type KnownTargets, makeSafeBody } from './_safe_body.ts'
import type { AssetFiles, ImportedAsset } from './asset_files.ts'
import type { Document } from './documents.ts'
import type { ImportedPage } from './imported_page.ts'
import type { Routes } from './routes.ts'

export type ImportResult = {
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

/** Turns documents into pages of a corpus; `progress` counts each of two passes as half. */
export async function importPages(
  documents: readonly Document[],
  targets: Targets,
  progress: (done: number) => void,
): Promise<ImportResult> {
  const site = new Importing(documents, targets)
  const collect = createCollector(GAIN_BYTES_MAX)
  const isLarge = documents.reduce((sum, { body }) => sum + body.length, 0) > LARGE_FROM
  /** Gives signals and the progress line a turn. */
  const pauseSometimes = async (at: number): Promise<boolean> => {
    if (at % DOCUMENTS_AT_ONCE !== 0) return false
    if (isLarge) collect()
    await Bun.sleep(0)
    return true
  }
  // Links need the anchors of other pages, known only after conversion: hence two passes.
  for (const [at, document] of documents.entries()) {
    runForPage(document, targets, () => site.collect(document))
    if (await pauseSometimes(at)) progress(at / 2)
  }
  for (const document of site.refuseSharedTitle(documents)) {
    runForPage(document, targets, () => site.collect(document))
  }
  const pages: ImportedPage[] = []
  for (const [at, document] of documents.entries()) {
    pages.push(...(runForPage(document, targets, () => [site.convertPage(document)]) ?? []))
    if (await pauseSometimes(at)) progress((documents.length + at) / 2)
  }
  progress(documents.length)
  return { pages, assets: targets.assets.published(), imageHosts: [...site.hosts].sort() }
}

const DOCUMENTS_AT_ONCE = 25
/** In characters: from here on, garbage may be larger than all that is in use. */
const LARGE_FROM = 4_000_000
const GAIN_BYTES_MAX = 24_000_000
/** The page that may be named as its site. */
const FRONT = `${INDEX_NAME}.md`
/** Of fewer pages, two with the same title say nothing of their site. */
const SHARING_PAGES_MIN = 4

/** A page of the first pass: what it takes to finish it, if its links turn out as expected. */
type PageDraft = ConvertedPage & {
  readonly losses: readonly Parameters<ReportLoss>[]
  /** Links whose address depends on the anchors of other pages, with what was written. */
  readonly anchored: readonly (SourceLink & { readonly address: string | undefined })[]
  readonly facts: PageFacts | undefined
}

class Importing {
  /** Hosts of pictures, as far as one registry can name them. */
  readonly hosts = new Set<string>()
  readonly #anchors = new Map<string, Anchors>()
  readonly #titles = new Map<string, string>()
  /** The heading that most pages open with: it names their site. */
  #shared: string | undefined
  readonly #drafts = new Map<string, PageDraft>()
  readonly #converter: PageConverter
  readonly #targets: Targets
  readonly #known: KnownTargets

  constructor(documents: readonly Document[], targets: Targets) {
    const { source, routes, assets } = targets
    this.#targets = targets
    this.#converter = new PageConverter(documents, { source, routes })
    this.#known = {
      isKnown: (page, anchor) => {
        const there = this.#anchors.get(page)
        return there !== undefined && (anchor === '' || there.find(anchor) === anchor)
      },
      isFile: assets.isPublished,
      isAllowedHost: (host) => this.#isAllowedHost(host),
    }
  }

  /** Converts a document as if every anchor were there, and kept its name. */
  collect(document: Document): void {
    const losses: Parameters<ReportLoss>[] = []
    const anchored: (SourceLink & { readonly address: string | undefined })[] = []
    const reportLoss: ReportLoss = (...loss) => void losses.push(loss)
    const converted = this.#convert(document, reportLoss, (link) => {
      let isAnchored = false
      const expect = (_: string, wanted: string) => {
        isAnchored = wanted !== ''
        return wanted === 'top' ? '' : wanted
      }
      const address = this.#resolve(link, document, expect, reportLoss)
      if (isAnchored) anchored.push({ ...link, address })
      return address
    })
    const { title, cut, text, isHeading = false } = converted
    const parsed = text.parsed()
    const source = { body: this.#converter.bodyOf(document), title }
    this.#titles.set(document.page, title)
    this.#anchors.set(document.page, findAnchors(parsed, { ...source, family: document.anchors }))
    const facts = readPageFacts(document, title, text.body, parsed)
    const outlined = outlineText(text.body)
    const draft = { title, cut, isHeading, text: outlined, losses, anchored, facts }
    this.#drafts.set(document.page, draft)
  }

  /** Pages whose title is a heading that most pages have; it is around the text from here on. */
  refuseSharedTitle(documents: readonly Document[]): readonly Document[] {
    // A reader of HTML has compared its pages already.
    const headed = documents.filter(({ page, markup }) => {
      return markup !== 'html' && this.#drafts.get(page)?.isHeading === true
    })
    const byTitle = Map.groupBy(headed, ({ page }) => this.#titles.get(page) ?? '')
    const least = Math.max(documents.length, SHARING_PAGES_MIN) / 2
    const [title, pages = []] = [...byTitle].find(([, { length }]) => length > least) ?? []
    const [first] = pages
    if (title === undefined || first === undefined) return []
    this.#shared = title
    const what = `the heading ${quote(title)} is around the text of ${pages.length} pages`
    const fix = 'give each page a title of its own'
    this.#targets.report.note(first.top, `${what} and left out`, fix)
    return pages.filter(({ page }) => page !== FRONT)
  }

  convertPage(document: Document): ImportedPage {
    const reportLoss: ReportLoss = this.#targets.report.lose
    const top = { ...document.top, column: 1 }
    const { title, cut, facts, ...draft } = this.#finishDraft(document, reportLoss)
    const text = facts === undefined ? drawFormulas(draft.text, top, reportLoss) : draft.text
    const short = 'write a shorter one'
    if (cut) reportLoss(top, `the title was cut to ${LIMITS.titleCharactersMax} characters`, short)
    const given = document.description
    const { description, hasText } = facts ?? describePage(document, title, text.parsed())
    if (given !== undefined && [...given].length > LIMITS.descriptionCharactersMax) {
      reportLoss(
        top,
        `the description was cut to ${LIMITS.descriptionCharactersMax} characters`,
        short,
      )
    }
    const isSafe = facts?.hasText === true && isSafeText(facts, document.page, this.#known)
    const body = isSafe
      ? text.body
      : this.#makeSafe(
          hasText ? text : outlineText(listPagesBelow(document.page, description, this.#titles)),
          document,
          reportLoss,
        )
    if (isSafe) for (const loss of facts.remains) reportLoss(...loss)
    const { updated, isDated } = document
    const front = takeHero(body)
    const old = this.#targets.redirects.get(document.page) ?? []
    const record = {
      ...{ title, description, updated, ...(isDated ? {} : { undated: true }) },
      ...{ kind: 'guide', capability: 'documentation', ...front.record },
      ...(old.length === 0 ? {} : { redirect_from: old }),
    }
    return { page: document.page, title, record, body: `\n${front.body}\n`, isDated }
  }

  /** The page of the first pass, or, where an anchor is not what was expected, a new one. */
  #finishDraft(
    document: Document,
    reportLoss: ReportLoss,
  ): ConvertedPage & { readonly facts: PageFacts | undefined } {
    const draft = this.#drafts.get(document.page)
    this.#drafts.delete(document.page)
    const find = (page: string, wanted: string) => this.#anchors.get(page)?.find(wanted)
    const isAsExpected = draft?.anchored.every((link) => {
      return this.#resolve(link, document, find, () => undefined) === link.address
    })
    if (draft === undefined || isAsExpected !== true) {
      const converted = this.#convert(document, reportLoss, (link) => {
        return this.#resolve(link, document, find, reportLoss)
      })
      return { ...converted, facts: undefined }
    }
    for (const loss of draft.losses) reportLoss(...loss)
    return draft
  }

  #makeSafe(text: OutlinedText, document: Document, reportLoss: ReportLoss): string {
    const safe = makeSafeBody(text.body, text.parsed(), document.page, this.#known)
    for (const address of safe.broken) {
      const what = `the link to ${quote(address)} has no target and is now plain text`
      reportLoss(findAddress(document, address), what, 'link to a page')
    }
    reportPageRemains(safe.body, safe.parsed, document, reportLoss)
    return safe.body
  }

  #convert(
    document: Document,
    reportLoss: ReportLoss,
    resolve: (link: SourceLink) => string | undefined,
  ): ConvertedPage {
    return this.#converter.convert(document, {
      shared: document.page === FRONT ? undefined : this.#shared,
      reportLoss,
      resolve: (href, place) => resolve({ href, place }),
      resolvePicture: (href, words, place) =>
        resolvePicture(
          { href, words, file: place.base ?? place.file, page: document.page },
          {
            assets: this.#targets.assets,
            baseAddress: this.#targets.site.baseAddress,
            isAllowedHost: (host) => this.#isAllowedHost(host),
            reportLoss: (what, fix) => reportLoss(place, what, fix),
            addNote: (what, fix) => this.#targets.report.note(place, what, fix),
          },
        ),
    })
  }

  #resolve(
    link: SourceLink,
    document: Document,
    findAnchor: (page: string, wanted: string) => string | undefined,
    reportLoss: ReportLoss,
  ): string | undefined {
    const { site, routes, assets } = this.#targets
    const { baseAddress } = site
    return resolveLink(link, document, { routes, assets, baseAddress, findAnchor }, reportLoss)
  }

  #isAllowedHost(host: string): boolean {
    const { imageHosts } = this.#targets
    if (imageHosts !== undefined) return imageHosts.includes(host)
    if (this.hosts.size < LIMITS.imageHostsMax) this.hosts.add(host)
    return this.hosts.has(host)
  }
}
