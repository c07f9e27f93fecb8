import type { Node } from './_tree.ts'
import type { PictureTarget, PictureWords } from './picture.ts'

/** Reports what was lost at an offset of the source. */
export type ReportLoss = (offset: number, what: string, fix: string) => void

export type RenderContext = {
  /** Markdown of the children of an element. */
  readonly render: (nodes: readonly Node[]) => string
  /** Code blocks as lines; the text contains their marks. */
  readonly blocks: (readonly string[])[]
  readonly reportLoss: ReportLoss
  /** The address to write for an attribute; reports its own losses. */
  readonly resolve: (href: string, offset: number) => string | undefined
  readonly resolvePicture: (href: string, words: PictureWords, offset: number) => PictureTarget
  /** The file that an `import` statement gives this name. */
  readonly fileOf: (name: string) => string | undefined
  /** Content of an imported document, if there is one for a component of this name. */
  readonly renderImport: (name: string) => string | undefined
  /** Other variants of this page: with `app` among them, `<AppOnly>` is dropped. */
  readonly otherVariants: ReadonlySet<string>
  readonly ownVariant: string | undefined
  /** Whether all of it is in a row of a table, which has one line. */
  readonly inTable: boolean
  /** Whether the text is HTML alone: `<a id>` without text stays, a backslash is a sign. */
  readonly isHtml: boolean
  /** Markdown of a JSX expression that contains markup. */
  readonly renderMarkup: (source: string, offset: number) => string
}

/** What an element becomes: a block, or part of its line. */
export type Rendering = { readonly text: string; readonly block: boolean }

/** The position of an element on its line. */
export type LinePosition = {
  /** Text of the line before the element. */
  readonly before: string
  /** Whether only spaces and list or quote marks come before it on its line. */
  readonly leads: boolean
  /** Whether its line ends after it. */
  readonly ends: boolean
  /** Whether a word follows without a space. */
  readonly meetsWord: boolean
  readonly inTable: boolean
}

export function capitalize(name: string): string {
  return name.charAt(0).toUpperCase() + name.slice(1).toLowerCase()
}

/** Value of a JavaScript string literal without `${}`; undefined for anything else. */
export function readStringLiteral(expression: string): string | undefined {
  const quote = expression.charAt(0)
  if (!/^["'`]$/.test(quote) || expression.length < 2 || !expression.endsWith(quote))
    return undefined
  const inner = expression.slice(1, -1)
  for (let at = 0; at < inner.length; at++) {
    if (inner[at] === '\\') at++
    else if (inner[at] === quote || (quote === '`' && inner.startsWith('${', at))) return undefined
  }
  return inner.replace(/\\([\s\S])/g, (_, escaped: string) => ESCAPES[escaped] ?? escaped)
}

/** Reports a JSX expression, which stays as typed. */
export function reportExpression(text: string, offset: number, context: RenderContext): void {
  const what = `the expression ${shorten(text)} is not evaluated`
  context.reportLoss(offset, what, 'write its value; the page shows the expression as typed')
}

const ESCAPES: Readonly<Record<string, string>> = { n: '\n', t: '\t', r: '' }

export function shorten(text: string): string {
  const line = text.replace(/\s+/g, ' ')
  return line.length > 60 ? `${line.slice(0, 59)}…` : line
}

/** The name of a component or of one of our blocks, without what is before it. */
export function normalizeName(name: string): string {
  return name.replace(/^:::/, '').replace(/^.*\./, '').toLowerCase()
}
