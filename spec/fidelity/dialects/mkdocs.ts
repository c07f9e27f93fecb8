import { normalize } from 'node:path'
import type { Row } from '../facts.ts'
import type { SourceFiles } from '../source_files.ts'
import { linkObjects } from './_mkdocs_objects.ts'
import {
  type Context,
  cutPart,
  cutRows,
  type Dialect,
  expandRows,
  mapRows,
  quotePattern,
} from './dialect.ts'
import { slugOfMkdocs } from './slugs.ts'

const SNIPPET = /(?<![;\w-])-+8<-+\s+"([^"\n]+)"\s*$/
const PLAIN = /(?<!\\)\{!>?\s*([^\s!]+)(?:\s+\[ln:\s*(\d+)(?:-(\d+))?\])?\s*!\}/
const PART =
  /\{%\s*include-markdown\s+"([^"]+)"(?:\s+start="([^"]*)")?(?:\s+end="([^"]*)")?[^%]*%\}/
const ANY_MARK = /-+8<-+\s*\[\s*(?:start|end)\s*:/

export const MKDOCS: Dialect = {
  names: ['MkDocs', 'Material for MkDocs'],
  isPage: (file, source) => {
    return file.startsWith(docsFolderOf(source)) && /\.(?:md|markdown|mdown|mkdn|mkd)$/.test(file)
  },
  prepare: (rows, context) => {
    const blocks = joinBlocks([...rows, ...readAppended(context)])
    const snippets = expandRows(
      blocks,
      { pattern: SNIPPET, find: (found) => findSnippet(found, context) },
      context,
    )
    const plain = expandRows(
      snippets,
      { pattern: PLAIN, find: (found) => findPlain(found, context) },
      context,
    )
    const parts = expandRows(
      plain,
      { pattern: PART, find: (found) => findPart(found, context) },
      context,
    )
    const shown = markTemplates(dropOptions(joinNames(parts)))
    return mapRows(outsideCode(linkObjects(shown, configOf(context))), (text) =>
      text.replace(/;(?=-+8<-+)/, ''),
    )
  },
  slug: slugOfMkdocs,
  definition: 'last',
}

/** The folder of the pages, with a slash at its end, or nothing for the whole source. */
function docsFolderOf(source: SourceFiles): string {
  const config = source.files.find((name) => /(?:^|\/)mkdocs\.ya?ml$/.test(name)) ?? 'mkdocs.yml'
  const named = /^docs_dir:\s*["']?([^"'#\n]*?)["']?\s*(?:#.*)?$/m.exec(source.read(config) ?? '')
  const folder = normalize(`${config.replace(/[^/]*$/, '')}${named?.[1] ?? 'docs'}/`)
  return folder.replace(/^\.\/$/, '')
}

/** The name of a link may stand apart from its text, also on the row below. */
function joinNames(rows: readonly Row[]): readonly Row[] {
  const known = new Set(rows.map(({ text }) => /^\s*(\[[^\]]+\]):/.exec(text)?.[1]?.toLowerCase()))
  const names = rows.map(({ text }) => /^[\s>]*(\[[^\][]+\])(?![[(:])/.exec(text)?.[1])
  const isMoved = (at: number): boolean =>
    known.has(names[at]?.toLowerCase() ?? '') && /\]\s*$/.test(rows[at - 1]?.text ?? '')
  return rows.map((row, at) => {
    const own = isMoved(at) ? row.text.replace(names[at] ?? '', '') : row.text
    const whole = isMoved(at + 1) ? own.trimEnd() + names[at + 1] : own
    const text = whole.replace(/\] (\[[^\][]+\])(?![[(:`])/g, (apart, name: string) =>
      known.has(name.toLowerCase()) ? `]${name}` : apart,
    )
    return { ...row, text }
  })
}

/** What snippets put at the end of every page: addresses by name, mostly. */
function readAppended(context: Context): readonly Row[] {
  const [, listed = ''] = /auto_append:\s*\n((?:\s+-\s+.*\n)+)/.exec(configOf(context)) ?? []
  return [...listed.matchAll(/-\s+(\S+)/g)].flatMap(
    ([, path = '']) => findFile(path, context) ?? [],
  )
}

/** A list of paths between two marks is one call for each path. */
function joinBlocks(rows: readonly Row[]): readonly Row[] {
  let isOpen = false
  return rows.flatMap((row) => {
    const found = /^(\s*)-+8<-+\s*$/.exec(row.text)
    if (found !== null) {
      isOpen = !isOpen
      return []
    }
    if (!isOpen) return [row]
    const path = row.text.trim()
    if (path === '' || path.startsWith(';')) return []
    return [{ ...row, text: row.text.replace(path, `--8<-- "${path}"`) }]
  })
}

function findSnippet([, path = '']: RegExpExecArray, context: Context): readonly Row[] | undefined {
  const [name = '', ...parts] = path.split(':')
  const all = findFile(name, context)
  if (all === undefined || parts.length === 0) {
    return all?.filter(({ text }) => !ANY_MARK.test(text))
  }
  if (parts[0] !== '' && !/^-?\d+$/.test(parts[0] ?? '')) {
    const part = quotePattern(parts.join(':'))
    const mark = (word: string) => new RegExp(`-+8<-+\\s*\\[\\s*${word}\\s*:\\s*${part}\\s*\\]`)
    return cutPart(all, mark('start'), mark('end'), ANY_MARK)
  }
  return parts
    .join(':')
    .split(',')
    .flatMap((range) => {
      const [from = '', to = ''] = range.split(':')
      const count = (text: string, otherwise: number) => {
        const number = text === '' ? otherwise : Number(text)
        return number < 0 ? all.length + number + 1 : number
      }
      const shown = cutRows(all, count(from, 1), count(to, all.length))
      return shown.filter(({ text }) => !ANY_MARK.test(text))
    })
}

function findFile(name: string, context: Context): readonly Row[] | undefined {
  const { source, file } = context
  const listed = /base_path:\s*\[?([^\]\n]*)/.exec(configOf(context))?.[1] ?? ''
  for (const base of listed.split(',')) {
    const rows = base === '' ? undefined : source.rows(source.resolve(`${base.trim()}/x`, name))
    if (rows !== undefined) return rows
  }
  const parts = file.split('/')
  for (let at = 0; at < parts.length; at++) {
    const base = parts.slice(0, at).join('/')
    const rows = source.rows(source.resolve(`${base}/x`.replace(/^\//, ''), name))
    if (rows !== undefined) return rows
  }
  return undefined
}

/** Drops what decorates, outside code: icons and directives that name a module. */
function outsideCode(rows: readonly Row[]): readonly Row[] {
  let fence = ''
  let indent = 0
  return rows.map((row) => {
    const own = row.text.search(/\S/)
    // What stands further left has left the block that held the fence.
    if (own !== -1 && own < indent) fence = ''
    const mark = /^[\s>]*(?:[-*+]\s+|\d+[.)]\s+)*(`{3,}|~{3,})/.exec(row.text)?.[1]
    if (mark !== undefined && (fence === '' || mark.startsWith(fence))) {
      fence = fence === '' ? mark : ''
      indent = fence === '' ? 0 : own
      return row
    }
    if (fence !== '') return row
    const text = row.text.replace(/`#!\w+ /g, '`')
    return { ...row, text: text.replace(/(?<![A-Za-z0-9:]):[a-z][\w+-]*:(?:\{[^}]*\})?/g, ' ') }
  })
}

/** Rows of a block of a template belong to its first line; marks of raw text are no text. */
function markTemplates(rows: readonly Row[]): readonly Row[] {
  let depth = 0
  let block: number | undefined
  let directive: number | undefined
  return rows.map((row) => {
    if (/^:::\s+[\w.:-]+\s*$/.test(row.text)) directive = row.line
    else if (/^\S/.test(row.text)) directive = undefined
    if (directive !== undefined) return { ...row, block: directive }
    const text = row.text.replace(/\{%-?\s*(?:end)?raw\s*-?%\}/g, '')
    const opened = text.match(/\{%-?\s*(?:for|if)\s/g)?.length ?? 0
    const closed = text.match(/\{%-?\s*end(?:for|if)\s*-?%\}/g)?.length ?? 0
    if (depth === 0 && opened > 0) block = row.line
    depth = Math.max(0, depth + opened - closed)
    const marked = block === undefined ? { ...row, text } : { ...row, text, block }
    if (depth === 0) block = undefined
    return marked
  })
}

function configOf({ source }: Context): string {
  const files = source.files.filter((name) => /(?:^|\/)(?:mkdocs|base)\.ya?ml$/.test(name))
  return files.map((name) => source.read(name) ?? '').join('\n')
}

function findPlain(
  [, name = '', from, to]: RegExpExecArray,
  context: Context,
): readonly Row[] | undefined {
  const all = findFile(name, context)
  if (all === undefined || from === undefined) return all
  const shown = cutRows(all, Number(from), Number(to ?? from))
  return shown.filter(({ text }) => !ANY_MARK.test(text))
}

function findPart(
  [, name = '', start = '', end = '']: RegExpExecArray,
  { source, file }: Context,
): readonly Row[] | undefined {
  // What begins with a dot counts from the page, another path from the folder of the pages.
  const paths = [`${docsFolderOf(source)}${name}`, source.resolve(file, name)]
  const shown = name.startsWith('.') ? paths.slice(1) : paths
  const all = shown.map((path) => source.rows(path)).find((rows) => rows !== undefined)
  if (all === undefined) return undefined
  const from = start === '' ? 0 : all.findIndex(({ text }) => text.includes(start)) + 1
  const to = end === '' ? all.length : all.findIndex(({ text }) => text.includes(end))
  return all.slice(from, to === -1 ? all.length : to)
}

/** Options of a block are written below its opening. */
function dropOptions(rows: readonly Row[]): readonly Row[] {
  return rows.filter(({ text }, at) => {
    const isOption = /^\s{4,}[\w-]+:\s/.test(text)
    return !(isOption && /^\s*\/{3,}\s*\w/.test(rows[at - 1]?.text ?? ''))
  })
}
