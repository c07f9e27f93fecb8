import { parseYaml } from './json.ts'

/** A Markdown twin: the record of its front matter and its body. */
export type TwinFile = {
  readonly record: unknown
  readonly title: string
  /** The line with status and date. */
  readonly facts: string
  readonly body: string
}

/**
 * Lines between front matter and body, with blanks between: title, pointer to the index, what an
 * old version says of itself, status.
 */
const HEADER = /^\n# (?<title>[^\n]*)\n\n(?:> [^\n]*\n\n){1,2}(?<facts>Status: [^\n]*)\n\n/

export function readTwin(text: string): TwinFile | undefined {
  const end = text.indexOf('\n---\n', 4)
  if (!text.startsWith('---\n') || end < 0) return undefined
  const rest = text.slice(end + '\n---\n'.length)
  const header = HEADER.exec(rest)
  if (header === null) return undefined
  const record = parseYaml(text.slice(4, end))
  if (record === undefined) return undefined
  const { title = '', facts = '' } = header.groups ?? {}
  return { record, title, facts, body: rest.slice(header[0].length) }
}

/** An HTML page: its record, the anchors of its headings, its visible facts. */
type HtmlFile = {
  readonly record: Readonly<Record<string, string>>
  readonly version: string
  readonly language: string
  readonly anchors: readonly string[]
  /** Title, status and date as people see them, beside what programs read. */
  readonly visible: { readonly title: string; readonly status: string; readonly updated: string }
  /** Texts of the code blocks. */
  readonly code: readonly string[]
}

/** Reads an HTML page as a browser would. */
export async function readHtml(html: string): Promise<HtmlFile> {
  const record: Record<string, string> = {}
  const seen: Record<string, string> = {}
  const anchors: string[] = []
  const code: string[] = []
  let language = ''
  const attribute = (name: string, of: string) => ({
    element: (element: HTMLRewriterTypes.Element) => {
      record[name] = unescapeMarkup(element.getAttribute(of) ?? '')
    },
  })
  const content = (name: string, to = seen) => ({
    text: (chunk: HTMLRewriterTypes.Text) => {
      to[name] = (to[name] ?? '') + chunk.text
    },
  })
  const headings = [1, 2, 3, 4, 5, 6].map((level) => `main .prose h${level}[id]`)
  const rewriter = new HTMLRewriter()
    .on('link[rel="canonical"]', attribute('url', 'href'))
    .on('link[rel="alternate"][type="text/markdown"]', attribute('markdown_url', 'href'))
    .on('meta[name="description"]', attribute('meta_description', 'content'))
    .on('main header h1', content('title', record))
    .on('main .description', content('description', record))
    .on('main .status', { ...attribute('status', 'value'), ...content('status') })
    .on('main time', { ...attribute('updated', 'datetime'), ...content('updated') })
    .on('html', {
      element: (element) => {
        language = element.getAttribute('lang') ?? ''
      },
    })
    .on('head title', content('title'))
    .on('header .version', content('version'))
    .on('main .prose pre', {
      element: () => void code.push(''),
      text: (chunk) => {
        code[code.length - 1] += chunk.text
      },
    })
  for (const heading of headings) {
    rewriter.on(heading, {
      element: (element) => void anchors.push(unescapeMarkup(element.getAttribute('id') ?? '')),
    })
  }
  await rewriter.transform(new Response(html)).text()
  for (const name of ['title', 'description']) {
    if (record[name] !== undefined) record[name] = unescapeMarkup(record[name])
  }
  const { title = '', status = '', updated = '', version = '' } = seen
  const shown = { title: unescapeMarkup(title), status: status.trim(), updated: updated.trim() }
  return { record, version, language, anchors, visible: shown, code: code.map(unescapeMarkup) }
}

const NAMED: Readonly<Record<string, string>> = { amp: '&', lt: '<', gt: '>', quot: '"' }

/** Replaces the few character references that our pages use (HTML and XML). */
export function unescapeMarkup(markup: string): string {
  return markup.replace(/&(amp|lt|gt|quot|#39|#x27);/g, (_, name: string) => NAMED[name] ?? "'")
}
