import type { Heading } from '../../../contract/build.ts'
import type { PageRecord } from '../../../contract/page.ts'
import { escapeMarkup } from '../../../text/source_text/escape.ts'
import { renderDocument } from './_document.ts'
import { splitLede } from './_lede.ts'
import {
  listContents,
  renderContents,
  renderEditLink,
  renderNeighbours,
  renderPageHeader,
  renderTrail,
} from './_page_parts.ts'
import { listSocialTags } from './_social_tags.ts'
import type { Neighbour, TrailFolder } from './navigation.ts'
import type { Site } from './site.ts'

type PageView = {
  readonly record: PageRecord
  /** Whether nobody wrote the date of the record. */
  readonly isUndated: boolean
  /** Path of the source below the folder of the corpus. */
  readonly file: string
  /** Tag of the language that the text is in, where it is not that of the site. */
  readonly language: string | undefined
  readonly bodyHtml: string
  readonly headings: readonly Heading[]
  readonly navigation: string
  readonly trail: readonly TrailFolder[]
  readonly previous: Neighbour | undefined
  readonly next: Neighbour | undefined
}

/** The HTML of one page. */
export function renderPage(site: Site, view: PageView): string {
  const { record, navigation } = view
  const entries = listContents(view.headings)
  const title = record.title === site.title ? site.title : `${record.title} · ${site.title}`
  const { lede, rest } = splitLede(record.description, view.bodyHtml)
  const main = `${renderTrail(site, view.trail)}<article${writeLanguage(site, view)}>
${renderPageHeader(site, view, lede)}
<div class="prose">
${rest}</div>
</article>
${renderEditLink(site, view.file)}${renderNeighbours(site, view.previous, view.next)}`
  const contents = renderContents(site, entries)
  return renderDocument(site, { title, head: listHead(site, record), main, navigation, contents })
}

function writeLanguage({ direction }: Site, { language }: PageView): string {
  if (language === undefined) return ''
  return direction === 'ltr' ? ` lang="${language}"` : ` lang="${language}" dir="ltr"`
}

/** What search engines, other sites and programs read of a page. */
function listHead(site: Site, record: PageRecord): readonly string[] {
  const description = escapeMarkup(record.description)
  const url = escapeMarkup(record.url)
  return [
    `<meta name="description" content="${description}">`,
    `<link rel="canonical" href="${url}">`,
    `<link rel="alternate" type="text/markdown" href="${escapeMarkup(record.markdown_url)}">`,
    ...listSocialTags(site, {
      type: 'article',
      title: record.title,
      description: record.description,
      path: record.url.slice(site.base.length).replace(/^\/|\/$/g, ''),
    }),
  ]
}
