import type { Row } from '../facts.ts'
import type { SourceFiles } from '../source_files.ts'
import {
  type Context,
  cutPart,
  cutRows,
  type Dialect,
  expandRows,
  mapRows,
  quotePattern,
} from './dialect.ts'
import { slugOfGithub } from './slugs.ts'

const CALL = /(?<!\\)\{\{\s*#(include|rustdoc_include|playground)\s+([^}\s]+)[^}]*\}\}/
const ANY_MARK = /ANCHOR(?:_END)?:\s*[\w-]+/

export const MDBOOK: Dialect = {
  names: ['mdBook'],
  isPage: (file, source) => {
    const settings = findSettings(source)
    const src = /^src\s*=\s*"([^"]+)"/m.exec(source.read(settings) ?? '')?.[1] ?? 'src'
    const folder = settings.replace(/book\.toml$/, src)
    return file.startsWith(`${folder}/`) && file.endsWith('.md') && !file.endsWith('/SUMMARY.md')
  },
  prepare: (rows, context) => {
    const find = ([, kind, path = '']: RegExpExecArray, row: Row) => {
      const [name = '', from, to] = path.split(':')
      const target = context.source.resolve(row.file, name)
      const all = context.source.rows(target)
      if (all === undefined || row.file === target) return undefined
      const part = takePart(all, from, to, path)
      return kind === 'playground' ? asRust(part, row) : part
    }
    const expanded = expandRows(rows, { pattern: CALL, find }, context)
    const shown = mapRows(expanded, (text) =>
      text.replace(/(?<!\\)\{\{#title [^}]*\}\}/, '').replace(/\\(?=\{\{\s*#)/g, ''),
    )
    const rules = /^\[preprocessor\.spec\]/m.test(
      context.source.read(findSettings(context.source)) ?? '',
    )
    return hideRustLines(rules ? markRules(shown, context) : shown)
  },
  slug: (heading) => slugOfGithub(heading) || 'section',
}

/** The book nearest to the top; a repository has others for its tests. */
function findSettings({ files }: SourceFiles): string {
  const found = files.filter((file) => /(?:^|\/)book\.toml$/.test(file))
  const depthOf = (file: string) => file.split('/').length
  return found.sort((a, b) => depthOf(a) - depthOf(b))[0] ?? 'book.toml'
}

const RULE = /^\s*r\[([\w.-]+)\]\s*$/

/** `r[name]` on its own row is the anchor of a rule, and `[name]` a link to it on every page. */
function markRules(rows: readonly Row[], { source }: Context): readonly Row[] {
  const marked = mapRows(rows, (text) => text.replace(RULE, '<a id="r-$1"></a>'))
  const [last] = marked.slice(-1)
  if (last === undefined) return marked
  const own = new Set(marked.map(({ text }) => /^\s*\[([^\]]+)\]:/.exec(text)?.[1]))
  const words = marked.map(({ text }) => text).join('\n')
  const rules = findRules(source).filter((name) => !own.has(name) && words.includes(`[${name}]`))
  const definitions = rules.map((name) => ({ ...last, text: `[${name}]: #r-${name}` }))
  return [...marked, { ...last, text: '' }, ...definitions]
}

const known = new WeakMap<SourceFiles, readonly string[]>()

function findRules(source: SourceFiles): readonly string[] {
  const found =
    known.get(source) ??
    source.files
      .filter((file) => file.endsWith('.md'))
      .flatMap((file) => source.rows(file) ?? [])
      .flatMap(({ text }) => RULE.exec(text)?.[1] ?? [])
  known.set(source, found)
  return found
}

/** A program that readers can run is a block of code. */
function asRust(part: readonly Row[] | undefined, row: Row): readonly Row[] | undefined {
  if (part === undefined) return undefined
  return [{ ...row, text: '```rust' }, ...part, { ...row, text: '```' }]
}

function takePart(
  all: readonly Row[],
  from: string | undefined,
  to: string | undefined,
  path: string,
): readonly Row[] | undefined {
  if (from === undefined) return all.filter(({ text }) => !ANY_MARK.test(text))
  if (from !== '' && !/^\d+$/.test(from)) {
    const name = quotePattern(from)
    const opening = new RegExp(`ANCHOR:\\s*${name}(?![\\w-])`)
    return cutPart(all, opening, new RegExp(`ANCHOR_END:\\s*${name}(?![\\w-])`), ANY_MARK)
  }
  const first = from === '' ? 1 : Number(from)
  const isOneLine = path.split(':').length === 2
  const last = to === undefined || to === '' ? all.length : Number(to)
  // Marks of parts are kept by mdBook here, and are comments that no reader misses.
  return cutRows(all, first, isOneLine ? first : last).filter(({ text }) => !ANY_MARK.test(text))
}

/** Lines of Rust that a book hides. */
function hideRustLines(rows: readonly Row[]): readonly Row[] {
  let fence: { readonly mark: string; readonly isRust: boolean } | undefined
  return rows.flatMap((row) => {
    const found = /^[\s>]*(`{3,}|~{3,})(.*)$/.exec(row.text)
    if (fence === undefined && found !== null) {
      const info = (found[2] ?? '').split(/[\s,{]/)
      fence = { mark: found[1] ?? '', isRust: info.includes('rust') }
      return [row]
    }
    if (
      fence !== undefined &&
      found?.[1]?.startsWith(fence.mark) === true &&
      found[2]?.trim() === ''
    ) {
      fence = undefined
      return [row]
    }
    if (fence?.isRust !== true) return [row]
    if (/^[\s>]*#(?: |$)/.test(row.text)) return []
    return [{ ...row, text: row.text.replace(/^([\s>]*)##/, '$1#') }]
  })
}
