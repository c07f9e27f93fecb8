import { quote } from '../../../contract/problem.ts'
import { mapCode } from '../../markdown/code_spans.ts'
import { classify, isFenced } from '../../markdown/line_classes.ts'
import type { Lines } from '../../markdown/source_line.ts'
import type { Report } from '../../source/report/report.ts'

const IN_CODE = /<(?:code|kbd|samp)\b(?![^<>]*\sv-pre)[^<>]*>[^<]*(\{\{[^{}]{1,500}\}\})/g
const IN_PRE = /(\{\{[^{}]{1,500}\}\})/g
const BRANCH = /(?:<[A-Za-z][^<>]*\s|^\s+)(v-else(?:-if)?)(?=[\s=/>]|$)/g

/**
 * Reports what Vue computes and no later step can see: an expression in an element of code looks
 * like code, and of two branches both are text.
 */
export function reportVue(lines: Lines, report: Report): void {
  const classes = classify(lines)
  for (const [at, line] of lines.entries()) {
    const { text } = line
    if (isFenced(classes[at]) || !/\{\{|v-else/.test(text)) continue
    const shown = mapCode(text, (span) => ' '.repeat(span.length))
    const pattern = classes[at]?.kind === 'pre' ? IN_PRE : IN_CODE
    for (const [, expression = ''] of shown.matchAll(pattern)) {
      const what = `the expression ${quote(expression)} in code is not evaluated`
      report.lose(line, what, 'write its value; the page shows the expression as typed')
    }
    for (const [, branch = ''] of shown.matchAll(BRANCH)) {
      const what = `the branch of ${quote(branch)} is shown beside that of "v-if"`
      report.lose(line, what, 'keep the branch that readers see')
    }
  }
}
