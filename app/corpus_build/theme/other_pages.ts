import type { Change } from '../../contract/corpus.ts'
import { factsOf } from '../../contract/statuses.ts'
import { renderEmptyResults, renderSearchForm } from '../../site/results.ts'
import { labelStatus, textLanguageOf, writeDate } from '../../site/texts.ts'
import { escapeMarkup } from '../../source_text/escape.ts'
import { renderDocument } from './_document.ts'
import { renderTrail } from './_page_parts.ts'
import { listSocialTags } from './_social_tags.ts'
import type { FolderIndex, Neighbour } from './navigation.ts'
import { type Site, searchActionOf, writeText } from './site.ts'

const NO_INDEX = '<meta name="robots" content="noindex">'

/** The list of a folder that no page names: no page of the corpus, without a record or a twin. */
export function renderFolder(
  site: Site,
  index: FolderIndex,
  { navigation, trail }: { readonly navigation: string; readonly trail: readonly Neighbour[] },
): string {
  const groups = index.groups.map(({ title, links }) => {
    const heading = title === undefined ? '' : `<h2>${escapeMarkup(title)}</h2>\n`
    const items = links.map(({ href, title: name, description }) => {
      const link = `<a href="${escapeMarkup(href)}">${escapeMarkup(name)}</a>`
      const words = description === undefined ? '' : `<p>${escapeMarkup(description)}</p>`
      return `<li>${link}${words}</li>\n`
    })
    return `${heading}<ul class="cards">\n${items.join('')}</ul>\n`
  })
  const name = index.path === '' ? site.title : index.title
  const title = index.path === '' ? site.title : `${name} · ${site.title}`
  const main = renderTrail(site, trail) + renderArticle(name, '', groups.join(''))
  const facts = { title: name, description: describeFolder(site, index), path: index.path }
  return renderDocument(site, { title, head: listHead(site, facts), main, navigation })
}

/** As much of a description as search engines show. */
const DESCRIPTION_CHARACTERS = 160

/** The titles of a folder, in one sentence. */
function describeFolder({ language }: Site, { groups }: FolderIndex): string {
  const titles = groups.flatMap(({ links }) => links.map(({ title }) => title))
  const list = new Intl.ListFormat(textLanguageOf(language), { type: 'unit' })
  const sentences = titles.map((_, at) => list.format(titles.slice(0, at + 1)))
  return sentences.findLast((each) => each.length <= DESCRIPTION_CHARACTERS) ?? titles[0] ?? ''
}

type PageFacts = { readonly title: string; readonly description: string; readonly path: string }

/** What search engines and other sites read of a page that is generated. */
function listHead(site: Site, facts: PageFacts): readonly string[] {
  const address = facts.path === '' ? `${site.base}/` : `${site.base}/${encodeURI(facts.path)}/`
  return [
    describe(facts.description),
    `<link rel="canonical" href="${escapeMarkup(address)}">`,
    ...listSocialTags(site, { ...facts, type: 'website' }),
  ]
}

function describe(description: string): string {
  return `<meta name="description" content="${escapeMarkup(description)}">`
}

/** The page for addresses that do not exist. */
export function renderNotFound(site: Site, navigation: string): string {
  const { texts, prefix } = site
  const home = `<a href="${prefix}/">${escapeMarkup(texts['notFound.home'])}</a>`
  const text = escapeMarkup(texts['notFound.text']).replace('{home}', () => home)
  const form = renderSearchForm({ texts, action: searchActionOf(site) })
  const main = renderArticle(texts['notFound.title'], '', `<p>${text}</p>\n${form}\n`)
  const title = `${texts['notFound.title']} · ${site.title}`
  return renderDocument(site, { title, head: [NO_INDEX], main, navigation, hasOwnForm: true })
}

/** The page of results without results: the service fills it in. */
export function renderResultsPage(site: Site, navigation: string): string {
  const { texts, language } = site
  const results = renderEmptyResults({ texts, language, action: searchActionOf(site) })
  const main = renderArticle(texts['search.title'], '', `${results}\n`)
  const title = `${texts['search.title']} · ${site.title}`
  const head = [NO_INDEX, describe(texts['search.label'])]
  return renderDocument(site, { title, head, main, navigation, hasOwnForm: true })
}

/** A change with its summary as HTML and its page within the site. */
export type ShownChange = Pick<Change, 'id' | 'date' | 'title' | 'status'> & {
  readonly html: string
  readonly href: string | undefined
}

/** All changes for people; the feed and `docs-data/changes.json` hold the same for programs. */
export function renderChangelog(
  site: Site,
  changes: readonly ShownChange[],
  navigation: string,
): string {
  const { texts, prefix } = site
  const byDate = [...Map.groupBy(changes, ({ date }) => date)]
  const days = byDate.map(([date, list]) => {
    const items = list.map((change) => renderChange(site, change)).join('')
    const day = escapeMarkup(writeDate(site.language, date))
    return `<section class="day">
<h2 id="${date}"><time datetime="${date}">${day}</time></h2>
${items}</section>
`
  })
  const description = writeText(site, 'changelog.description')
  const name = writeText(site, 'changelog.feed')
  const feed = `<p><a href="${prefix}/changelog/feed.xml">${name}</a></p>\n`
  const below = `<p class="description">${description}</p>\n`
  const main = renderArticle(texts['changelog.title'], below, feed + days.join(''))
  const title = `${texts['changelog.title']} · ${site.title}`
  const facts = { title: texts['changelog.title'], description: texts['changelog.description'] }
  const head = listHead(site, { ...facts, path: 'changelog' })
  return renderDocument(site, { title, head, main, navigation })
}

function renderChange(site: Site, { id, title, html, href, status }: ShownChange): string {
  const anchor = `change:${escapeMarkup(id)}`
  const label = status === undefined ? '' : escapeMarkup(labelStatus(site.texts, status))
  const badge =
    status === undefined
      ? ''
      : `<p><data class="status ${factsOf(status).tone}" value="${status}">${label}</data></p>\n`
  const about = `aria-describedby="${anchor}"`
  const text = writeText(site, 'changelog.more')
  const more =
    href === undefined ? '' : `<p><a href="${escapeMarkup(href)}" ${about}>${text}</a></p>\n`
  return `<h3 id="${anchor}">${escapeMarkup(title)}</h3>
${badge}${html}${more}`
}

function renderArticle(title: string, below: string, content: string): string {
  return `<article>
<header>
<h1>${escapeMarkup(title)}</h1>
${below}</header>
<div class="prose">
${content}</div>
</article>
`
}
