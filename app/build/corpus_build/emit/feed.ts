import type { Change } from '../../../contract/corpus.ts'
import { compare } from '../../../contract/problem.ts'
import { baseOf } from '../../../docs/model/addresses.ts'
import type { Corpus } from '../../../docs/model/corpus.ts'
import type { EmittedFile } from '../../../foundation/files/folder_writer.ts'
import { encodeUtf8, escapeMarkup } from '../../../text/source_text/escape.ts'
import { parseMarkdown, renderHtml } from '../../../text/source_text/markdown.ts'

const FEED_PATH = 'changelog/feed.xml'

/** Most entries in the feed; `docs-data/changes.json` has older changes. */
const FEED_ENTRIES_MAX = 50

/** Year in our tag URIs (RFC 4151); it must never change. */
const TAG_YEAR = '2026'

/** The Atom feed of user-visible changes (contract 4.4, RFC 4287). */
export function emitFeed(corpus: Corpus): EmittedFile {
  const base = baseOf(corpus.baseUrl)
  const { service } = corpus.registry
  const { organization } = service
  const changes = corpus.changes.slice(0, FEED_ENTRIES_MAX)
  const lines = [
    '<?xml version="1.0" encoding="utf-8"?>',
    `<feed xmlns="http://www.w3.org/2005/Atom" xml:lang="${escapeMarkup(service.language)}">`,
    renderElement('id', `tag:${service.name},${TAG_YEAR}:changelog`),
    renderElement('title', `${service.title}: changelog`),
    renderElement('updated', formatInstant(findLastDate(corpus))),
    renderAuthor(organization),
    `<link rel="self" type="application/atom+xml" href="${escapeMarkup(`${base}/${FEED_PATH}`)}"/>`,
    `<link rel="alternate" type="text/html" href="${escapeMarkup(`${base}/`)}"/>`,
    ...changes.map((change) => renderEntry(service.name, change)),
    '</feed>\n',
  ]
  return { path: FEED_PATH, bytes: encodeUtf8(lines.join('\n')) }
}

function renderAuthor({ name, url }: Corpus['registry']['service']['organization']): string {
  return `<author>${renderElement('name', name)}${renderElement('uri', url)}</author>`
}

function renderEntry(serviceName: string, change: Change): string {
  const content = renderHtml(parseMarkdown(change.summary), (href) => href)
  const category =
    change.capability === undefined ? [] : [`<category term="${escapeMarkup(change.capability)}"/>`]
  return [
    '<entry>',
    // Feed readers must recognise the entry even when the base address changes.
    renderElement('id', `tag:${serviceName},${change.date}:changelog/${change.id}`),
    renderElement('title', change.title),
    renderElement('updated', formatInstant(change.date)),
    `<link rel="alternate" href="${escapeMarkup(change.url)}"/>`,
    ...category,
    `<content type="html">${escapeMarkup(content)}</content>`,
    '</entry>',
  ].join('\n')
}

// Not the build time: a feed is only updated when it has a new entry.
function findLastDate(corpus: Corpus): string {
  const dates =
    corpus.changes.length > 0
      ? corpus.changes.map(({ date }) => date)
      : corpus.pages.map(({ record }) => record.updated)
  return [...dates].sort(compare).at(-1) ?? '1970-01-01'
}

function formatInstant(date: string): string {
  return `${date}T00:00:00Z`
}

function renderElement(name: string, text: string): string {
  return `<${name}>${escapeMarkup(text)}</${name}>`
}
