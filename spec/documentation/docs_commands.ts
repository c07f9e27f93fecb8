/** A block of commands on a page, with the output that the page shows for it. */
export type CommandBlock = {
  /** Line of the file on which the commands begin, from 1. */
  readonly line: number
  readonly commands: string
  readonly output?: { readonly form: 'text' | 'json'; readonly content: string } | undefined
}

/** A fenced code block of a page: `words` are those of its info string. */
export type Fence = {
  readonly line: number
  readonly words: readonly string[]
  readonly content: string
}

/** The body of a page without its front matter, and the line on which it begins. */
export function readBody(source: string): { readonly body: string; readonly line: number } {
  const front = /^---\n[\s\S]*?\n---\n/.exec(source)?.[0] ?? ''
  return { body: source.slice(front.length), line: front.split('\n').length }
}

/** All fenced blocks, in page order. Our pages fence with three backticks at the left edge. */
export function readFencedBlocks(source: string): readonly Fence[] {
  const { body, line } = readBody(source)
  const fences: Fence[] = []
  let open: { line: number; words: readonly string[]; lines: string[] } | undefined
  for (const [at, text] of body.split('\n').entries()) {
    if (!text.startsWith('```')) open?.lines.push(text)
    else if (open === undefined) {
      open = { line: line + at + 1, words: text.slice(3).trim().split(/\s+/), lines: [] }
    } else {
      fences.push({ line: open.line, words: open.words, content: open.lines.join('\n') })
      open = undefined
    }
  }
  return fences
}

/** The commands of a page; an `output` block belongs to the commands above it. */
export function readCommandBlocks(source: string): readonly CommandBlock[] {
  const blocks: CommandBlock[] = []
  for (const { line, words, content } of readFencedBlocks(source)) {
    const [language, role] = words
    if (language === 'sh' && role === undefined) blocks.push({ line, commands: content })
    if (role !== 'output') continue
    const above = blocks.pop()
    if (above === undefined || above.output !== undefined) {
      throw new Error(`Cannot attach the output of line ${line}: there are no commands above it`)
    }
    blocks.push({ ...above, output: { form: language === 'json' ? 'json' : 'text', content } })
  }
  return blocks
}

/** Describes how actual output differs from the output on the page; absent if it matches. */
export function compareOutput(
  shown: NonNullable<CommandBlock['output']>,
  actual: string,
): string | undefined {
  if (shown.form === 'text') return compareText(shown.content, actual)
  // The service sends JSON on one line; an earlier command may have printed something, too.
  const last = actual.trim().split('\n').at(-1) ?? ''
  try {
    return compareJson(JSON.parse(shown.content), JSON.parse(last), '$')
  } catch {
    return `the output is not JSON: ${actual.slice(0, 300)}`
  }
}

/** Each line on the page must appear, in order; others may come between. `…` is any text. */
function compareText(shown: string, actual: string): string | undefined {
  const lines = actual.split('\n')
  let from = 0
  for (const line of shown.split('\n').filter((each) => each.trim() !== '')) {
    const at = lines.findIndex((each, index) => index >= from && isAlike(line.trim(), each.trim()))
    if (at < 0) return `no line "${line}" in: ${actual.slice(0, 600)}`
    from = at + 1
  }
  return undefined
}

/** Counts that change with every page that is written. */
const COUNTS = new Set(['pages', 'bytes'])

/** Each member on the page must be there and match; others may be there too. */
function compareJson(shown: unknown, actual: unknown, place: string): string | undefined {
  if (Array.isArray(shown)) {
    if (!Array.isArray(actual)) return `${place} is no array`
    const members: readonly unknown[] = actual
    const absent = shown.find(
      (wanted) => !members.some((each) => compareJson(wanted, each, place) === undefined),
    )
    const exact = shown.length === 0 && members.length > 0
    if (exact) return `${place} is not empty`
    return absent === undefined
      ? undefined
      : `${place} has no ${JSON.stringify(absent)}: ${JSON.stringify(actual).slice(0, 600)}`
  }
  if (typeof shown === 'object' && shown !== null) {
    if (typeof actual !== 'object' || actual === null) return `${place} is no object`
    const members = new Map<string, unknown>(Object.entries(actual))
    return Object.entries(shown)
      .map(([key, wanted]) => {
        const value = members.get(key)
        if (COUNTS.has(key) && typeof wanted === 'number' && typeof value === 'number') {
          return undefined
        }
        return compareJson(wanted, value, `${place}.${key}`)
      })
      .find((problem) => problem !== undefined)
  }
  if (typeof shown === 'string' && typeof actual === 'string' && isAlike(shown, actual)) {
    return undefined
  }
  return shown === actual ? undefined : `${place} is ${JSON.stringify(actual)}`
}

function isAlike(shown: string, actual: string): boolean {
  const parts = replaceVolatile(shown).split('…')
  const pattern = parts.map((part) => part.replace(/[.*+?^${}()|[\]\\]/g, '\\$&')).join('.*')
  return new RegExp(`^${pattern}$`, 's').test(replaceVolatile(actual))
}

/** Replaces what changes from build to build with words: instants, page ids, digests. */
function replaceVolatile(text: string): string {
  return text
    .replace(/\d{4}-\d{2}-\d{2}T\d{2}:\d{2}:\d{2}Z/g, '<instant>')
    .replace(/\bp[0-9]{1,9}\b/g, '<id>')
    .replace(/\b[0-9a-f]{32,64}\b/g, '<digest>')
}
