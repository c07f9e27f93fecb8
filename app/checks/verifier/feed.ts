import { unescapeMarkup } from './page_files.ts'

/** One entry of the Atom feed, in the words of a change. */
type FeedEntry = {
  readonly id: string
  /** Who gives the id, and when (RFC 4151). */
  readonly tag: string
  readonly updated: string
  readonly title: string
  readonly url: string
  readonly capability: string | undefined
  readonly html: string
}

export type Feed = {
  readonly tag: string
  readonly updated: string | undefined
  readonly self: string | undefined
  readonly entries: readonly FeedEntry[]
}

/** Reads a feed (RFC 4287); its entries stay in their order. */
export function readFeed(xml: string): Feed {
  const [head = '', ...rest] = xml.split('<entry>')
  const entries = rest.map((entry) => readEntry(entry.split('</entry>')[0] ?? ''))
  return {
    tag: tagOf(findFirst(head, /<id>([^<]*)<\/id>/)),
    updated: findFirst(head, /<updated>([^<]*)<\/updated>/),
    self: linkOf(head, 'self'),
    entries,
  }
}

function readEntry(entry: string): FeedEntry {
  const id = findFirst(entry, /<id>([^<]*)<\/id>/) ?? ''
  return {
    // The part after the last slash is the id of the change (RFC 4151).
    id: id.replace(/^.*\//, ''),
    tag: tagOf(id),
    updated: findFirst(entry, /<updated>([^<]*)<\/updated>/) ?? '',
    title: findFirst(entry, /<title[^>]*>([^<]*)<\/title>/) ?? '',
    url: linkOf(entry, 'alternate') ?? '',
    capability: findFirst(entry, /<category term="([^"]*)"/),
    html: findFirst(entry, /<content[^>]*>([^<]*)<\/content>/) ?? '',
  }
}

function findFirst(text: string, pattern: RegExp): string | undefined {
  const found = pattern.exec(text)?.[1]
  return found === undefined ? undefined : unescapeMarkup(found)
}

function linkOf(text: string, relation: string): string | undefined {
  return findFirst(text, new RegExp(`<link rel="${relation}"[^>]* href="([^"]*)"`))
}

/** Authority and date of a tag: `tag:docs,2026`. */
function tagOf(id: string | undefined): string {
  return /^tag:[^:]*/.exec(id ?? '')?.[0] ?? ''
}

/** The letters and digits of a text, which are the same in Markdown and HTML. */
export function extractLetters(text: string): string {
  return text
    .replace(/\[([^\]]*)\]\([^)]*\)/g, '$1')
    .normalize('NFC')
    .replace(/[^\p{L}\p{N}]/gu, '')
}

/** The letters and digits of a piece of HTML. */
export function extractLettersOfHtml(html: string): string {
  return extractLetters(unescapeMarkup(html.replace(/<[^>]*>/g, '')))
}
