import { countWords, type FetchedPage, PAGE_BYTES_MAX } from './_page.ts'
import type { Answer, Requests } from './_requests.ts'
import type { Robots } from './_robots.ts'
import type { SiteCopy } from './_site_copy.ts'

/** How sites give a page as Markdown: at an address of its own, or by the `Accept` header. */
const WAYS = ['page.md', 'page.html.md', 'index.md', 'accept'] as const
type Way = (typeof WAYS)[number]

/** Pages at which it is tried whether there is Markdown. */
const TRIED_MAX = 2

/** Signs of Markdown count as no words, and what shows a page differently may lose a few. */
const WORDS_SHARE = 0.98

type MarkdownPorts = {
  readonly copy: SiteCopy
  readonly requests: Requests
  readonly robots: Robots
}

/** Fetches pages as Markdown, where the site offers it with as many words as the page has. */
export class MarkdownPages {
  readonly #ports: MarkdownPorts
  #tried = 0
  #trial: Promise<void> | undefined

  constructor(ports: MarkdownPorts) {
    this.#ports = ports
  }

  /** Puts the Markdown of a page beside its file, as `page.html.md`. */
  async take(address: URL, file: string, page: FetchedPage): Promise<void> {
    const { copy } = this.#ports
    if (page.words === 0) return
    const fetchFrom = (target: URL | undefined) => {
      return this.#fetchFrom(target, { address, file, words: page.words })
    }
    if (page.markdown !== undefined) {
      if (page.markdown.origin === address.origin) await fetchFrom(page.markdown)
      return
    }
    while (this.#trial !== undefined) await this.#trial
    const known = WAYS.find((way) => way === copy.markdown)
    if (known !== undefined) await fetchFrom(markdownAddress(address, known))
    if (copy.markdown !== undefined) return
    this.#trial = this.#findWay((way) => fetchFrom(markdownAddress(address, way)))
    await this.#trial
  }

  /** Tries how the site gives a page; other pages wait for what comes out. */
  async #findWay(isThere: (way: Way) => Promise<boolean>): Promise<void> {
    const { copy } = this.#ports
    this.#tried += 1
    let found: Way | undefined
    for (const way of WAYS) {
      if (found === undefined && (await isThere(way))) found = way
    }
    copy.markdown = found ?? (this.#tried < TRIED_MAX ? undefined : 'none')
    this.#trial = undefined
  }

  async #fetchFrom(
    target: URL | undefined,
    page: { readonly address: URL; readonly file: string; readonly words: number },
  ): Promise<boolean> {
    const { copy, requests, robots } = this.#ports
    if (target === undefined || !robots.allows(target.pathname)) return false
    const key = `markdown:${page.address.href}`
    const known = await copy.validatorsOf(key)
    const question = { bytesMax: PAGE_BYTES_MAX, accept: 'text/markdown', known }
    const answer = await requests.ask(target, question)
    if (answer.kind === 'same') {
      await copy.keep(key)
      return true
    }
    if (answer.kind !== 'body' || !isMarkdownOf(answer, page.words)) return false
    const entry = { file: `${page.file}.md`, ...answer.validators }
    return (await copy.write(key, entry, answer.bytes)) === undefined
  }
}

/** Where a page would be as Markdown; undefined where that way has no address for it. */
function markdownAddress(page: URL, way: Way): URL | undefined {
  const { pathname } = page
  const isFolder = pathname.endsWith('/')
  const at = (path: string) => new URL(path, page.origin)
  switch (way) {
    case 'page.md': {
      const bare = pathname.replace(/\/(?:index\.html?)?$/i, '').replace(/\.html?$/i, '')
      return at(`${bare === '' ? '/index' : bare}.md`)
    }
    case 'page.html.md':
      return isFolder ? at(`${pathname}index.html.md`) : at(`${pathname}.md`)
    case 'index.md':
      return isFolder && pathname !== '/' ? at(`${pathname}index.md`) : undefined
    case 'accept':
      return page
  }
}

function isMarkdownOf({ type, bytes }: Extract<Answer, { kind: 'body' }>, words: number): boolean {
  const text = new TextDecoder().decode(bytes)
  const isMarkdown = /^text\/(?:x-)?markdown$|^text\/plain$/.test(type)
  if (!isMarkdown || /^\s*<(?:!doctype|html)\b/i.test(text)) return false
  return countProse(text) >= words * WORDS_SHARE
}

/** Words without front matter, addresses of links and tags. */
function countProse(text: string): number {
  const body = text.replace(/^---\n[\s\S]*?\n---\n/, '')
  return countWords(body.replace(/\]\([^()\s]*\)/g, ']').replace(/<[^<>]*>/g, ' '))
}
