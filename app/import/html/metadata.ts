import { readDay } from './page_rows.ts'
import { attributeOf, type Element, findAll, findFirst, textOf, wordsOf } from './tree.ts'

const KEYS = ['headline', 'description', 'dateModified']
/** Where other keys lead is about somebody else, such as the publisher. */
const OF_PAGE = /^(?:\d+|@graph|mainEntity(?:OfPage)?)$/
const DEPTH_MAX = 4

/** What a page states of itself as JSON-LD: the first value of each key that is a text. */
function readLinkedData(root: Element): ReadonlyMap<string, string> {
  const found = new Map<string, string>()
  const scripts = findAll(root, (each) => {
    return each.tagName === 'script' && attributeOf(each, 'type') === 'application/ld+json'
  })
  for (const script of scripts) collect(parseLeniently(textOf(script, () => false)), found, 0)
  return found
}

function parseLeniently(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

function collect(value: unknown, found: Map<string, string>, depth: number): void {
  if (typeof value !== 'object' || value === null || depth > DEPTH_MAX) return
  for (const [key, inner] of Object.entries(value)) {
    if (typeof inner !== 'string') {
      if (OF_PAGE.test(key)) collect(inner, found, depth + 1)
    } else if (KEYS.includes(key) && !found.has(key) && inner.trim() !== '') {
      found.set(key, inner.trim())
    }
  }
}

/** What a page says of itself, beside its text. */
export type Metadata = {
  readonly title: string
  /** Other titles that it states, the most reliable first. */
  readonly titles: readonly string[]
  readonly language: string | undefined
  readonly description: string | undefined
  readonly canonical: string | undefined
  readonly siteName: string | undefined
  /** Address of a licence, or its name. */
  readonly license: string | undefined
  readonly updated: string | undefined
  /** Whether its owner keeps it from search engines. */
  readonly isHidden: boolean
  /** Where a page leads on that is only a redirect. */
  readonly redirect: string | undefined
  /** The page that comes after it. */
  readonly next: string | undefined
}

export function readMetadata(root: Element): Metadata {
  const head = findFirst(root, ({ tagName }) => tagName === 'head') ?? root
  const metas = findAll(head, ({ tagName }) => tagName === 'meta')
  const links = findAll(head, ({ tagName }) => tagName === 'link')
  const title = findFirst(head, ({ tagName }) => tagName === 'title')
  const meta = (...names: readonly string[]) => {
    const found = names.flatMap((name) => metas.find((each) => nameOf(each) === name) ?? [])
    return found.map((each) => attributeOf(each, 'content')?.trim() ?? '').find(Boolean)
  }
  const link = (rel: string) => {
    const found = links.find((each) => relationsOf(each).includes(rel))
    return found === undefined ? undefined : attributeOf(found, 'href')
  }
  const license = findFirst(root, ({ tagName, attrs }) => {
    return (
      tagName === 'a' &&
      attrs.some(({ name, value }) => name === 'rel' && /\blicense\b/.test(value))
    )
  })
  const data = readLinkedData(root)
  const changed = meta('article:modified_time', 'dcterms.modified', 'last-modified', 'revised')
  return {
    title: title === undefined ? '' : wordsOf(title),
    titles: [meta('og:title'), data.get('headline')].flatMap((each) => each ?? []),
    language: attributeOf(root, 'lang') ?? attributeOf(root, 'xml:lang'),
    description: meta('description', 'og:description') ?? data.get('description'),
    canonical: link('canonical'),
    siteName: meta('og:site_name', 'application-name'),
    license: link('license') ?? (license === undefined ? undefined : attributeOf(license, 'href')),
    updated: readDay(changed ?? '') ?? readDay(data.get('dateModified') ?? ''),
    isHidden: /\b(?:noindex|none)\b/i.test(meta('robots') ?? ''),
    redirect: readRefresh(metas) ?? readMove(root),
    next: link('next'),
  }
}

function nameOf(meta: Element): string {
  return (attributeOf(meta, 'name') ?? attributeOf(meta, 'property') ?? '').toLowerCase()
}

function relationsOf(link: Element): readonly string[] {
  return (attributeOf(link, 'rel') ?? '').toLowerCase().split(/\s+/)
}

/** `0; url=there`; a page that shows itself again is no redirect. */
function readRefresh(metas: readonly Element[]): string | undefined {
  const refresh = metas.find((each) => {
    return attributeOf(each, 'http-equiv')?.toLowerCase() === 'refresh'
  })
  const content = refresh === undefined ? '' : (attributeOf(refresh, 'content') ?? '')
  return /^\s*\d+\s*[;,]\s*url\s*=\s*["']?([^"']+)/i.exec(content)?.[1]?.trim()
}

/** A page with more words says something itself. */
const MOVED_WORDS_MAX = 30
const MOVE = /\blocation(?:(?:\.href)?\s*=|\.(?:replace|assign)\()\s*["']([^"'\s]+)["']/

/** The address to which a script leads on, or a page that says that it should have. */
function readMove(root: Element): string | undefined {
  const body = findFirst(root, ({ tagName }) => tagName === 'body') ?? root
  const words = textOf(body, ({ tagName }) => /^(?:script|style|noscript)$/.test(tagName)).trim()
  if (words.split(/\s+/).length > MOVED_WORDS_MAX) return undefined
  for (const script of findAll(root, ({ tagName }) => tagName === 'script')) {
    const [, address] = MOVE.exec(textOf(script, () => false)) ?? []
    if (address !== undefined) return address
  }
  const links = findAll(body, ({ tagName }) => tagName === 'a').map((each) => {
    return attributeOf(each, 'href')
  })
  return /\bredirect/i.test(words) && links.length === 1 ? links[0] : undefined
}
