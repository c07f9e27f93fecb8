import type { Heading, SentRequest } from '../../../contract/build.ts'
import type { PageRecord } from '../../../contract/page.ts'
import type { PageLayout } from '../../../docs/model/page_layout.ts'
import { CALL_TEXTS, type SentCall } from '../../../docs/site/settings.ts'
import { escapeMarkup } from '../../../text/source_text/escape.ts'
import { renderDocument } from './_document.ts'
import { splitLede, splitPromise } from './_lede.ts'
import {
  listContents,
  renderAbout,
  renderContents,
  renderEditLink,
  renderNeighbours,
  renderPageHeader,
  renderTrail,
} from './_page_parts.ts'
import { listSisterTags } from './_sisters.ts'
import { listSocialTags } from './_social_tags.ts'
import type { Lists, Neighbour, TrailFolder } from './navigation.ts'
import type { Site } from './site.ts'

type PageView = {
  readonly path: string
  readonly record: PageRecord
  /** Whether nobody wrote the date of the record. */
  readonly isUndated: boolean
  readonly layout: PageLayout
  /** Path of the source below the folder of the corpus. */
  readonly file: string
  /** The method of the operation that the page is about. */
  readonly method: string | undefined
  /** What its reader may send from it. */
  readonly request: SentRequest | undefined
  /** Tag of the language that the text is in, where it is not that of the site. */
  readonly language: string | undefined
  readonly bodyHtml: string
  readonly headings: readonly Heading[]
  readonly navigation: Lists
  readonly trail: readonly TrailFolder[]
  readonly previous: Neighbour | undefined
  readonly next: Neighbour | undefined
}

/** The HTML of one page. */
export function renderPage(site: Site, view: PageView): string {
  const { record, navigation, path } = view
  const { kind, hasContents } = view.layout
  const entries = hasContents ? listContents(view.headings) : []
  const title = record.title === site.title ? site.title : `${record.title} · ${site.title}`
  if (kind === 'landing') return renderLanding(site, view, title)
  const { lede, rest } = splitLede(record.description, view.bodyHtml)
  const main = `${renderTrail(site, view.trail)}<article${writeLanguage(site, view)}>
${renderPageHeader(site, view, lede)}
<div class="${view.method === undefined ? 'prose' : 'prose operation'}"${writeCall(site, view)}>
${rest}</div>
</article>
${renderEditLink(site, view.file)}${renderNeighbours(site, view.previous, view.next)}`
  const contents = renderContents(site, entries)
  const head = listHead(site, view)
  return renderDocument(site, { path, title, head, main, navigation, contents, layout: kind })
}

/** What the script makes the form of a call from: without it there is none. */
function writeCall({ texts }: Site, { request }: PageView): string {
  if (request === undefined) return ''
  const shown = Object.fromEntries(CALL_TEXTS.map((key) => [key, texts[`call.${key}`]]))
  const call = { ...request, texts: shown } satisfies SentCall
  return ` data-call="${escapeMarkup(JSON.stringify(call))}"`
}

/** The front of a site: one promise, where to go, and no lists beside it. */
function renderLanding(site: Site, view: PageView, title: string): string {
  const { record, navigation, path } = view
  const { promise, rest } = splitPromise(view.bodyHtml)
  const main = `<article${writeLanguage(site, view)}>
<header>
<h1>${escapeMarkup(record.title)}</h1>
${promise}<p class="description">${escapeMarkup(record.description)}</p>
</header>
<div class="prose">
${rest}</div>
${renderAbout(site, view)}</article>
${renderEditLink(site, view.file)}`
  const head = listHead(site, view)
  return renderDocument(site, { path, title, head, main, navigation, layout: 'landing' })
}

function writeLanguage({ direction }: Site, { language }: PageView): string {
  if (language === undefined) return ''
  return direction === 'ltr' ? ` lang="${language}"` : ` lang="${language}" dir="ltr"`
}

/** What search engines, other sites and programs read of a page. */
function listHead(site: Site, { record, path }: PageView): readonly string[] {
  const description = escapeMarkup(record.description)
  const url = escapeMarkup(site.sisters?.canonical(path) ?? record.url)
  return [
    `<meta name="description" content="${description}">`,
    `<link rel="canonical" href="${url}">`,
    `<link rel="alternate" type="text/markdown" href="${escapeMarkup(record.markdown_url)}">`,
    ...listSisterTags(site, path),
    ...listSocialTags(site, {
      type: 'article',
      title: record.title,
      description: record.description,
      path: record.url.slice(site.base.length).replace(/^\/|\/$/g, ''),
    }),
  ]
}
