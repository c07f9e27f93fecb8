import type { PublicDocs } from '../../../app/docs/public_docs/mod.ts'

/** A page in pieces, for a peer that indexes them. */
export type Section = {
  readonly at: number
  /** Address of the page. */
  readonly url: string
  readonly title: string
  readonly heading: string
  /** Markdown; that of the first section of a page begins with its record. */
  readonly text: string
}

const PAGES_AT_ONCE = 100

/** Every page of a build in sections, and every change as one, so that a peer lacks nothing. */
export async function readSections(docs: PublicDocs): Promise<readonly Section[]> {
  const snapshot = docs.current()
  const pieces: Omit<Section, 'at'>[] = []
  let after: string | undefined
  do {
    const list = snapshot.pages(PAGES_AT_ONCE, {}, after)
    if (!list.ok) throw new Error(list.error.message)
    for (const { id, url, title, description, status } of list.value.records) {
      const page = await snapshot.page(id)
      if (!page.ok) throw new Error(page.error.message)
      const head = `title: ${title}\ndescription: ${description}\nurl: ${url}\nstatus: ${status}`
      for (const [at, { heading, text }] of splitPage(page.value.markdown).entries()) {
        pieces.push({ url, title, heading, text: at === 0 ? `${head}\n\n${text}` : text })
      }
    }
    after = list.value.after
  } while (after !== undefined)
  for (const { title, date, summary, url } of snapshot.changes()) {
    pieces.push({ url, title: `Change: ${title}`, heading: '', text: `${date}\n\n${summary}` })
  }
  return pieces.map((piece, at) => ({ ...piece, at }))
}

/** Splits Markdown before its headings of the second and third level, outside of fences. */
export function splitPage(markdown: string): readonly { heading: string; text: string }[] {
  const sections = [{ heading: '', lines: [] as string[] }]
  let fence: string | undefined
  for (const line of markdown.split('\n')) {
    const [mark] = /^ *(`{3,}|~{3,})/.exec(line)?.slice(1) ?? []
    if (mark !== undefined && (fence === undefined || mark.startsWith(fence))) {
      fence = fence === undefined ? mark : undefined
    }
    const heading = fence === undefined ? /^#{2,3} (.*)/.exec(line)?.[1] : undefined
    if (heading !== undefined) sections.push({ heading, lines: [] })
    sections.at(-1)?.lines.push(line)
  }
  return sections.map(({ heading, lines }) => ({ heading, text: lines.join('\n').trim() }))
}
