import { basename } from 'node:path'
import { isAssetName } from '../../docs/model/asset.ts'
import { type Budget, createBudget } from '../../text/source_text/budget.ts'
import { SOURCE_BYTES_MAX } from '../../text/source_text/source_file.ts'
import {
  levelIndentation,
  normalizeBlock,
  removeNothing,
  restoreBlocks,
  trimBlank,
} from './_blocks.ts'
import { rewriteLinks } from './_links.ts'
import { renderNodes } from './_nodes.ts'
import { type RenderContext, type ReportLoss as ReportAt, shorten } from './_render_context.ts'
import { scan } from './_scanner.ts'
import type { Token } from './_token.ts'
import { type Node, nest, type Stray } from './_tree.ts'
import type { PictureTarget, PictureWords } from './picture.ts'
import { decodeEntities } from './plain_text.ts'
import type { FindPlace } from './source_line.ts'

/** A Markdown or MDX text of the source, without its front matter. */
export type Text = {
  /** Path below the imported folder. */
  readonly file: string
  readonly body: string
  /** Line of the file on which the body begins, from 1. */
  readonly bodyLine: number
  /** Where each line of the body is in the source, if the body was put together. */
  readonly placeOf?: FindPlace
  /** Without it, the text decides. */
  readonly markup?: Markup
}

export type Place = {
  readonly file: string
  readonly line: number
  readonly column: number
  /** The file from which relative addresses count, where it is not the page. */
  readonly base?: string
}

/** Takes something that readers had in the source and no longer have. */
export type ReportLoss = (place: Place, what: string, fix: string) => void

/** What a conversion needs from the import around it. */
export type ConversionContext = {
  readonly reportLoss: ReportLoss
  /** The address to write for one in the source, relative to the page being written. */
  readonly resolve: (href: string, place: Place) => string | undefined
  readonly resolvePicture: (href: string, words: PictureWords, place: Place) => PictureTarget
  /** The document that an `import` statement names, if it is in the folder. */
  readonly findDocument: (specifier: string, fromFile: string) => Text | undefined
  readonly otherVariants: ReadonlySet<string>
  readonly ownVariant: string | undefined
}

/**
 * Whether braces, `import` and capital tags mean something; `guess` looks into each file. `html` is
 * Markdown that a reader of HTML wrote, in which each empty anchor is one of ours.
 */
export type Markup = 'mdx' | 'markdown' | 'html' | 'guess'

const INCLUDE_DEPTH_MAX = 5
/** Characters that a page may import: as many as one file can have. */
const IMPORTED_CHARACTERS_MAX = SOURCE_BYTES_MAX
/** What an import costs beside its text. */
const IMPORT_CHARACTERS = 1000

type PageState = { readonly blocks: (readonly string[])[]; readonly budget: Budget }

/** Converts Markdown or MDX to plain Markdown, without components, HTML and statements. */
export function convert(text: Text, conversion: ConversionContext): string {
  const blocks: (readonly string[])[] = []
  const budget = createBudget(IMPORTED_CHARACTERS_MAX)
  const marked = convertText(text, conversion, { blocks, budget }, 0)
  const whole = /<br\b/i.test(text.body) ? cutLastBreaks(marked) : marked
  return restoreBlocks(cutSpacers(whole), blocks).replace(/^\n+/, '').trimEnd()
}

/** A paragraph of blanks keeps others apart, which is no text. */
function cutSpacers(text: string): string {
  if (!text.includes('&nbsp;')) return text
  return text.replace(/(?:^|\n[ \t]*\n)[ \t]*(?:&nbsp;[ \t]*)+(?=$|\n[ \t]*(?:$|\n))/g, '')
}

/** A break that ends a paragraph breaks nothing, and its backslash would be one. */
function cutLastBreaks(text: string): string {
  return text.replace(/(?<!\\)\\(?=$|\n[ \t>]*(?:$|\n|:{3}|\u0000b))/g, '')
}

function convertText(
  text: Text,
  conversion: ConversionContext,
  shared: PageState,
  depth: number,
): string {
  const mdx = isMdx(text)
  const hasImports = text.markup !== 'html' && text.markup !== 'markdown'
  const placeOf = createPlaceFinder(text)
  const linked = rewriteLinks(text.body, scan(text.body, mdx, hasImports), {
    link: (href, offset) => conversion.resolve(href, placeOf(offset)),
    picture: (href, words, offset) => conversion.resolvePicture(href, words, placeOf(offset)),
  })
  // Lines are the same as before and columns nearly so, so places stay valid.
  const placeInLinked = createPlaceFinder({ ...text, body: linked })
  const reportLoss: ReportAt = (offset, what, fix) =>
    conversion.reportLoss(placeInLinked(offset), what, fix)
  const tokens = scan(linked, mdx, hasImports)
  const imports = findImports(linked, tokens, reportLoss)
  const tree = nest(linked, tokens)
  reportStrays(tree.strays, reportLoss)
  const context: RenderContext = {
    render: (nodes: readonly Node[]) => renderNodes(nodes, context),
    blocks: shared.blocks,
    reportLoss,
    resolve: (href, offset) => conversion.resolve(decodeEntities(href), placeInLinked(offset)),
    resolvePicture: (href, words, offset) =>
      conversion.resolvePicture(href, words, placeInLinked(offset)),
    fileOf: (name) => imports.files.get(name),
    renderImport: (name) => {
      const specifier = imports.documents.get(name)
      if (specifier === undefined || depth >= INCLUDE_DEPTH_MAX) return undefined
      const other = takeImport(shared.budget, reportLoss, () => {
        return conversion.findDocument(specifier, text.file)
      })
      return other === undefined ? undefined : convertText(other, conversion, shared, depth + 1)
    },
    otherVariants: conversion.otherVariants,
    ownVariant: conversion.ownVariant,
    inTable: false,
    isHtml: text.markup === 'html',
    renderMarkup: (source, offset) => {
      const nodes = nest(source, scan(source, true)).nodes
      const there: RenderContext = {
        ...context,
        render: (children) => renderNodes(children, there),
        reportLoss: (_, what, fix) => reportLoss(offset, what, fix),
        resolve: (href) => context.resolve(href, offset),
        resolvePicture: (href, words) => context.resolvePicture(href, words, offset),
      }
      return normalizeBlock(renderNodes(nodes, there))
    },
  }
  const lines = removeNothing(renderNodes(tree.nodes, context)).split('\n')
  return trimBlank(mdx ? levelIndentation(lines) : lines).join('\n')
}

/** A document that a page imports, as long as it has not imported too much. */
function takeImport(
  budget: Budget,
  reportLoss: ReportAt,
  find: () => Text | undefined,
): Text | undefined {
  const other = budget.isSpent ? undefined : find()
  if (other === undefined || budget.take(other.body.length + IMPORT_CHARACTERS)) return other
  reportLoss(0, 'the page imports too much; what it imports further on is left out', 'import less')
  return undefined
}

/** More would hide all other losses; a generated file can have a hundred thousand. */
const STRAYS_REPORTED_MAX = 20

function reportStrays(strays: readonly Stray[], reportLoss: ReportAt): void {
  for (const [at, { start, name, kind }] of strays.entries()) {
    const tag = `${showTag(name, kind)} ${kind === 'open' ? 'is never closed' : 'closes nothing'}`
    const more = strays.length - at
    const last = at === STRAYS_REPORTED_MAX && more > 1
    const what = last ? `${tag}, like ${more - 1} more tags; they are` : `${tag}; the tag is`
    const fix = name.startsWith(':::')
      ? 'write ":::name" above the block and ":::" below it'
      : 'add the matching tag, or write \\< for the character'
    reportLoss(start, `${what} left out`, fix)
    if (last) return
  }
}

/** A tag as the source has it: the marks of a block are none in angles. */
function showTag(name: string, kind: Stray['kind']): string {
  if (name.startsWith(':::')) return `"${name}"`
  return kind === 'open' ? `<${name}>` : `</${name}>`
}

/** Braces have a meaning in MDX only; some projects keep MDX in files named `.md`. */
function isMdx({ file, body, markup = 'guess' }: Text): boolean {
  if (markup !== 'guess') return markup === 'mdx'
  if (basename(file).toLowerCase().endsWith('.mdx')) return true
  if (!/\{\/\*|<[A-Z]/.test(body)) return false
  return scan(body, false).some(
    (token) =>
      (token.kind === 'comment' && body[token.start] === '{') ||
      (token.kind === 'open' && /^[A-Z]/.test(token.name) && /[a-z]/.test(token.name)),
  )
}

const DEFAULT_IMPORT = /^import\s+([A-Za-z_$][\w$]*)\s+from\s+['"]([^'"]+)['"]/

type Imports = {
  /** Documents by the name of their component. */
  readonly documents: ReadonlyMap<string, string>
  /** Pictures by the name of their variable. */
  readonly files: ReadonlyMap<string, string>
}

function findImports(source: string, tokens: readonly Token[], reportLoss: ReportAt): Imports {
  const documents = new Map<string, string>()
  const files = new Map<string, string>()
  for (const { kind, start, end } of tokens) {
    if (kind !== 'module') continue
    const statement = source.slice(start, end).trim()
    const [, name, specifier] = DEFAULT_IMPORT.exec(statement) ?? []
    const isDefault = name !== undefined && specifier !== undefined
    if (isDefault && /\.mdx?$/.test(specifier)) documents.set(name, specifier)
    else if (isDefault && isAssetName(specifier)) files.set(name, specifier)
    else if (statement.startsWith('export')) {
      reportLoss(start, `the statement ${shorten(statement)} is left out`, 'write its data as text')
    }
  }
  return { documents, files }
}

/** Creates a function that finds the place in the file for an offset in the body. */
function createPlaceFinder({ file, body, bodyLine, placeOf }: Text): (offset: number) => Place {
  const starts = [0]
  for (let at = body.indexOf('\n'); at !== -1; at = body.indexOf('\n', at + 1)) starts.push(at + 1)
  return (offset) => {
    let [low, high] = [0, starts.length - 1]
    while (low < high) {
      const middle = Math.ceil((low + high) / 2)
      if ((starts[middle] ?? 0) <= offset) low = middle
      else high = middle - 1
    }
    const column = offset - (starts[low] ?? 0) + 1
    const origin = placeOf?.(low)
    if (origin === undefined) return { file, line: bodyLine + low, column }
    const { line, base = file } = origin
    return { file: origin.file, line, column, base }
  }
}
