import type { SourceLine } from '../foreign_markup/source_line.ts'
import type { PageContext } from './_page_context.ts'
import { readPlain, writePlain } from './inline_markdown.ts'
import { type Block, readAttribute, readCaption, substitute } from './library.ts'
import { writeLine, writeLines } from './lines.ts'

/** Substitutions that change nothing in what a reader copies. */
const HARMLESS = new Set(['specialcharacters', 'callouts', 'highlight'])

/** A listing or a literal block as a fence; its text is that of the source, byte for byte. */
export async function writeCode(
  block: Block,
  context: PageContext,
): Promise<readonly SourceLine[]> {
  const place = context.place(block)
  const language = block.style === 'source' ? readAttribute(block, 'language') : ''
  const title = readPlain(writePlain(context.nodes.read(readCaption(block))))
  const { text, above } = cutBlankLines(await readCode(block, context))
  const name = title.replaceAll('"', "'").replace(/\s+/g, ' ')
  const label = name === '' ? '' : ` title="${name}"`
  const fence = makeFence(text)
  const word = language.replace(/[^\w+#.-]/g, '')
  const first = `${fence}${word === '' ? 'text' : word.toLowerCase()}${label}`
  const lines = text.split('\n')
  // The mark above the first line has a line of its own in the source.
  const line = place.line + 1 + above
  const inner = writeLines(lines, { ...place, line })
  return [
    writeLine(first, place),
    ...inner,
    writeLine(fence, { ...place, line: line - 1 + lines.length }),
  ]
}

/** Asciidoctor shows code without the blank lines around it; `above` is how many came first. */
function cutBlankLines(text: string): { readonly text: string; readonly above: number } {
  const [blank = ''] = /^(?:[ \t]*\n)+/.exec(text) ?? []
  return { text: text.slice(blank.length).trimEnd(), above: blank.split('\n').length - 1 }
}

function makeFence(text: string): string {
  const runs = text.match(/^[ \t]*`{3,}/gm) ?? []
  return '`'.repeat(runs.reduce((most, run) => Math.max(most, run.trim().length + 1), 3))
}

async function readCode(block: Block, { nodes }: PageContext): Promise<string> {
  const source = numberCallouts(block.lines.join('\n'))
  const subs = block.subs.filter((sub) => !HARMLESS.has(sub))
  if (subs.length === 0) return source
  const isEscaped = block.subs.includes('specialcharacters')
  const all = isEscaped ? ['specialcharacters', ...subs] : subs
  const text = writePlain(nodes.read(await substitute(block, source, all)))
  return isEscaped || subs.includes('replacements') ? readPlain(text) : text
}

/** `<.>` counts on its own. */
function numberCallouts(source: string): string {
  if (!/<(?:!--)?\.(?:--)?>/.test(source)) return source
  let number = 0
  return source.replace(/<(!--)?\.(--)?>/g, (_, open = '', close = '') => {
    number++
    return `<${open}${number}${close}>`
  })
}

/** A formula: TeX as it is; AsciiMath, which the build cannot draw, as code. */
export function writeFormula(block: Block, context: PageContext): readonly SourceLine[] {
  const place = context.place(block)
  const lines = writeLines(block.lines, place)
  if (block.style === 'latexmath') {
    return [writeLine('$$', place), ...lines, writeLine('$$', place)]
  }
  const what = 'the formula is AsciiMath and is now code'
  context.reportLoss(place, what, 'write it as TeX in a "latexmath" block')
  return [writeLine('```text', place), ...lines, writeLine('```', place)]
}
