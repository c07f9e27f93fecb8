import { unescaped } from './page_files.ts'

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
    tag: tagOf(first(head, /<id>([^<]*)<\/id>/)),
    updated: first(head, /<updated>([^<]*)<\/updated>/),
    self: linkOf(head, 'self'),
    entries,
  }
}

function readEntry(entry: string): FeedEntry {
  const id = first(entry, /<id>([^<]*)<\/id>/) ?? ''
  return {
    // The part behind the last slash is the change's own id (RFC 4151).
    id: id.replace(/^.*\//, ''),
    tag: tagOf(id),
    updated: first(entry, /<updated>([^<]*)<\/updated>/) ?? '',
    title: first(entry, /<title[^>]*>([^<]*)<\/title>/) ?? '',
    url: linkOf(entry, 'alternate') ?? '',
    capability: first(entry, /<category term="([^"]*)"/),
    html: first(entry, /<content[^>]*>([^<]*)<\/content>/) ?? '',
  }
}

function first(text: string, pattern: RegExp): string | undefined {
  const found = pattern.exec(text)?.[1]
  return found === undefined ? undefined : unescaped(found)
}

function linkOf(text: string, relation: string): string | undefined {
  return first(text, new RegExp(`<link rel="${relation}"[^>]* href="([^"]*)"`))
}

/** Authority and date of a tag: `tag:docs,2026`. */
function tagOf(id: string | undefined): string {
  return /^tag:[^:]*/.exec(id ?? '')?.[0] ?? ''
}

/** Letters and digits of a text, which Markdown and HTML have in common. */
export function lettersOf(text: string): string {
  return text
    .replace(/\[([^\]]*)\]\([^)]*\)/g, '$1')
    .normalize('NFC')
    .replace(/[^\p{L}\p{N}]/gu, '')
}

/** The same of a piece of HTML. */
export function lettersOfHtml(html: string): string {
  return lettersOf(unescaped(html.replace(/<[^>]*>/g, '')))
}
