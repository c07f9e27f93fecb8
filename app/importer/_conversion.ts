import { basename } from 'node:path'
import {
  levelIndentation,
  normalizeBlock,
  removeNothing,
  restoreBlocks,
  trimBlank,
} from './_blocks.ts'
import { rewriteLinks } from './_links.ts'
import { renderNodes } from './_nodes.ts'
import { type RenderContext, type ReportLoss, shorten } from './_render_context.ts'
import { scan, type Token } from './_scanner.ts'
import { type Node, nest, type Stray } from './_tree.ts'

/** A Markdown or MDX text of the source, without its front matter. */
export type Text = {
  /** Path below the imported folder. */
  readonly file: string
  readonly body: string
  /** Line of the file on which the body begins, from 1. */
  readonly bodyLine: number
}

export type Place = { readonly file: string; readonly line: number; readonly column: number }

/** What a conversion asks of the import around it. */
export type ConversionContext = {
  readonly reportLoss: (place: Place, what: string, fix: string) => void
  /** Address to write for one of the source, seen from the page that is being written. */
  readonly resolve: (href: string, image: boolean, place: Place) => string | undefined
  /** The text that an `import` statement names, if it is a document of the folder. */
  readonly findDocument: (specifier: string, fromFile: string) => Text | undefined
  readonly otherVariants: ReadonlySet<string>
  readonly ownVariant: string | undefined
}

const INCLUDE_DEPTH_MAX = 5

/** Readable Markdown of a Markdown or MDX text: components, HTML and statements are gone. */
export function convert(text: Text, surroundings: ConversionContext): string {
  const blocks: (readonly string[])[] = []
  const marked = convertText(text, surroundings, blocks, 0)
  return restoreBlocks(marked, blocks).replace(/^\n+/, '').trimEnd()
}

function convertText(
  text: Text,
  surroundings: ConversionContext,
  blocks: (readonly string[])[],
  depth: number,
): string {
  const mdx = isMdx(text)
  const placeOf = createPlaceFinder(text)
  const resolve = (href: string, image: boolean, offset: number) =>
    surroundings.resolve(href, image, placeOf(offset))
  const linked = rewriteLinks(text.body, scan(text.body, mdx), resolve)
  // Lines of the text are the same as before, columns nearly so: places still hold.
  const placeInLinked = createPlaceFinder({ ...text, body: linked })
  const lose: ReportLoss = (offset, what, fix) =>
    surroundings.reportLoss(placeInLinked(offset), what, fix)
  const tokens = scan(linked, mdx)
  const imports = findImports(linked, tokens, lose)
  const tree = nest(linked, tokens)
  reportStrays(tree.strays, lose)
  const context: RenderContext = {
    render: (nodes: readonly Node[]) => renderNodes(nodes, context),
    blocks,
    reportLoss: lose,
    resolve: (href, image, offset) => surroundings.resolve(href, image, placeInLinked(offset)),
    renderImport: (name) => {
      const specifier = imports.get(name)
      if (specifier === undefined || depth >= INCLUDE_DEPTH_MAX) return undefined
      const other = surroundings.findDocument(specifier, text.file)
      return other === undefined ? undefined : convertText(other, surroundings, blocks, depth + 1)
    },
    otherVariants: surroundings.otherVariants,
    ownVariant: surroundings.ownVariant,
    renderMarkup: (source, offset) => {
      const nodes = nest(source, scan(source, true)).nodes
      const there: RenderContext = {
        ...context,
        render: (children) => renderNodes(children, there),
        reportLoss: (_, what, fix) => lose(offset, what, fix),
        resolve: (href, image) => context.resolve(href, image, offset),
      }
      return normalizeBlock(renderNodes(nodes, there))
    },
  }
  const lines = removeNothing(renderNodes(tree.nodes, context)).split('\n')
  return trimBlank(mdx ? levelIndentation(lines) : lines).join('\n')
}

/** More would hide every other loss; a generated file can have a hundred thousand. */
const STRAYS_REPORTED_MAX = 20

function reportStrays(strays: readonly Stray[], lose: ReportLoss): void {
  for (const [at, { start, name, kind }] of strays.entries()) {
    const tag = kind === 'open' ? `<${name}> is never closed` : `</${name}> closes nothing`
    const more = strays.length - at
    const last = at === STRAYS_REPORTED_MAX && more > 1
    const what = last ? `${tag}, like ${more - 1} more tags; they are` : `${tag}; the tag is`
    lose(start, `${what} left out`, 'add its partner, or write \\< for the character')
    if (last) return
  }
}

/** Braces mean something in MDX only; some sets keep MDX in files named `.md`. */
function isMdx({ file, body }: Text): boolean {
  if (basename(file).toLowerCase().endsWith('.mdx')) return true
  if (!/\{\/\*|<[A-Z]/.test(body)) return false
  return scan(body, false).some(
    (token) =>
      (token.kind === 'comment' && body[token.start] === '{') ||
      (token.kind === 'open' && /^[A-Z]/.test(token.name) && /[a-z]/.test(token.name)),
  )
}

const DEFAULT_IMPORT = /^import\s+([A-Za-z_$][\w$]*)\s+from\s+['"]([^'"]+)['"]/

/** Components that are imported documents, by name. */
function findImports(
  source: string,
  tokens: readonly Token[],
  lose: ReportLoss,
): ReadonlyMap<string, string> {
  const imports = new Map<string, string>()
  for (const { kind, start, end } of tokens) {
    if (kind !== 'module') continue
    const statement = source.slice(start, end).trim()
    const [, name, specifier] = DEFAULT_IMPORT.exec(statement) ?? []
    if (name !== undefined && specifier !== undefined && /\.mdx?$/.test(specifier)) {
      imports.set(name, specifier)
    } else if (statement.startsWith('export')) {
      lose(start, `the statement ${shorten(statement)} is left out`, 'write its data as text')
    }
  }
  return imports
}

/** Place in the file for an offset in the body. */
export function createPlaceFinder({ file, body, bodyLine }: Text): (offset: number) => Place {
  const starts = [0]
  for (let at = body.indexOf('\n'); at !== -1; at = body.indexOf('\n', at + 1)) starts.push(at + 1)
  return (offset) => {
    let [low, high] = [0, starts.length - 1]
    while (low < high) {
      const middle = Math.ceil((low + high) / 2)
      if ((starts[middle] ?? 0) <= offset) low = middle
      else high = middle - 1
    }
    return { file, line: bodyLine + low, column: offset - (starts[low] ?? 0) + 1 }
  }
}
