import { renderMath } from '../content/math.ts'
import { quote } from '../contract/problem.ts'
import { mapOutsideCode } from '../foreign_markup/code_spans.ts'
import { createLineReader, isAnyCode } from '../foreign_markup/line_classes.ts'
import { type Lines, replaceText, type SourceLine } from '../foreign_markup/source_line.ts'
import type { Report } from '../foreign_source/report/report.ts'
import type { SourceFolder } from '../foreign_source/source/source_files.ts'

type FormulaContext = {
  readonly source: SourceFolder
  readonly report: Report
  /** What stands for a bar in a formula, where a later step would take it for a table. */
  readonly bar?: string
  /** Whether the generator itself reads `$$`: no pair of them is text then. */
  readonly readsDollars?: boolean
}

/** Marks of formulas that a script on the page looks for; Markdown may want a second backslash. */
const PAIRS = [
  { open: '$$', begin: String.raw`\$\$`, end: String.raw`\$\$` },
  { open: '[', begin: String.raw`\\{1,2}\[`, end: String.raw`\\{1,2}\]` },
].map(({ open, begin, end }) => ({
  isSure: open === '$$',
  opening: new RegExp(`^([ \\t>]*)${begin}(?!.*${end})`),
  alone: new RegExp(`^([ \\t>]*)${begin}[^$]+${end}[ \\t]*$`),
  closing: new RegExp(`${end}[ \\t]*$`),
  ends: new RegExp(end),
  marks: new RegExp(`^${begin}|${end}$`, 'g'),
}))
const IN_TEXT = /(?<!\\)\$\$([^$\n]+?)\$\$|\\{1,2}\(([^\n]{1,2000}?)\\{1,2}\)/g
/** What no text in brackets has: a command, an exponent, a group, or an index of one letter. */
const TEX = /\\[A-Za-z]{2}|\^|_\{|(?<![A-Za-z\d_])[A-Za-z]_[A-Za-z\d](?![A-Za-z\d_])/
/** Words in a row, which `$$` stand beside by chance: `$$HOME and $$PATH`. */
const PROSE = /[A-Za-z]{2,}[ ,]+(?:a\b|[A-Za-z]{2})/
/** More lines are no formula but two signs that happen to stand there. */
const LINES_MAX = 60

/**
 * Writes formulas in TeX as ours: in a sentence as code between dollars, else between `$$` on lines
 * of their own. What Markdown made of them no script could read.
 */
export function writeFormulas(lines: Lines, context: FormulaContext): Lines {
  if (lines.every(({ text }) => !/\$\$|\\[([]/.test(text))) return lines
  const read = createLineReader()
  const out: SourceLine[] = []
  for (let at = 0; at < lines.length; at += 1) {
    const line = lines[at]
    if (line === undefined) break
    if (isAnyCode(read(line.text)) || !/\$\$|\\[([]/.test(line.text)) {
      out.push(line)
      continue
    }
    const block = findBlock(lines, at, context)
    if (block !== undefined) {
      out.push(...writeBlock(block.lines, block.marks, context))
      at += block.count - 1
      continue
    }
    const text = mapOutsideCode(line.text, (part) => {
      return part.replace(IN_TEXT, (whole, tex?: string, bracketed = '', end = 0) => {
        if (tex !== undefined) {
          const next = part.charAt(Number(end) + whole.length)
          const isFormula = context.readsDollars === true || (isTex(tex) && !/\w/.test(next))
          return isFormula ? writeInline(tex.trim(), line, context) : whole
        }
        const shown = String(bracketed).replace(/\\([_*])/g, '$1')
        return TEX.test(shown) ? writeInline(shown.trim(), line, context) : whole
      })
    })
    out.push(replaceText(line, text))
  }
  return out
}

/** Whether what is between `$$` is a formula, where the generator leaves it to a script. */
function isTex(text: string): boolean {
  const [before, after] = [/^\s/.test(text), /\s$/.test(text)]
  return TEX.test(text) || (before === after && !PROSE.test(text))
}

type Block = {
  /** Without blank lines, which end a formula in our Markdown and mean nothing in TeX. */
  readonly lines: Lines
  /** How many lines of the source it has. */
  readonly count: number
  readonly marks: RegExp
}

function findBlock(
  lines: Lines,
  from: number,
  { readsDollars }: FormulaContext,
): Block | undefined {
  const first = lines[from]?.text ?? ''
  for (const { isSure, opening, alone, closing, ends, marks } of PAIRS) {
    const isAlone = alone.test(first)
    if (!isAlone && !opening.test(first)) continue
    const to = isAlone ? from : findEnd(lines, from, closing, ends)
    if (to === undefined) continue
    const all = lines.slice(from, to + 1)
    const shown = all.filter(({ text }) => text.replace(/[> \t]/g, '') !== '')
    const text = shown.map((line) => line.text).join('\n')
    // `\\[text\\]` is a bracket, too.
    if (!isSure && !TEX.test(text)) continue
    if (isSure && readsDollars !== true && !isTex(text.replaceAll('$$', ''))) continue
    return { lines: shown, count: all.length, marks }
  }
  return undefined
}

function findEnd(lines: Lines, from: number, closing: RegExp, ends: RegExp): number | undefined {
  const opener = lines[from]?.text.replace(/[> \t]/g, '') ?? ''
  const isOnOwnLine = /^(?:\$\$|\\{1,2}\[)$/.test(opener)
  for (let at = from + 1; at < Math.min(lines.length, from + LINES_MAX); at += 1) {
    const text = lines[at]?.text.trimEnd() ?? ''
    if (!isOnOwnLine && text.replace(/[> \t]/g, '') === '') return undefined
    if (/^[ \t>]*(?:#{1,6} |```|~~~)/.test(text)) return undefined
    if (ends.test(text)) return closing.test(text) ? at : undefined
  }
  return undefined
}

function writeInline(tex: string, line: SourceLine, context: FormulaContext): string {
  const fixed = escapeWords(tex)
  const { fault } = explain(fixed, false)
  if (fault === undefined) return `$\`${fixed.replaceAll('|', context.bar ?? '|')}\`$`
  reportFault(tex, fault, line, context)
  return `\`${tex}\``
}

function writeBlock(block: Lines, marks: RegExp, context: FormulaContext): Lines {
  const fixed = block.map((line) => replaceText(line, escapeWords(line.text)))
  const tex = fixed.map(({ text }) => text.replace(/^[ \t>]+/, '')).join('\n')
  const inner = tex.trim().replace(marks, '')
  const { fault } = explain(inner, true)
  const [first] = block
  if (first === undefined) return fixed
  const prefix = /^[ \t>]*/.exec(first.text)?.[0] ?? ''
  if (fault !== undefined) reportFault(inner.trim(), fault, first, context)
  const bar = fault === undefined ? (context.bar ?? '|') : '|'
  const rows = inner.replaceAll('|', bar).trim().split('\n')
  const [open, close] = fault === undefined ? ['$$', '$$'] : ['```tex', '```']
  return [open, ...rows, close].map((text, at) => {
    return { ...(block[Math.min(at, block.length - 1)] ?? first), text: `${prefix}${text}` }
  })
}

function explain(tex: string, isBlock: boolean): { readonly fault: string | undefined } {
  const result = renderMath(tex, isBlock)
  return { fault: 'fault' in result ? result.fault : undefined }
}

/** MathJax shows `_` in words as it is; elsewhere it has to be escaped there, too. */
function escapeWords(text: string): string {
  return text.replace(/\\text(?:bf|it|rm|tt)?\{[^{}]*\}/g, (words) => {
    return words.replace(/(?<!\\)_/g, '\\_')
  })
}

function reportFault(
  tex: string,
  fault: string,
  line: SourceLine,
  { source, report }: FormulaContext,
): void {
  const place = { file: source.show(line.file), line: line.line, column: 1 }
  const what = `the formula ${quote(tex.slice(0, 80))} cannot be drawn and is now code: ${fault}`
  report.addLoss(place, what, 'fix its TeX')
}
