import type { Heading } from '../../contract/build.ts'
import type { PageRecord } from '../../contract/page.ts'
import { escapeMarkup } from '../../source_text/escape.ts'
import type { FolderIndex, Neighbour } from './navigation.ts'
import { STATUS_LABELS, STATUS_NOTICES } from './status_texts.ts'

/** What all pages of a site share. */
export type Site = {
  readonly title: string
  readonly language: string
  readonly version: string
  readonly organization: { readonly name: string; readonly url: string }
  /** Path prefix of every address within the site; '' at the root of an origin. */
  readonly prefix: string
  readonly stylesheet: string
}

type PageView = {
  readonly record: PageRecord
  readonly bodyHtml: string
  readonly headings: readonly Heading[]
  readonly navigation: string
  readonly previous: Neighbour | undefined
  readonly next: Neighbour | undefined
}

// No heading can have these anchors: heading anchors contain no colon.
const MAIN = 'page:main'
const ALL_PAGES = 'page:all'

/** The HTML of one page. */
export function renderPage(site: Site, view: PageView): string {
  const { record } = view
  const head = [
    `<meta name="description" content="${escapeMarkup(record.description)}">`,
    `<link rel="canonical" href="${escapeMarkup(record.url)}">`,
    `<link rel="alternate" type="text/markdown" href="${escapeMarkup(record.markdown_url)}">`,
  ]
  const title = record.title === site.title ? site.title : `${record.title} · ${site.title}`
  const content = `<main id="${MAIN}">
<article>
${renderHeader(record)}
<div class="prose">
${view.bodyHtml}</div>
</article>
${renderNeighbours(view)}</main>
${renderContents(view.headings)}`
  return renderDocument(site, { title, head, content, navigation: view.navigation })
}

/** The list of a folder that no page names: no page of the corpus, without a record or a twin. */
export function renderFolder(site: Site, index: FolderIndex, navigation: string): string {
  const groups = index.groups.map(({ title, links }) => {
    const heading = title === undefined ? '' : `<h2>${escapeMarkup(title)}</h2>\n`
    const items = links.map(({ href, title: name, description }) => {
      const link = `<a href="${escapeMarkup(href)}">${escapeMarkup(name)}</a>`
      const words = description === undefined ? '' : `: ${escapeMarkup(description)}`
      return `<li>${link}${words}</li>\n`
    })
    return `${heading}<ul>\n${items.join('')}</ul>\n`
  })
  const name = index.path === '' ? site.title : index.title
  const content = `<main id="${MAIN}">
<article>
<header>
<h1>${escapeMarkup(name)}</h1>
</header>
<div class="prose">
${groups.join('')}</div>
</article>
</main>`
  const title = index.path === '' ? site.title : `${name} · ${site.title}`
  return renderDocument(site, { title, head: [], content, navigation })
}

/** The page for addresses that do not exist. */
export function renderNotFound(site: Site, navigation: string): string {
  const content = `<main id="${MAIN}">
<article>
<h1>Page not found</h1>
<div class="prose">
<p>There is no page at this address. It may have moved: look for it in the list of pages, or start
at <a href="${site.prefix}/">the front page</a>.</p>
</div>
</article>
</main>`
  const head = ['<meta name="robots" content="noindex">']
  return renderDocument(site, {
    title: `Page not found · ${site.title}`,
    head,
    content,
    navigation,
  })
}

type Frame = {
  readonly title: string
  readonly head: readonly string[]
  readonly content: string
  readonly navigation: string
}

function renderDocument(site: Site, { title, head, content, navigation }: Frame): string {
  const { prefix, organization } = site
  const [feed, index] = [`${prefix}/changelog/feed.xml`, `${prefix}/llms.txt`]
  const name = escapeMarkup(site.title)
  return `<!doctype html>
<html lang="${escapeMarkup(site.language)}">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<title>${escapeMarkup(title)}</title>
${head.join('\n')}
<link rel="describedby" type="text/plain" href="${index}">
<link rel="alternate" type="application/atom+xml" title="Changelog" href="${feed}">
<link rel="icon" href="data:,">
<link rel="stylesheet" href="${escapeMarkup(site.stylesheet)}">
</head>
<body>
<a class="skip" href="#${MAIN}">Skip to content</a>
<a class="skip" href="${index}">Machine-readable index: llms.txt</a>
<header class="site">
<a class="brand" href="${prefix}/">${name}</a>
<span class="version">${escapeMarkup(site.version)}</span>
<a class="to-pages" href="#${ALL_PAGES}">All pages</a>
</header>
<div class="columns">
<nav class="pages" id="${ALL_PAGES}" aria-label="Pages">
<details class="menu" open><summary>All pages</summary>
${navigation}</details>
</nav>
${content}
</div>
<footer class="site">
<p><a href="${escapeMarkup(organization.url)}">${escapeMarkup(organization.name)}</a></p>
<p><a href="${feed}">Changelog feed</a> <a href="${index}">llms.txt</a></p>
</footer>
</body>
</html>
`
}

function renderHeader(record: PageRecord): string {
  const { status, updated } = record
  const notice = STATUS_NOTICES[status]
  return `<header>
<h1>${escapeMarkup(record.title)}</h1>
<p class="description">${escapeMarkup(record.description)}</p>
<ul class="facts">
<li><data class="status ${status}" value="${status}">${STATUS_LABELS[status]}</data></li>
<li>Updated <time datetime="${updated}">${updated}</time></li>
<li><a href="${escapeMarkup(record.markdown_url)}" type="text/markdown">View as Markdown</a></li>
</ul>
${notice === undefined ? '' : `<p class="notice">${notice}</p>\n`}</header>`
}

function renderContents(headings: readonly Heading[]): string {
  const entries = headings.filter(({ level, text }) => level <= 3 && text !== '')
  if (entries.length < 2) return ''
  const items = entries.map(({ level, text, anchor }) => {
    const link = `<a href="#${escapeMarkup(anchor)}">${escapeMarkup(text)}</a>`
    return `<li class="level-${level}">${link}</li>\n`
  })
  return `<nav class="contents" aria-label="On this page">
<p>On this page</p>
<ul>
${items.join('')}</ul>
</nav>`
}

function renderNeighbours({ previous, next }: PageView): string {
  if (previous === undefined && next === undefined) return ''
  const link = (rel: 'prev' | 'next', label: string, page: Neighbour | undefined) => {
    if (page === undefined) return ''
    const text = `<span>${label}</span> ${escapeMarkup(page.title)}`
    return `<a rel="${rel}" href="${escapeMarkup(page.href)}">${text}</a>\n`
  }
  return `<nav class="neighbours" aria-label="Previous and next page">
${link('prev', 'Previous', previous)}${link('next', 'Next', next)}</nav>
`
}
