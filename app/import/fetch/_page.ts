import { isAssetName } from '../../docs/model/asset.ts'
import { findContent } from '../html/content.ts'
import { readMetadata } from '../html/metadata.ts'
import {
  attributeOf,
  type Element,
  elementsOf,
  findAll,
  findFirst,
  parsePage,
  textOf,
} from '../html/tree.ts'
import { resolveAddress } from './_addresses.ts'

/** What a page of HTML leads to, and what kind of page it is. */
export type FetchedPage = {
  readonly language: string | undefined
  readonly canonical: URL | undefined
  /** Addresses that it links to, and where it only leads on. */
  readonly links: readonly URL[]
  /** Pictures and files that its text shows or offers. */
  readonly files: readonly URL[]
  /** The same page as Markdown, where its head names it. */
  readonly markdown: URL | undefined
  /** The same page in other languages. */
  readonly translations: readonly { readonly language: string; readonly address: URL }[]
  /** Words of its text, without what stands around it. */
  readonly words: number
  readonly kind: 'page' | 'sign_in' | 'shell'
}

/** Words of a page below which a script must write the rest. */
const SHELL_WORDS_MAX = 50
/** A page that asks for a password says little else. */
const SIGN_IN_WORDS_MAX = 200
const LINKS_MAX = 20_000

/** Largest page, in bytes. */
export const PAGE_BYTES_MAX = 16 * 1024 * 1024

export function readPage(text: string, address: string): FetchedPage | undefined {
  const root = parsePage(text)
  if (root === undefined) return undefined
  const metadata = readMetadata(root)
  const resolve = (href: string | undefined) => {
    return href === undefined ? undefined : resolveAddress(href, address)
  }
  const alternates = findAll(root, ({ tagName }) => tagName === 'link').filter((link) => {
    return /\balternate\b/i.test(attributeOf(link, 'rel') ?? '')
  })
  const markdown = alternates.find((link) => {
    return /^text\/(?:x-)?markdown\b/i.test(attributeOf(link, 'type') ?? '')
  })
  const translations = alternates.flatMap((link) => {
    const language = attributeOf(link, 'hreflang')
    const target = resolve(attributeOf(link, 'href'))
    return language === undefined || target === undefined ? [] : [{ language, address: target }]
  })
  const content = findContent(root)
  const hrefs = findAll(root, isLink).map((each) => attributeOf(each, 'href'))
  const links = [metadata.redirect, metadata.next, ...hrefs].slice(0, LINKS_MAX)
  return {
    language: metadata.language,
    canonical: resolve(metadata.canonical),
    links: links.flatMap((href) => resolve(href) ?? []),
    files: content === undefined ? [] : listFiles(content, resolve),
    markdown: markdown === undefined ? undefined : resolve(attributeOf(markdown, 'href')),
    translations,
    words: content === undefined ? 0 : countWords(textOf(content)),
    kind: metadata.redirect === undefined ? kindOf(root) : 'page',
  }
}

/** Words of any script: where none are separated, six letters count as one. */
export function countWords(text: string): number {
  let [words, letters] = [0, 0]
  for (const [word] of text.matchAll(/[\p{L}\p{M}\p{N}]+/gu)) {
    words += 1
    letters += word.length
  }
  return Math.max(words, Math.floor(letters / 12))
}

function isLink({ tagName }: Element): boolean {
  return tagName === 'a' || tagName === 'area'
}

const SHOWS = new Set(['img', 'video', 'audio', 'source', 'object'])

function listFiles(
  content: Element,
  resolve: (href: string | undefined) => URL | undefined,
): readonly URL[] {
  const found: URL[] = []
  const visit = (element: Element) => {
    const { tagName } = element
    const name = tagName === 'a' ? 'href' : tagName === 'object' ? 'data' : 'src'
    const isFile = tagName === 'a' || SHOWS.has(tagName)
    const target = isFile ? resolve(attributeOf(element, name)) : undefined
    if (target !== undefined && isAssetName(target.pathname)) found.push(target)
    for (const child of elementsOf(element)) visit(child)
  }
  visit(content)
  return found.slice(0, LINKS_MAX)
}

function kindOf(root: Element): FetchedPage['kind'] {
  const body = elementsOf(root).find(({ tagName }) => tagName === 'body')
  if (body === undefined) return 'page'
  const words = countWords(
    textOf(body, ({ tagName }) => /^(?:script|style|noscript)$/.test(tagName)),
  )
  const asks = findFirst(body, (each) => {
    return each.tagName === 'input' && attributeOf(each, 'type')?.toLowerCase() === 'password'
  })
  if (asks !== undefined && words < SIGN_IN_WORDS_MAX) return 'sign_in'
  const hasRoot = elementsOf(body).some((each) => {
    return each.tagName === 'div' && attributeOf(each, 'id') !== undefined
  })
  const runs = findFirst(root, (each) => {
    return each.tagName === 'script' && attributeOf(each, 'src') !== undefined
  })
  return words < SHELL_WORDS_MAX && hasRoot && runs !== undefined ? 'shell' : 'page'
}
