import { escapeInline } from '../../text/source_text/escape.ts'
import { parseMarkdown } from '../../text/source_text/markdown.ts'
import { readText } from './values.ts'

/** One line of a page, and the line of the description that it comes from. */
export type PageLine = { readonly text: string; readonly file: string; readonly line: number }

/** Collects the lines of a page, all of which have one place in the source. */
export type PageText = {
  /** Adds a block, with a blank line before it. */
  add(text: string): void
  readonly lines: readonly PageLine[]
}

export function createPageText(file: string, line: number): PageText {
  const lines: PageLine[] = [{ text: '', file, line }]
  return {
    lines,
    add: (text) => {
      if (text.trim() === '') return
      if (lines.length > 1) lines.push({ text: '', file, line })
      for (const each of text.split('\n')) lines.push({ text: each, file, line })
    },
  }
}

/** A text that is Markdown already; its headings go below those of the page. */
export function writeDescription(value: unknown, level: number): string {
  const text = readText(value)
  if (!text.includes('#')) return text
  const headings = new Set(parseMarkdown(text).headings.map(({ line }) => line))
  const lines = text.split('\n').map((line, at) => {
    const marks = headings.has(at) ? (/^#+/.exec(line)?.[0].length ?? 0) : 0
    return marks === 0 ? line : '#'.repeat(Math.min(6, marks + level)) + line.slice(marks)
  })
  return lines.join('\n')
}

/** Markdown on one line, as a cell has it. */
function writeCell(text: string): string {
  const words = text
    .split('\n')
    .map((line) => line.trim())
    .join(' ')
  return words.replace(/(?<!\\)\|/g, '\\|').trim()
}

export function writeCode(text: string): string {
  const runs = text.match(/`+/g) ?? []
  const fence = '`'.repeat(runs.reduce((most, run) => Math.max(most, run.length + 1), 1))
  const space = /^`|`$/.test(text) ? ' ' : ''
  return text === '' ? '' : `${fence}${space}${text.replace(/\s+/g, ' ')}${space}${fence}`
}

export function writeFence(language: string, text: string, title = ''): string {
  const runs = text.match(/^[ \t]*`{3,}/gm) ?? []
  const fence = '`'.repeat(runs.reduce((most, run) => Math.max(most, run.trim().length + 1), 3))
  const label = title === '' ? '' : ` title="${title.replaceAll('"', "'").replace(/\s+/g, ' ')}"`
  return `${fence}${language}${label}\n${text.replace(/\n$/, '')}\n${fence}`
}

export function writeTable(head: readonly string[], rows: readonly (readonly string[])[]): string {
  const format = (cells: readonly string[]) => `| ${cells.map(writeCell).join(' | ')} |`
  return [format(head), format(head.map(() => '---')), ...rows.map(format)].join('\n')
}

export function writePlain(value: unknown): string {
  return escapeInline(readText(value).replace(/\s+/g, ' '))
}

/** A value as a reader would send it: JSON, or the text of other media types. */
export function writeExample(value: unknown, mediaType: string, title = ''): string {
  const isJson = mediaType === '' || /\bjson\b/.test(mediaType)
  if (typeof value === 'string' && !isJson) {
    return writeFence(/xml/.test(mediaType) ? 'xml' : 'text', value, title)
  }
  return writeFence('json', JSON.stringify(value, undefined, 2) ?? 'null', title)
}

/** An entry of a list: a line, another under it, and blocks below them. */
export function writeItem(head: string, under: string, blocks: readonly string[]): string {
  const first = under === '' ? head : `${head}\\\n${under}`
  const lines = joinBlocks([first, ...blocks]).split('\n')
  return lines
    .map((line, at) => (at === 0 ? `- ${line}` : line.trim() === '' ? '' : `  ${line}`))
    .join('\n')
}

export function joinBlocks(blocks: readonly string[]): string {
  return blocks.filter((block) => block.trim() !== '').join('\n\n')
}
