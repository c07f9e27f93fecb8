import { renderMath } from '../../content/math.ts'
import { quote } from '../../contract/problem.ts'
import type { SourceLine } from '../../foreign_markup/source_line.ts'
import { formatCodeSpan } from '../../source_text/code_marks.ts'
import { type PageContext, reportLoss } from './_page.ts'
import { makeId, placeText } from './_text.ts'

/** TeX in a sentence. */
export function writeInlineFormula(tex: string, line: SourceLine, context: PageContext): string {
  const text = tex.replace(/\s+/g, ' ').trim()
  if (text === '') return ''
  return isDrawable(text, false, line, context) ? `$\`${text}\`$` : formatCodeSpan(text)
}

/** TeX on lines of its own; Sphinx aligns lines that end with `\\`. */
export function writeFormula(
  tex: string,
  line: SourceLine,
  context: PageContext,
): readonly SourceLine[] {
  const bare = tex.replace(/\\label\{[^{}]*\}/g, '').trim()
  if (bare === '') return []
  const parts = /\\begin\{/.test(bare) ? [bare] : bare.split(/\n[ \t]*\n/)
  return parts.flatMap((part, at) => {
    const isAligned = !/\\begin\{/.test(part) && (part.includes('\\\\') || /(?<!\\)&/.test(part))
    const inner = isAligned ? `\\begin{aligned}\n${part.trim()}\n\\end{aligned}` : part.trim()
    const isFine = isDrawable(inner, true, line, context)
    const [open, close] = isFine ? ['$$', '$$'] : ['```tex', '```']
    const text = `${open}\n${isFine ? inner : part.trim()}\n${close}`
    return placeText(at === 0 ? text : `\n${text}`, line)
  })
}

function isDrawable(
  tex: string,
  isBlock: boolean,
  line: SourceLine,
  context: PageContext,
): boolean {
  const result = renderMath(tex, isBlock)
  if (!('fault' in result)) return true
  const shown = quote(tex.replace(/\s+/g, ' ').slice(0, 80))
  const what = `the formula ${shown} cannot be drawn and is now code: ${result.fault}`
  reportLoss(context, line, what, 'fix its TeX')
  return false
}

/** The anchors of a formula with a label: that of Sphinx, and that of mystmd. */
export function writeEquationAnchors(label: string, line: SourceLine): readonly SourceLine[] {
  const id = makeId(label)
  return id === '' ? [] : placeText(`<a id="${id}"></a><a id="equation-${id}"></a>\n`, line)
}
