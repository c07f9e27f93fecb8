import type { Row } from '../facts.ts'
import type { SourceFiles } from '../source_files.ts'
import { renderRows } from './_liquid_rows.ts'
import {
  type Context,
  createFences,
  cutHead,
  type Dialect,
  expandRows,
  mapRows,
} from './dialect.ts'
import { slugOfGithub } from './slugs.ts'

export const JEKYLL: Dialect = {
  names: ['Jekyll'],
  isPage: (file, source) =>
    /\.(?:md|markdown)$/.test(file) &&
    !isExcluded(file, source.read('_config.yml') ?? '') &&
    !/(?:^|\/)_(?:includes|layouts|site|data|sass|plugins)\//.test(file) &&
    /^---\s*\n/.test(source.read(file) ?? ''),
  prepare: (rows, context) => {
    const relative = /\{%-?\s*include_relative\s+([^\s%]+)\s*-?%\}/
    const find = ([, path = '']: RegExpExecArray, row: Row): readonly Row[] | undefined => {
      const found = context.source.rows(context.source.resolve(row.file, path))
      return found === undefined ? undefined : cutHead(found)
    }
    const expanded = expandRows(hideRaw(rows), { pattern: relative, find }, context)
    const whole = mapRows(expanded, (text) => text.replaceAll(HIDDEN, ''))
    noteIncludes(whole, context)
    const isTemplate = whole.some(({ text }) => /\{[{%]/.test(text))
    const filled = isTemplate ? renderRows(whole, readScope(context), context) : whole
    const shown = writeAddresses(filled, configOf(context.source))
    return cutContents(readKramdown(shown, configOf(context.source)), shown)
  },
  slug: slugOfGithub,
  hasLooseTables: true,
}

const [URL_MARK, BASE_MARK] = ['\u0002', '\u0003']

/** Stands within a tag that is shown, and not run. */
const HIDDEN = '\ue920'

function hideRaw(rows: readonly Row[]): readonly Row[] {
  let isRaw = false
  return rows.map((row) => {
    const parts = row.text.split(/(\{%-?\s*(?:end)?raw\s*-?%\})/).map((part, at) => {
      if (at % 2 === 1) isRaw = !part.includes('endraw')
      return isRaw ? part.replace(/include_relative/g, `${HIDDEN}$&`) : part
    })
    return { ...row, text: parts.join('') }
  })
}

/** The address of the site, which code shows, and without which links are its own. */
function writeAddresses(rows: readonly Row[], config: Settings): readonly Row[] {
  const isFence = createFences()
  return rows.map((row) => {
    const isCode = isFence(row.text)
    const text = row.text
      .replaceAll(URL_MARK, isCode ? String(config.url ?? '') : '')
      .replaceAll(BASE_MARK, isCode ? String(config.baseurl ?? '') : '')
    return text === row.text ? row : { ...row, text }
  })
}

/** What the configuration keeps out of the site. */
function isExcluded(file: string, config: string): boolean {
  const [, block = ''] = /^exclude:[ \t]*\n((?:[ \t]*-.*\n?)+)/m.exec(config) ?? []
  const [, row = ''] = /^exclude:[ \t]*\[([^\]]*)\]/m.exec(config) ?? []
  const names = [...block.matchAll(/-\s*["']?([^"'\n]+)/g), ...row.matchAll(/["']?([^"',]+)/g)]
  return names
    .map(([, name = '']) => name.trim())
    .some((name) => file === name || file.startsWith(`${name.replace(/\/$/, '')}/`))
}

function noteIncludes(rows: readonly Row[], { source, noteInclude }: Context): void {
  let isRaw = false
  for (const row of rows) {
    if (/\{%-?\s*raw/.test(row.text)) isRaw = true
    const [, path] = /\{%-?\s*include\s+([\w./-]+)/.exec(row.text) ?? []
    if (path !== undefined && !isRaw) {
      noteInclude({ path, row, isFound: source.read(`_includes/${path}`) !== undefined })
    }
    if (/\{%-?\s*endraw/.test(row.text)) isRaw = false
  }
}

type Settings = Readonly<Record<string, unknown>>

const configs = new WeakMap<SourceFiles, Settings>()
const data = new WeakMap<SourceFiles, Settings>()

function configOf(source: SourceFiles): Settings {
  const known = configs.get(source) ?? parse(source.read('_config.yml') ?? '')
  configs.set(source, known)
  return known
}

/** What templates of a page can name. */
function readScope({ source, file }: Context): object {
  const [, head = ''] = /^---\s*\n([\s\S]*?)\n---/.exec(source.read(file) ?? '') ?? []
  const [, collection] = /^_(\w+)\//.exec(file) ?? []
  const known = data.get(source) ?? readData(source)
  data.set(source, known)
  const site = { ...configOf(source), data: known, url: URL_MARK, baseurl: BASE_MARK }
  return { site, page: { ...parse(head), ...(collection === undefined ? {} : { collection }) } }
}

function readData(source: SourceFiles): Settings {
  const all: Record<string, unknown> = {}
  for (const file of source.files) {
    const [, path = '', ending] = /^_data\/(.+)\.(ya?ml|json|csv|tsv)$/.exec(file) ?? []
    if (path === '') continue
    const text = source.read(file) ?? ''
    const value = ending?.endsWith('sv') === true ? readTable(text, ending) : parse(text)
    const parts = path.split('/')
    const name = parts.pop() ?? ''
    let folder = all
    for (const part of parts) {
      const inner: Record<string, unknown> = {}
      folder[part] ??= inner
      folder = folder[part] === inner ? inner : Object(folder[part])
    }
    folder[name] = value
  }
  return all
}

function readTable(text: string, ending: string): readonly Settings[] {
  const cut = (line: string): readonly string[] =>
    ending === 'tsv'
      ? line.split('\t')
      : [...line.matchAll(/(?:^|,)(?:"((?:[^"]|"")*)"|([^,]*))/g)].map(
          ([, quoted, plain]) => quoted?.replaceAll('""', '"') ?? plain ?? '',
        )
  const [head = [], ...rows] = text
    .trim()
    .split('\n')
    .map((line) => cut(line.replace(/\r$/, '')))
  return rows.map((cells) => Object.fromEntries(head.map((name, at) => [name, cells[at] ?? ''])))
}

function parse(text: string): Settings {
  try {
    const value: unknown = Bun.YAML.parse(text)
    return Object(value)
  } catch {
    return {}
  }
}

const CALLOUTS = ['note', 'tip', 'important', 'warning', 'caution']

/** What kramdown adds to Markdown, as far as readers see it. */
function readKramdown(rows: readonly Row[], config: Settings): readonly Row[] {
  const own = Object.keys(Object(config.callouts))
  const callouts = new Set([...CALLOUTS, ...own].flatMap((name) => [name, `${name}-title`]))
  const isFence = createFences()
  let isHidden = false
  let isFormula = false
  return rows.map((row, at) => {
    if (isFence(row.text)) return row
    let { text } = row
    if (/\{::comment\}/.test(text) && !text.includes('{:/')) isHidden = true
    const wasHidden = isHidden
    if (/\{:\/(?:comment)?\}/.test(text)) isHidden = false
    if (wasHidden) return { ...row, text: '' }
    if (/^\s*\$\$\s*$/.test(text)) isFormula = !isFormula
    if (isFormula || /^\s*\$\$\s*$/.test(text)) return { ...row, text: '' }
    const [, classes] = /^[\s>]*\{:\s*((?:\.[\w-]+\s*)+)\}\s*$/.exec(text) ?? []
    const isCallout = classes?.split(/[\s.]+/).some((name) => callouts.has(name)) === true
    // Below an empty row, it is of the heading that follows.
    const isOfNext =
      rows[at - 1]?.text.trim() === '' && /^\s*(?:#|$)/.test(rows[at + 1]?.text ?? '')
    if (isCallout) return { ...row, text: isOfNext ? '' : '!!! note' }
    if (/^\s*\{:\s*toc\b/.test(rows[at + 1]?.text ?? '')) return { ...row, text: '' }
    text = text
      .replace(/\{::comment\}.*?\{:\/(?:comment)?\}/g, '')
      .replace(/(?<!`)\{::?[^}\n]*\}(?!`)/g, (whole) => idOf(whole))
      .replace(/\$\$.*?\$\$/g, '')
    return text === row.text ? row : { ...row, text }
  })
}

/** An id is kept in the spelling that all dialects share. */
function idOf(list: string): string {
  const [, id] = /#([\w-]+)/.exec(list) ?? []
  return id === undefined || /^\{:[\w-]+:/.test(list) ? '' : `{ #${id} }`
}

/** A heading over a list of the page's own headings goes with it. */
function cutContents(rows: readonly Row[], before: readonly Row[]): readonly Row[] {
  const end = before.findIndex(({ text }) => /^\s*\{:\s*toc\b/.test(text))
  if (end === -1) return rows
  const start = before.findLastIndex(
    ({ text }, at) => at < end && /^(?:#{2,}\s|\s*<details\b)/.test(text),
  )
  const isOfContents = start !== -1 && end - start < 12
  return isOfContents ? rows.filter((_, at) => at < start || at > end) : rows
}
