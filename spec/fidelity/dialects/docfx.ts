import { posix } from 'node:path'
import type { Row } from '../facts.ts'
import type { SourceFiles } from '../source_files.ts'
import { cutSnippet, readSnippet } from './_docfx_code.ts'
import { isInRange, readDocfxSettings } from './_docfx_settings.ts'
import { isYamlPage, readYamlRows } from './_docfx_yaml.ts'
import { type Context, createFences, cutHead, type Dialect, maskSpans } from './dialect.ts'
import { slugOfGithub } from './slugs.ts'
import { readArguments } from './tags.ts'

const INCLUDE = /\[!include\s*\[(?:[^[\]]|\[[^\]]*\])*\]\(\s*<?([^)>]+?)>?\s*(?:"[^"]*"\s*)?\)\]/i

export const DOCFX: Dialect = {
  names: ['docfx'],
  isPage: (file, source) => {
    const { files } = readDocfxSettings(source)
    if (!files.has(file) || /(?:^|\/)(?:toc\.md$|includes\/)/i.test(file)) return false
    const text = source.read(file) ?? ''
    return /\.md$/i.test(file) ? !/^redirect_url:/m.test(text) : isYamlPage(text)
  },
  variants: (file, source) => {
    const range = readDocfxSettings(source).files.get(file)
    return range === undefined ? [] : [range]
  },
  prepare: (rows, context) => {
    if (/\.ya?ml$/i.test(context.file)) return readYamlRows(rows)
    const { newest } = readDocfxSettings(context.source)
    const whole = includeTexts(cutVersions(rows, newest), context, 0)
    return leaveMoved(writeBlocks(whole, newest), context)
  },
  slug: slugOfGithub,
}

/** A file that is gone leads to where its address was moved, which may be outside the site. */
function leaveMoved(rows: readonly Row[], { source }: Context): readonly Row[] {
  const lists = source.files.filter((file) => /(?:^|\/)\.openpublishing\.redirection/.test(file))
  const moved = lists
    .map((list) => source.read(list) ?? '')
    .join('\n')
    .toLowerCase()
  return rows.map((row) => {
    const text = row.text.replace(
      /(\]:\s*|\]\()([^()\s#]+\.md)/g,
      (whole, before: string, path: string) => {
        if (source.read(locate(path, row.file, source)) !== undefined) return whole
        // Lists and links differ in case; a target from the root may leave the site.
        const name = posix.basename(path).toLowerCase()
        return moved.includes(name) ? `${before}/${path}` : whole
      },
    )
    return text === row.text ? row : { ...row, text }
  })
}

/** Rows for other versions than the one that is shown. */
function cutVersions(rows: readonly Row[], newest: string | undefined): readonly Row[] {
  const isFence = createFences()
  let isShown = true
  return rows.filter(({ text }) => {
    if (isFence(text)) return isShown
    const opening = /^[\s>]*:{3,}\s*moniker\s+range="([^"]*)"/.exec(text)
    if (opening !== null) isShown = newest === undefined || isInRange(opening[1] ?? '', newest)
    const isMark = opening !== null || /^[\s>]*:{3,}\s*moniker-end/.test(text)
    if (isMark && opening === null) isShown = true
    return isShown && !isMark
  })
}

function includeTexts(rows: readonly Row[], context: Context, depth: number): readonly Row[] {
  const isFence = createFences()
  return rows.flatMap((row) => {
    if (isFence(row.text)) return [row]
    const snippet = readSnippet(row.text)
    if (snippet !== undefined) return showCode(row, snippet, context)
    const found = INCLUDE.exec(maskSpans(row.text))
    return found === null ? [row] : includeText(row, found, context, depth)
  })
}

function includeText(
  row: Row,
  found: RegExpExecArray,
  context: Context,
  depth: number,
): readonly Row[] {
  const [whole, path = ''] = found
  const all = context.source.rows(locate(path, row.file, context.source))
  const isFound =
    all !== undefined && depth < 10 && locate(path, row.file, context.source) !== row.file
  context.noteInclude({ path, row, isFound })
  const before = row.text.slice(0, found.index)
  const after = row.text.slice(found.index + whole.length)
  if (!isFound) return includeTexts([{ ...row, text: before + after }], context, depth)
  const inner = includeTexts(trim(cutHead(all)), context, depth + 1)
  if (before.replace(/[\s>]/g, '') === '' && after.trim() === '') {
    return inner.map((each) => ({ ...each, text: before + each.text }))
  }
  const [first, ...more] = inner
  const rest = includeTexts([{ ...row, text: after }], context, depth)
  return [{ ...row, text: before + (first?.text ?? '') }, ...more, ...rest]
}

function trim(rows: readonly Row[]): readonly Row[] {
  const from = rows.findIndex(({ text }) => text.trim() !== '')
  return from === -1 ? [] : rows.slice(from)
}

function showCode(
  row: Row,
  snippet: NonNullable<ReturnType<typeof readSnippet>>,
  context: Context,
): readonly Row[] {
  const { before, language, path } = snippet
  const all = context.source.rows(locate(path, row.file, context.source))
  const shown = all === undefined ? undefined : cutSnippet(all, snippet)
  context.noteInclude({ path, row, isFound: shown !== undefined })
  if (shown === undefined) return []
  const indent = before.replace(/[-*+\d.)]/g, ' ')
  return [
    { ...row, text: `${before}\`\`\`\`\`\`\`${language}` },
    ...shown.map((each) => ({ ...each, text: indent + each.text })),
    { ...row, text: `${indent}\`\`\`\`\`\`\`` },
  ]
}

function locate(path: string, from: string, source: SourceFiles): string {
  const { folder } = readDocfxSettings(source)
  const plain = decodeURI(path)
  return plain.startsWith('~/') ? posix.join(folder, plain.slice(2)) : source.resolve(from, plain)
}

/** Marks of blocks, tabs and references, which leave nothing but their texts. */
function writeBlocks(rows: readonly Row[], newest: string | undefined): readonly Row[] {
  const isFence = createFences()
  return cutVersions(rows, newest).map((row) => {
    if (isFence(row.text)) return row
    const text = row.text
      .replace(/:::no-loc\s+text="([^"]*)":::/g, '$1')
      .replace(/^([\s>]*(?:[-*+]\s+|\d+[.)]\s+)?):{3,}\s*image\s+(.*?):{3,}\s*$/, readImage)
      .replace(/^[\s>]*:{3,}\s*(?:row|column|zone|image)\b.*$/, '')
      .replace(/^([\s>]*)#+\s*\[([^\]]*)\]\(#tab\/[^)]*\)\s*$/, '$1$2')
      .replace(/^[\s>]*\[!(?:div|video)\b[^\]]*\]\s*$/i, '')
      .replace(/(^|[\s(,;])@(?:"[^"]*"|[A-Za-z][\w.*-]*[A-Za-z0-9*])/g, '$1')
    return text === row.text ? row : { ...row, text }
  })
}

function readImage(_: string, before: string, words: string): string {
  const read = readArguments(words)
  const target = (read.get('source') ?? '').replace(/^~\//, '/')
  return `${before}![${read.get('alt-text')?.replace(/[[\]]/g, ' ') ?? ''}](<${target}>)`
}
