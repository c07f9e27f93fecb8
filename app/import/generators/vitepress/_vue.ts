import { quote } from '../../../contract/problem.ts'
import { mapCode } from '../../markdown/code_spans.ts'
import { classify, isFenced } from '../../markdown/line_classes.ts'
import { createLineFinder, type Lines } from '../../markdown/source_line.ts'
import type { Report } from '../../source/report/report.ts'

/** A tag, an expression, or the line of a container. */
const PARTS = new RegExp(
  '<(?<slash>/?)(?<name>[A-Za-z][\\w.-]*)(?![\\w.-])' +
    '(?<attributes>(?:[^<>"\']|"[^"]{0,2000}"|\'[^\']{0,2000}\'){0,2000})>' +
    '|\\{\\{(?<expression>[^{}]{1,500})\\}\\}|^[ \\t]*:::+[ \\t]*(?<container>[\\w-]*)',
  'gm',
)
const IS_CODE = /^(?:code|kbd|pre|samp)$/
const PRE = /(?:^|\s)v-pre(?=[\s=/]|$)/
const ELSE = /(?:^|\s)(v-else(?:-if)?)(?=[\s=/]|$)/

/**
 * Reports what Vue computes and no later step can see: an expression in an element of code looks
 * like code, and of two branches both are text. What `v-pre` is around, readers saw as typed.
 */
export function reportVue(lines: Lines, report: Report): void {
  if (!lines.some(({ text }) => /\{\{|v-else/.test(text))) return
  const text = hideCode(lines)
  const lineOf = createLineFinder(text, lines)
  /** Names of open elements of code, and of those in which nothing is computed. */
  const [code, raw]: [string[], string[]] = [[], []]
  for (const { index, groups = {} } of text.matchAll(PARTS)) {
    const { slash, name, attributes = '', expression, container } = groups
    const line = lineOf(index)
    if (line === undefined) break
    if (container !== undefined) followContainer(container, raw)
    else if (name === undefined) {
      if (raw.length > 0 || code.length === 0) continue
      const what = `the expression ${quote(`{{${expression}}}`)} in code is not evaluated`
      report.lose(line, what, 'write its value; the page shows the expression as typed')
    } else if (slash === '/') {
      if (code.at(-1) === name) code.pop()
      if (raw.at(-1) === name) raw.pop()
    } else if (!attributes.endsWith('/')) {
      if (IS_CODE.test(name)) code.push(name)
      if (PRE.test(attributes) || raw.at(-1) === name) raw.push(name)
      const [, branch] = (raw.length === 0 && ELSE.exec(attributes)) || []
      if (branch === undefined) continue
      const what = `the branch of ${quote(branch)} is shown beside that of "v-if"`
      report.lose(line, what, 'keep the branch that readers see')
    }
  }
}

function followContainer(container: string, raw: string[]): void {
  if (container === 'v-pre' || (container !== '' && raw.at(-1) === ':::')) raw.push(':::')
  else if (container === '' && raw.at(-1) === ':::') raw.pop()
}

/** The text with blanks where code is, so that places stay. */
function hideCode(lines: Lines): string {
  const blank = (span: string) => ' '.repeat(span.length)
  const classes = classify(lines)
  const shown = lines.map(({ text }, at) => {
    return isFenced(classes[at]) ? blank(text) : mapCode(text, blank)
  })
  return shown.join('\n')
}
