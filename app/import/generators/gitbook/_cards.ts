import { isMarkedCode, mapText } from '../../markdown/line_classes.ts'
import { type Lines, replaceText, type SourceLine } from '../../markdown/source_line.ts'

const ICON = /<i\s+class="fa-[\w -]{1,100}">:?[\w-]{0,100}:?<\/i>[ \t]?/g
const CARDS = /<table\b[^<>\n]{0,500}\bdata-view="cards"[^<>\n]{0,500}>(.*?)<\/table>/g

/** Cards, which GitBook writes as a table on one line, as cards of ours; icons go. */
export function writeCards(lines: Lines): Lines {
  if (!lines.some(({ text }) => text.includes('data-view="cards"') || text.includes('<i '))) {
    return lines
  }
  const writeLine = (line: SourceLine) => {
    const bare = line.text.replace(ICON, '')
    if (!bare.includes('data-view="cards"')) return replaceText(line, bare)
    const written = bare.replace(CARDS, (_, table: string) => `\n\n${writeTable(table)}\n\n`)
    return written.split('\n').map((text) => replaceText(line, text))
  }
  return mapText(lines, writeLine, isMarkedCode)
}

function writeTable(table: string): string {
  const heads = [...table.matchAll(/<th\b([^<>]*)>/g)].map(([, attributes = '']) => attributes)
  const rows = [...table.matchAll(/<tr\b[^<>]*>(.*?)<\/tr>/g)].flatMap(([, row = '']) => {
    const cells = [...row.matchAll(/<td\b[^<>]*>(.*?)<\/td>/g)].map(([, cell = '']) => cell)
    return cells.length === 0 ? [] : [writeCard(cells, heads)]
  })
  return `<CardGrid>\n${rows.join('\n')}\n</CardGrid>`
}

/** A card: its texts, of which the first is its title. */
function writeCard(cells: readonly string[], heads: readonly string[]): string {
  const target = cells.find((_, at) => heads[at]?.includes('data-card-target'))
  const address = /<a\b[^<>]*\shref="([^"]*)"/.exec(target ?? '')?.[1]
  const texts = cells.flatMap((cell, at) => {
    const head = heads[at] ?? ''
    // What is hidden is the picture of the card, or where it leads.
    if (/data-card-cover/.test(head)) return []
    if (/data-card-target/.test(head) && /data-hidden/.test(head)) return []
    const text = writeCell(cell)
    return text === '' ? [] : [text]
  })
  // A link in the title is text below it, where it may be the title of a page.
  const [first = ''] = texts
  const isPlain = first !== '' && !first.includes('<a ')
  const title = textOf(isPlain ? first : (target ?? '')).replaceAll('"', '&quot;')
  if (title === '') return texts.join(' ')
  const link = address === undefined ? '' : ` href="${address}"`
  const content = (isPlain ? texts.slice(1) : texts).join(' ')
  return `<Card title="${title}"${link}>\n\n${content}\n\n</Card>`
}

function writeCell(cell: string): string {
  return (
    cell
      // A file's name stands for the title of its page.
      .replace(
        /<a\s+href="([^"<>\n]{1,500})">([^<>\n]{1,300}\.md)<\/a>/g,
        '<a data-mention href="$1">$2</a>',
      )
      .replace(/<h[1-6]\b[^<>]*>(.*?)<\/h[1-6]>/g, '<strong>$1</strong> ')
      .replace(/<\/?(?:p|ul|ol|div)\b[^<>]*>|<br\s*\/?>/g, ' ')
      .replace(/<\/?li\b[^<>]*>/g, ' ')
      .replace(/<strong>\s*<\/strong>/g, '')
      .replace(/\s+/g, ' ')
      .trim()
  )
}

function textOf(html: string): string {
  return html
    .replace(/<[^<>]*>/g, ' ')
    .replace(/\s+/g, ' ')
    .trim()
}
