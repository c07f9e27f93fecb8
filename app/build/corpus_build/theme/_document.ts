import type { PageLayout } from '../../../docs/model/page_layout.ts'
import { escapeMarkup } from '../../../text/source_text/escape.ts'
import { renderBanner, renderLink, renderNarrowLinks } from './_banner.ts'
import { renderNarrowSwitches, renderOldVersion } from './_sisters.ts'
import type { Lists } from './navigation.ts'
import { type Site, writeText } from './site.ts'

// No heading can have these anchors: heading anchors contain no colon.
const MAIN = 'page:main'
const ALL_PAGES = 'page:all'
const END = 'page:end'
export const CONTENTS = 'page:contents'

/** One page of the site. */
type Frame = {
  /** Path of a page of the corpus. */
  readonly path?: string
  readonly title: string
  /** Elements of the head that only this page has. */
  readonly head: readonly string[]
  /** What stands in `main`. */
  readonly main: string
  /** The tree of pages, and the parts of the site. */
  readonly navigation: Lists
  /** The headings of the page. */
  readonly contents?: string
  readonly layout?: PageLayout['kind']
  /** Whether `main` has a search form of its own. */
  readonly hasOwnForm?: boolean
}

/** A whole document: the text stands before the lists of pages, which the style puts beside it. */
export function renderDocument(site: Site, frame: Frame): string {
  const { language, direction } = site
  const { layout = 'text' } = frame
  const pages = `id="${ALL_PAGES}" popover aria-label="${writeText(site, 'nav.pages')}"`
  const contentsId = frame.contents === undefined || frame.contents === '' ? undefined : CONTENTS
  const kind = layout === 'text' ? '' : ` class="${layout}"`
  const { hasOwnForm = false, navigation, path } = frame
  const banner = { pagesId: ALL_PAGES, contentsId, hasOwnForm, tabs: navigation.tabs, path }
  const narrow = renderNarrowSwitches(site, path) + renderNarrowLinks(site)
  return `<!doctype html>
<html lang="${escapeMarkup(language)}" dir="${direction}">
<head>
${renderHead(site, frame)}
</head>
<body${kind}>
${renderSkipLinks(site)}
${renderAnnouncement(site)}${renderBanner(site, banner)}
<div class="columns">
<main id="${MAIN}">
${renderOldVersion(site, path)}${frame.main}</main>
<nav class="pages" ${pages}>
${renderClose(site, ALL_PAGES)}${narrow}${navigation.tree}</nav>
${frame.contents ?? ''}</div>
${renderFooter(site)}
</body>
</html>
`
}

/** Closes a list that is open over the page; nobody sees it where the list has its own place. */
export function renderClose(site: Site, id: string): string {
  const target = `popovertarget="${id}" popovertargetaction="hide"`
  const label = `aria-label="${writeText(site, 'search.close')}"`
  return `<button class="close close-menu" type="button" ${target} ${label}></button>\n`
}

function renderHead(site: Site, { title, head }: Frame): string {
  const { prefix, brand } = site
  const feed = `title="${writeText(site, 'changelog.title')}" href="${prefix}/changelog/feed.xml"`
  return [
    '<meta charset="utf-8">',
    '<meta name="viewport" content="width=device-width, initial-scale=1">',
    '<meta name="color-scheme" content="light dark">',
    // Not deferred: the theme of the reader must be known before anything is painted.
    `<script src="${escapeMarkup(site.script)}"></script>`,
    ...renderPreload(brand.preload),
    `<link rel="stylesheet" href="${escapeMarkup(site.stylesheet)}">`,
    // A table, a row of buttons or an entry of a list that is painted half read moves when its rest
    // is read. Painting begins at the footer: the start of an element counts as the element.
    `<link rel="expect" href="#${END}" blocking="render">`,
    `<title>${escapeMarkup(title)}</title>`,
    ...head,
    `<link rel="describedby" type="text/plain" href="${prefix}/llms.txt">`,
    `<link rel="alternate" type="application/atom+xml" ${feed}>`,
    `<link rel="icon" href="${escapeMarkup(brand.favicon)}">`,
    ...brand.head,
  ].join('\n')
}

/** Without it, a browser asks for a font only when it has read the style sheet and the text. */
function renderPreload(font: string | undefined): readonly string[] {
  if (font === undefined) return []
  const type = 'as="font" type="font/woff2" crossorigin'
  return [`<link rel="preload" href="${escapeMarkup(font)}" ${type}>`]
}

/** Results of search engines quote the page, and not what is announced above all of them. */
function renderAnnouncement(site: Site): string {
  const { announcement } = site.brand
  if (announcement === undefined) return ''
  const { href, title } = announcement
  const text = href === '' ? escapeMarkup(title) : renderLink(announcement)
  const label = writeText(site, 'announcement.label')
  return `<aside class="announcement" aria-label="${label}" data-nosnippet>${text}</aside>\n`
}

function renderSkipLinks({ texts }: Site): string {
  const skip = (href: string, text: string, more = '') =>
    `<a class="skip${more}" href="${href}">${escapeMarkup(text)}</a>`
  return [
    skip(`#${MAIN}`, texts['skip.content']),
    skip(`#${ALL_PAGES}`, texts['skip.nav'], ' wide'),
  ].join('\n')
}

function renderFooter({ prefix, organization, texts, brand }: Site): string {
  const publisher = { href: organization.url, title: organization.name }
  const links = [
    { href: `${prefix}/changelog/`, title: texts['changelog.title'] },
    { href: `${prefix}/changelog/feed.xml`, title: texts['changelog.feed'] },
    { href: `${prefix}/llms.txt`, title: 'llms.txt' },
    ...brand.footer,
  ].map(renderLink)
  return `<footer class="site" id="${END}">
<p>${renderLink(publisher)}</p>
<p>${links.join('\n')}</p>
</footer>`
}
