import type { Row } from '../facts.ts'
import type { SourceFiles } from '../source_files.ts'
import { type Context, createFences, cutHead, type Dialect } from './dialect.ts'
import { slugOfGithub } from './slugs.ts'
import { type Replacement, readArguments, replaceTags, rowsOf } from './tags.ts'

const TAG = /\{%\s*(end)?([@\w/-]+)\s*((?:"[^"]*"|[^%"])*)%\}/g
const OPEN = /\{%(?:(?!%\}).)*$/

export const GITBOOK: Dialect = {
  names: ['GitBook'],
  isPage: (file) => file.endsWith('.md') && !/(?:^|\/)(?:SUMMARY\.md$|\.gitbook\/)/.test(file),
  prepare: (rows, context) => {
    return cutFormulas(readBlocks(rows, context, 0)).map(nameTargets(context.source))
  },
  slug: slugOfGithub,
}

function readBlocks(rows: readonly Row[], context: Context, depth: number): readonly Row[] {
  const grammar = { pattern: TAG, open: OPEN, keepsCode: true }
  return replaceTags(rows, grammar, ([whole, end, name = '', words = ''], row) => {
    if (end !== undefined) return rowsOf(row, '')
    if (name === 'include') return include(readArguments(words).get('0') ?? '', row, context, depth)
    return readTag(name, words, row) ?? whole
  })
}

/** Text that a block shows of itself; undefined where the block is none of GitBook. */
function readTag(name: string, words: string, row: Row): Replacement | undefined {
  const read = readArguments(words)
  switch (name) {
    case 'hint':
      return rowsOf(row, '', '!!! note', '')
    case 'tab':
      return rowsOf(row, '', read.get('title') ?? '', '')
    case 'update':
      return rowsOf(row, '', read.get('date') ?? '', '')
    case 'prompt':
      return rowsOf(row, '', read.get('description') ?? '', '')
    default:
      return name.startsWith('@') ? undefined : rowsOf(row, '')
  }
}

function include(path: string, row: Row, context: Context, depth: number): Replacement {
  const found = context.source.rows(context.source.resolve(row.file, path))
  const isFound = found !== undefined && depth < 10
  context.noteInclude({ path, row, isFound })
  return isFound ? readBlocks(cutHead(found), context, depth + 1) : rowsOf(row, '')
}

/** A link whose text is a file's name shows the title of the page. */
function nameTargets(source: SourceFiles): (row: Row) => Row {
  const isFence = createFences()
  return (row) => {
    if (isFence(row.text)) return row
    const text = row.text.replace(
      /\[([^\]\n]*)\]\(([^)\s]+)(\s+"mention")?\)/g,
      (whole, shown: string, path: string, mention?: string) => {
        if (mention === undefined && !/\.md$/.test(shown)) return whole
        const title = titleOf(path, row, source)
        return title === undefined ? whole.replace(shown, '') : `[${title}](${path})`
      },
    )
    const plain = text
      .replace(/<i\b[^>]*>:[\w-]+:<\/i>/g, '')
      .replace(/\$\$.*?\$\$/g, '')
      .replace(
        /<a\b[^>]*\bhref="([^"]+)"[^>]*>([^<]*)<\/a>/g,
        (whole, path: string, label: string) => {
          const isMention = whole.includes('data-mention') || /\.md$/.test(label)
          return isMention ? `[${titleOf(path, row, source) ?? label}](${path})` : whole
        },
      )
    const shown = plain.replace(/<table[^>]*data-view="cards".*?<\/table>/g, showCards)
    return shown === row.text ? row : { ...row, text: shown }
  }
}

/** Cards without the columns that hold targets and pictures, and without icons. */
function showCards(table: string): string {
  const [head = '', ...rows] = table.split(/<tr\b[^>]*>/).slice(1)
  const isHidden = head
    .split(/(?=<th\b)/)
    .slice(1)
    .map((cell) => cell.includes('data-hidden'))
  const shown = rows.flatMap((row) =>
    row
      .split(/(?=<td\b)/)
      .slice(1)
      .filter((_, at) => isHidden[at] !== true),
  )
  return shown
    .map((cell) =>
      cell.replace(/<i\b[^>]*>.*?<\/i>/g, '').replace(/<\/?(?:td|tr|tbody|table)[^>]*>/g, ' '),
    )
    .join(' ')
}

function titleOf(path: string, row: Row, source: SourceFiles): string | undefined {
  const target = source.resolve(row.file, path.replace(/[#?].*$/, '').replace(/\/$/, '/README.md'))
  const text = source.read(target) ?? source.read(`${target}/README.md`) ?? ''
  return /^#\s+(.*)$/m.exec(text)?.[1]
}

function cutFormulas(rows: readonly Row[]): readonly Row[] {
  let isFormula = false
  const isFence = createFences()
  return rows.map((row) => {
    if (isFence(row.text)) return row
    const isMark = /^\s*\$\$\s*$/.test(row.text)
    if (isMark) isFormula = !isFormula
    return isMark || isFormula ? { ...row, text: '' } : row
  })
}
