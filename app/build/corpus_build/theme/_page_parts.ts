import type { Heading } from '../../../contract/build.ts'
import type { PageRecord } from '../../../contract/page.ts'
import { factsOf } from '../../../contract/statuses.ts'
import { cautionOf, fillText, labelStatus, writeDate } from '../../../docs/site/texts.ts'
import { escapeMarkup } from '../../../text/source_text/escape.ts'
import type { HostLink } from '../../packager/mod.ts'
import { CONTENTS, renderClose } from './_document.ts'
import type { Neighbour, TrailFolder } from './navigation.ts'
import { type Site, writeText } from './site.ts'

/** The folders above a page, from the front page on. */
export function renderTrail({ prefix, texts }: Site, trail: readonly TrailFolder[]): string {
  if (trail.length === 0) return ''
  const home = { href: `${prefix}/`, title: texts['nav.home'] }
  const items = [home, ...trail].map(({ href, title }) => {
    const name = escapeMarkup(title)
    const shown = href === undefined ? name : `<a href="${escapeMarkup(href)}">${name}</a>`
    return `<li>${shown}</li>\n`
  })
  const label = escapeMarkup(texts['nav.breadcrumb'])
  return `<nav class="trail" aria-label="${label}">\n<ol>\n${items.join('')}</ol>\n</nav>\n`
}

type PageHeader = {
  readonly record: PageRecord
  /** Whether nobody wrote the date of the record. */
  readonly isUndated: boolean
}

/**
 * Title, description and facts of a page, and what a reader can do with all of it; `lede` is the
 * description as HTML.
 */
export function renderPageHeader(site: Site, page: PageHeader, lede: string): string {
  const { record } = page
  const notice = renderNotice(site, record)
  return `<header>
<h1>${escapeMarkup(record.title)}</h1>
<p class="description">${lede}</p>
${renderAbout(site, page)}${notice}</header>`
}

/** The facts of a page, and what a reader can do with all of it. */
export function renderAbout(site: Site, page: PageHeader): string {
  return `<div class="about">
${renderFacts(site, page)}${renderActions(site, page.record)}</div>
`
}

/** Programs read the status of each page; people see one that says something about this page. */
function renderFacts(site: Site, { record: { status, updated }, isUndated }: PageHeader): string {
  const shown = escapeMarkup(writeDate(site.language, updated))
  const label = escapeMarkup(labelStatus(site.texts, status))
  const says = status !== 'reference' && (status !== 'available' || site.showsAvailable)
  const date = isUndated
    ? ''
    : `<li>${writeText(site, 'page.updated')} <time datetime="${updated}">${shown}</time></li>\n`
  const data = `<data class="status ${factsOf(status).tone}" value="${status}">${label}</data>`
  return `<ul class="facts">
<li${says ? '' : ' hidden'}>${data}</li>
${date}</ul>
`
}

function renderNotice({ texts }: Site, { status }: PageRecord): string {
  const caution = cautionOf(texts, status)
  if (caution === undefined) return ''
  return `<p class="notice ${factsOf(status).tone}">${escapeMarkup(caution)}</p>\n`
}

function renderActions(site: Site, record: PageRecord): string {
  const { texts, hostLinks } = site
  const { pathname } = new URL(record.markdown_url)
  const twin = escapeMarkup(pathname)
  const prompt = fillText(texts['page.prompt'], { url: record.markdown_url })
  const text = writeText(site, 'page.viewMarkdown')
  const view = `<a href="${twin}" type="text/markdown">${text}</a>`
  const words = writeText(site, 'page.copyMarkdown')
  const copy = `<button class="copy-page with-script" type="button" data-markdown="${twin}">`
  return `<div class="actions">
${copy}${words}</button>
<details class="open-in">
<summary>${writeText(site, 'page.openIn')}</summary>
<div>
<ul>
<li>${view}</li>
${renderHostLinks(hostLinks.ask(prompt))}</ul>
<p>${writeText(site, 'page.addTo')}</p>
<ul>
${renderHostLinks(hostLinks.install)}</ul>
</div>
</details>
</div>
`
}

function renderHostLinks(links: readonly HostLink[]): string {
  return links
    .map(({ href, title }) => {
      const rel = href.startsWith('https:') ? ' rel="noreferrer"' : ''
      return `<li><a href="${escapeMarkup(href)}"${rel}>${escapeMarkup(title)}</a></li>\n`
    })
    .join('')
}

/** Headings that "on this page" lists; a page with fewer than two has no such list. */
export function listContents(headings: readonly Heading[]): readonly Heading[] {
  const entries = headings.filter(({ level, text }) => level <= 3 && text !== '')
  return entries.length < 2 ? [] : entries
}

export function renderContents(site: Site, entries: readonly Heading[]): string {
  if (entries.length === 0) return ''
  const items = entries.map(({ level, text, anchor }) => {
    const link = `<a href="#${escapeMarkup(anchor)}">${escapeMarkup(text)}</a>`
    return `<li class="level-${level}">${link}</li>\n`
  })
  const title = writeText(site, 'toc.title')
  return `<nav class="contents" id="${CONTENTS}" popover aria-label="${title}">
${renderClose(site, CONTENTS)}<p>${title}</p>
<ul>
${items.join('')}</ul>
</nav>
`
}

/** Where the source of a page can be changed. */
export function renderEditLink({ brand, texts }: Site, file: string): string {
  if (brand.edit === undefined) return ''
  const path = file.split('/').map(encodeURIComponent).join('/')
  const href = brand.edit.replace('{file}', () => path)
  const text = escapeMarkup(texts['page.edit'])
  return `<p class="edit"><a href="${escapeMarkup(href)}">${text}</a></p>\n`
}

export function renderNeighbours(
  { texts }: Site,
  previous: Neighbour | undefined,
  next: Neighbour | undefined,
): string {
  if (previous === undefined && next === undefined) return ''
  const link = (rel: 'prev' | 'next', page: Neighbour | undefined) => {
    if (page === undefined) return ''
    const text = `<span>${escapeMarkup(texts[`page.${rel}`])}</span> ${escapeMarkup(page.title)}`
    return `<a rel="${rel}" href="${escapeMarkup(page.href)}">${text}</a>\n`
  }
  const label = escapeMarkup(texts['page.neighbours'])
  return `<nav class="neighbours" aria-label="${label}">
${link('prev', previous)}${link('next', next)}</nav>
`
}
