import { unescaped } from './page_files.ts'

/** One entry of the Atom feed, in the words of a change. */
export type FeedEntry = {
  readonly id: string
  readonly date: string
  readonly title: string
  readonly url: string
  readonly capability: string | undefined
}

/** Reads the entries of the feed (RFC 4287) in their order. */
export function readFeed(xml: string): readonly FeedEntry[] {
  return [...xml.matchAll(/<entry>(?<entry>[\s\S]*?)<\/entry>/g)].map(({ groups }) => {
    const entry = groups?.entry ?? ''
    const first = (pattern: RegExp) => {
      const found = pattern.exec(entry)?.[1]
      return found === undefined ? undefined : unescaped(found)
    }
    return {
      // The part behind the last slash is the change's own id (RFC 4151).
      id: (first(/<id>([^<]*)<\/id>/) ?? '').replace(/^.*\//, ''),
      date: (first(/<updated>([^<]*)<\/updated>/) ?? '').slice(0, 10),
      title: first(/<title[^>]*>([^<]*)<\/title>/) ?? '',
      url: first(/<link rel="alternate"[^>]* href="([^"]*)"/) ?? '',
      capability: first(/<category term="([^"]*)"/),
    }
  })
}
