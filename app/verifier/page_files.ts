import { parsedYaml } from './json.ts'

/** A Markdown twin: the record of its front matter and its body. */
type TwinFile = { readonly record: unknown; readonly title: string; readonly body: string }

/** Lines between the front matter and the body: title, pointer to the index, status, each apart. */
const HEADER = /^\n# (?<title>[^\n]*)\n\n> [^\n]*\n\n(?<facts>Status: [^\n]*)\n\n/

/** Reads a twin; absent when it is none. */
export function readTwin(text: string): (TwinFile & { readonly facts: string }) | undefined {
  const end = text.indexOf('\n---\n', 4)
  if (!text.startsWith('---\n') || end < 0) return undefined
  const rest = text.slice(end + '\n---\n'.length)
  const header = HEADER.exec(rest)
  if (header === null) return undefined
  const record = parsedYaml(text.slice(4, end))
  if (record === undefined) return undefined
  const { title = '', facts = '' } = header.groups ?? {}
  return { record, title, facts, body: rest.slice(header[0].length) }
}

/** What an HTML page shows of its record, and the anchors of its headings. */
type HtmlFile = {
  readonly record: Readonly<Record<string, string>>
  readonly version: string
  readonly anchors: readonly string[]
  /** What people see of title, status and date, beside what programs read. */
  readonly shown: { readonly title: string; readonly status: string; readonly updated: string }
  /** Texts of the code blocks. */
  readonly code: readonly string[]
}

/** Reads an HTML page as a browser would. */
export async function readHtml(html: string): Promise<HtmlFile> {
  const record: Record<string, string> = {}
  const seen: Record<string, string> = {}
  const anchors: string[] = []
  const code: string[] = []
  const attribute = (name: string, of: string) => ({
    element: (element: HTMLRewriterTypes.Element) => {
      record[name] = unescaped(element.getAttribute(of) ?? '')
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
      element: (element) => void anchors.push(unescaped(element.getAttribute('id') ?? '')),
    })
  }
  await rewriter.transform(new Response(html)).text()
  for (const name of ['title', 'description']) {
    if (record[name] !== undefined) record[name] = unescaped(record[name])
  }
  const { title = '', status = '', updated = '', version = '' } = seen
  const shown = { title: unescaped(title), status: status.trim(), updated: updated.trim() }
  return { record, version, anchors, shown, code: code.map(unescaped) }
}

const ENTITIES: Readonly<Record<string, string>> = {
  amp: '&',
  lt: '<',
  gt: '>',
  quot: '"',
  '#39': "'",
  '#x27': "'",
}

/** Text of markup with the few references that our pages use (HTML and XML alike). */
export function unescaped(markup: string): string {
  return markup.replace(/&(amp|lt|gt|quot|#39|#x27);/g, (whole, name: string) => {
    return ENTITIES[name] ?? whole
  })
}
