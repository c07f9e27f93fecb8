/** An entry of the index: a link to a twin, with a description. */
type LlmsEntry = {
  readonly title: string
  readonly markdownUrl: string
  readonly description: string
  readonly status: string | undefined
}

export type LlmsIndex = {
  readonly entries: readonly LlmsEntry[]
  /** Number of pages that the index says it leaves out. */
  readonly leftOut: number
  readonly links: readonly string[]
  /** Address of the second file, which has all pages. */
  readonly fullUrl: string | undefined
}

const ENTRY = /^- \[(?<title>(?:\\.|[^\]\\])*)\]\((?<url>[^)\s]+)\)(?:: (?<rest>.*))?$/
const LEFT_OUT = /^(?<count>\d+) more pages$/
const STATUS = / \(status: (?<status>[a-z_]+)\)$/

export function readLlms(text: string): LlmsIndex {
  const entries: LlmsEntry[] = []
  let leftOut = 0
  for (const line of text.split('\n')) {
    const found = ENTRY.exec(line)?.groups
    if (found === undefined) continue
    const { title = '', url = '', rest = '' } = found
    const more = LEFT_OUT.exec(title)?.groups?.count
    if (more !== undefined) {
      leftOut += Number(more)
      continue
    }
    const status = STATUS.exec(rest)?.groups?.status
    entries.push({
      title: unescapeMarkdown(title),
      markdownUrl: url,
      description: rest.replace(STATUS, ''),
      status,
    })
  }
  // A full stop after an address belongs to the sentence, here alone: a link may end in one.
  const links = [...text.matchAll(/https?:\/\/[^\s<>()[\]"`]+/g)].map(([url]) => {
    return url.replace(/[.,;:]$/, '')
  })
  const fullUrl = /All pages in one file: (\S+)/.exec(text)?.[1]
  return { entries, leftOut, links, fullUrl }
}

export type LlmsSection = {
  readonly title: string
  readonly url: string
  readonly status: string
  readonly updated: string
  readonly body: string
}

const SECTION = new RegExp(
  [
    '^\\n---\\n\\n# (?<title>[^\\n]*)\\n\\nSource: <(?<url>[^>\\n]*)>\\. ',
    'Status: `(?<status>[^`\\n]*)`\\. Updated: (?<updated>[^\\n]*)\\.\\n\\n',
  ].join(''),
  'gm',
)

/**
 * Reads the second file. A page about this format may quote such a heading, so a heading counts
 * only if its address is that of a page, and only once.
 */
export function readLlmsFull(text: string, pageUrls: ReadonlySet<string>): readonly LlmsSection[] {
  const seen = new Set<string>()
  const heads = [...text.matchAll(SECTION)].filter((head) => {
    const url = head.groups?.url ?? ''
    const isPage = pageUrls.has(url) && !seen.has(url)
    seen.add(url)
    return isPage
  })
  return heads.map((head, index) => {
    const { title = '', url = '', status = '', updated = '' } = head.groups ?? {}
    const end = heads[index + 1]?.index ?? text.length
    const body = text.slice(head.index + head[0].length, end)
    return { title: unescapeMarkdown(title), url, status, updated, body }
  })
}

/** Finds links in Markdown; addresses in code are examples. */
export function findMarkdownLinks(markdown: string): readonly string[] {
  const text = removeCode(markdown)
  const found = [
    ...text.matchAll(/\]\(<?(https?:\/\/[^\s)>]+)>?(?:\s+(?:"[^"]*"|'[^']*'))?\)/g),
    ...text.matchAll(/<(https?:\/\/[^\s>]+)>/g),
    ...text.matchAll(/^ {0,3}\[[^\]]+\]:\s+<?(https?:\/\/[^\s>]+)/gm),
  ]
  return found.flatMap(([, url]) => (url === undefined ? [] : [url]))
}

export function countFences(markdown: string): number {
  return separateCode(markdown).fences
}

function removeCode(markdown: string): string {
  return separateCode(markdown).text.replace(/(`+)(?:(?!\1)[\s\S])*?\1(?!`)/g, '')
}

const FENCE = /^([\s>*+\-\d.)]*?)(`{3,}|~{3,})(.*)$/

function separateCode(markdown: string): { readonly text: string; readonly fences: number } {
  const lines: string[] = []
  let fence: string | undefined
  let column = 0
  let fences = 0
  for (const line of markdown.split('\n')) {
    const [, before = '', marker, info = ''] = FENCE.exec(line) ?? []
    if (fence !== undefined) {
      // Four columns further in than the block, a fence is code itself.
      const isClosing = info.trim() === '' && before.length < column + 4
      if (marker?.startsWith(fence) === true && isClosing) fence = undefined
    } else if (marker === undefined || (marker.startsWith('`') && info.includes('`'))) {
      lines.push(line)
    } else {
      fence = marker
      column = before.length
      // A formula is drawn, and not shown as code.
      if (!/^\s*math\b/.test(info)) fences += 1
    }
  }
  return { text: lines.join('\n'), fences }
}

/** Removes the backslashes before Markdown characters. */
export function unescapeMarkdown(text: string): string {
  return text.replace(/\\([\\`*[\]<_~&])/g, '$1')
}
