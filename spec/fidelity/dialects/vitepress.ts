import { posix } from 'node:path'
import type { Row } from '../facts.ts'
import type { SourceFiles } from '../source_files.ts'
import {
  type Context,
  createFences,
  cutHead,
  cutPart,
  cutRows,
  type Dialect,
  quotePattern,
} from './dialect.ts'
import { slugOfVitepress } from './slugs.ts'

const isMarkdown = (file: string): boolean => /\.mdx?$/.test(file)

export const VITEPRESS: Dialect = {
  names: ['VitePress'],
  isPage: (file, source) => isMarkdown(file) && !isExcluded(file, source),
  variants: (file) => {
    const [, folder] = /^(?:docs\/)?([a-z]{2}(?:-[a-z]+)?)\//i.exec(file) ?? []
    return folder === undefined ? [] : [folder]
  },
  prepare: (rows, context) => showSnippets(includeParts(rows, context, 0), context),
  slug: slugOfVitepress,
}

/** Whether a file lies outside of the folder of the pages, or is excluded below it. */
function isExcluded(file: string, source: SourceFiles): boolean {
  const configs = ['ts', 'mts', 'js', 'mjs'].map((ending) => `.vitepress/config.${ending}`)
  const config = configs.map((name) => source.read(name)).find((text) => text !== undefined) ?? ''
  const [, folder = '.'] = /^\s*srcDir:\s*['"]([^'"]+)['"]/m.exec(config) ?? []
  const path = posix.relative(folder, file)
  const [, listed = ''] = /srcExclude:\s*\[([^\]]*)\]/.exec(config) ?? []
  const patterns = [...listed.matchAll(/['"]([^'"]+)['"]/g)].map(([, pattern = '']) => pattern)
  return path.startsWith('../') || patterns.some((pattern) => new Bun.Glob(pattern).match(path))
}

const INCLUDE = /<!--\s*@include:\s*(\S+?)\s*-->/

/** Parts of other files, which are put in before Markdown is read, also in code. */
function includeParts(rows: readonly Row[], context: Context, depth: number): readonly Row[] {
  return rows.flatMap((row) => {
    const found = INCLUDE.exec(row.text)
    if (found === null || row.text.includes('`')) return [row]
    const [, path = '', name, range] =
      /^([^#{]+)(?:#([\w-]+))?(?:\{(.*)\})?$/.exec(found[1] ?? '') ?? []
    const all = context.source.rows(locate(path, row.file, context.source))
    const isFound = all !== undefined && depth < 10
    context.noteInclude({ path: found[0], row, isFound })
    if (!isFound) return [row]
    const part = name === undefined ? all : (cutRegion(all, name) ?? cutSection(all, name))
    const [from, to] = range?.split(',') ?? []
    const last = to === undefined ? from : to || part.length
    const shown =
      range === undefined ? cutHead(part) : cutRows(part, Number(from || 1), Number(last))
    return includeParts(shown, context, depth + 1)
  })
}

/** A heading with this anchor, and all below it. */
function cutSection(rows: readonly Row[], name: string): readonly Row[] {
  const levelOf = ({ text }: Row): number => /^(#+)\s/.exec(text)?.[1]?.length ?? 0
  const from = rows.findIndex((row) => levelOf(row) > 0 && slugOfVitepress(row.text) === name)
  const first = rows[from]
  if (first === undefined) return []
  const length = rows
    .slice(from + 1)
    .findIndex((row) => levelOf(row) > 0 && levelOf(row) <= levelOf(first))
  return length === -1 ? rows.slice(from) : rows.slice(from, from + 1 + length)
}

const SNIPPET = /^(\s*)<<<\s+(\S+?)(?:\s*\{(.*)\})?\s*(?:\[.*\])?\s*$/

function showSnippets(rows: readonly Row[], context: Context): readonly Row[] {
  const isFence = createFences()
  return rows.flatMap((row) => {
    const found = isFence(row.text) ? null : SNIPPET.exec(row.text)
    if (found === null) return [row]
    const [, before = '', target = '', braces = ''] = found
    const [path = '', name] = target.split('#')
    const all = context.source.rows(locate(path, row.file, context.source))
    const shown = all === undefined || name === undefined ? all : cutRegion(all, name)
    context.noteInclude({ path, row, isFound: shown !== undefined })
    if (shown === undefined) return []
    const language =
      /([a-z]+)(?::[\w-]+)?\s*$/i.exec(braces)?.[1] ?? /\.(\w+)$/.exec(path)?.[1] ?? ''
    const fence = { ...row, text: `${before}\`\`\`\`\`\`` }
    const inner = shown.map((each) => ({ ...each, text: before + each.text }))
    return [{ ...fence, text: fence.text + language }, ...inner, fence]
  })
}

function cutRegion(all: readonly Row[], name: string): readonly Row[] | undefined {
  const mark = (word: string): RegExp =>
    new RegExp(`#?${word}\\b[\\s:]*${quotePattern(name)}\\s*(?:-->|\\*/|\\))?\\s*$`, 'i')
  const part = cutPart(all, mark('region'), mark('endregion'), /#?\b(?:end)?region\b\s/i)
  if (part === undefined) return undefined
  const width = Math.min(
    ...part.filter(({ text }) => text.trim() !== '').map(({ text }) => text.search(/\S/)),
  )
  return part.map((row) => ({ ...row, text: row.text.slice(Number.isFinite(width) ? width : 0) }))
}

function locate(path: string, from: string, source: SourceFiles): string {
  return path.startsWith('@/') ? path.slice(2) : source.resolve(from, path)
}
