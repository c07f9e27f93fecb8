import { attributeOf, type Element, findAll, findFirst, wordsOf } from './tree.ts'

/** What the head of a page says. */
export type Metadata = {
  readonly title: string
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
    const found = metas.find((each) => names.includes(nameOf(each)))
    const content = found === undefined ? undefined : attributeOf(found, 'content')
    return content === undefined || content.trim() === '' ? undefined : content.trim()
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
  return {
    title: title === undefined ? '' : wordsOf(title),
    language: attributeOf(root, 'lang') ?? attributeOf(root, 'xml:lang'),
    description: meta('description', 'og:description'),
    canonical: link('canonical'),
    siteName: meta('og:site_name', 'application-name'),
    license: link('license') ?? (license === undefined ? undefined : attributeOf(license, 'href')),
    updated: /^\d{4}-\d\d-\d\d/.exec(meta('article:modified_time', 'dcterms.modified') ?? '')?.[0],
    isHidden: /\b(?:noindex|none)\b/i.test(meta('robots') ?? ''),
    redirect: readRefresh(metas),
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
