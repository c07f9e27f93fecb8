import type { Heading } from '../../contract/build.ts'
import type { PageRecord } from '../../contract/page.ts'
import { escapeMarkup } from '../../source_text/escape.ts'
import { renderDocument } from './_document.ts'
import {
  listContents,
  renderContents,
  renderEditLink,
  renderNeighbours,
  renderPageHeader,
  renderTrail,
} from './_page_parts.ts'
import type { Neighbour } from './navigation.ts'
import type { Site } from './site.ts'

type PageView = {
  readonly record: PageRecord
  /** Path of the source below the folder of the corpus. */
  readonly file: string
  readonly bodyHtml: string
  readonly headings: readonly Heading[]
  readonly navigation: string
  readonly trail: readonly Neighbour[]
  readonly previous: Neighbour | undefined
  readonly next: Neighbour | undefined
}

/** The HTML of one page. */
export function renderPage(site: Site, view: PageView): string {
  const { record, navigation } = view
  const entries = listContents(view.headings)
  const title = record.title === site.title ? site.title : `${record.title} · ${site.title}`
  const main = `${renderTrail(site, view.trail)}<article>
${renderPageHeader(site, record, entries.length > 0)}
<div class="prose">
${view.bodyHtml}</div>
</article>
${renderEditLink(site, view.file)}${renderNeighbours(site, view.previous, view.next)}`
  const contents = renderContents(site, entries)
  return renderDocument(site, { title, head: listHead(site, record), main, navigation, contents })
}

/** What search engines, other sites and programs read of a page. */
function listHead({ title, brand }: Site, record: PageRecord): readonly string[] {
  const description = escapeMarkup(record.description)
  const url = escapeMarkup(record.url)
  const property = (name: string, value: string | number) =>
    `<meta property="og:${name}" content="${escapeMarkup(String(value))}">`
  const { card } = brand
  return [
    `<meta name="description" content="${description}">`,
    `<link rel="canonical" href="${url}">`,
    `<link rel="alternate" type="text/markdown" href="${escapeMarkup(record.markdown_url)}">`,
    property('type', 'article'),
    property('site_name', title),
    property('title', record.title),
    property('description', record.description),
    property('url', record.url),
    ...(card === undefined
      ? []
      : [
          property('image', card.href),
          property('image:width', card.width),
          property('image:height', card.height),
          property('image:alt', title),
          '<meta name="twitter:card" content="summary_large_image">',
        ]),
  ]
}
