import type { Change } from '../../../contract/corpus.ts'
import { factsOf } from '../../../contract/statuses.ts'
import { renderEmptyResults, renderSearchForm } from '../../../docs/site/results.ts'
import { labelStatus, writeDate } from '../../../docs/site/texts.ts'
import { escapeMarkup } from '../../../text/source_text/escape.ts'
import { renderDocument } from './_document.ts'
import { listSocialTags } from './_social_tags.ts'
import type { Lists } from './navigation.ts'
import { type Site, searchActionOf, writeText } from './site.ts'

const NO_INDEX = '<meta name="robots" content="noindex">'

function describe(description: string): string {
  return `<meta name="description" content="${escapeMarkup(description)}">`
}

/** The page for addresses that do not exist. */
export function renderNotFound(site: Site, navigation: Lists): string {
  const { texts, prefix } = site
  const home = `<a href="${prefix}/">${escapeMarkup(texts['notFound.home'])}</a>`
  const text = escapeMarkup(texts['notFound.text']).replace('{home}', () => home)
  const form = renderSearchForm({ texts, action: searchActionOf(site) })
  const main = renderArticle(texts['notFound.title'], '', `<p>${text}</p>\n${form}\n`)
  const title = `${texts['notFound.title']} · ${site.title}`
  return renderDocument(site, { title, head: [NO_INDEX], main, navigation, hasOwnForm: true })
}

/** The page of results without results: the service fills it in. */
export function renderResultsPage(site: Site, navigation: Lists): string {
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
  navigation: Lists,
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
  const head = [
    describe(facts.description),
    `<link rel="canonical" href="${escapeMarkup(`${site.base}/changelog/`)}">`,
    ...listSocialTags(site, { ...facts, path: 'changelog', type: 'website' }),
  ]
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
