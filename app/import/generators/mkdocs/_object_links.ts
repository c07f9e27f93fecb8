import { quote } from '../../../contract/problem.ts'
import { classify, isFenced } from '../../markdown/line_classes.ts'
import { joinLines, type Lines, replaceText } from '../../markdown/source_line.ts'
import type { Report } from '../../source/report/report.ts'
import { readAddressNames } from './_definitions.ts'

const CODE = /(?<![`\\])(`+)(?!`)(?:(?!\n[ \t]*\n)[\s\S]){0,2000}?[^`]\1(?!`)/g
const LABEL = String.raw`(?:[^\][\\\n]|\\.|\n(?![ \t]*\n)|\[[^\][\n]{0,200}\]){1,300}`
const REFERENCE = new RegExp(String.raw`(?<![!\\\]])\[(${LABEL})\]\[([^\][\n]{0,200})\]`, 'g')
const NAME = /^-{0,2}[A-Za-z_][\w.-]*$/

/**
 * `[text][module.name]` and `[name][]` lead to what mkdocstrings makes from code, to another site
 * that it knows, or to an anchor of any page. Its programs find them; here they are text.
 */
export function cutObjectLinks(lines: Lines, report: Report): Lines {
  const classes = classify(lines)
  const labels = new Set(readAddressNames(lines))
  const whole = joinLines(lines)
  const prose = lines
    .map(({ text }, at) => (isFenced(classes[at]) ? ' '.repeat(text.length) : text))
    .join('\n')
    .replace(CODE, (code) => code.replace(/[[\]\\]/g, '\u0000'))
  let written = ''
  let from = 0
  for (const { 0: found, 1: shown = '', 2: label = '', index } of prose.matchAll(REFERENCE)) {
    const text = whole.slice(index + 1, index + 1 + shown.length)
    const name = label === '' ? text.replace(/`/g, '').trim() : label.trim()
    if (!NAME.test(name) || labels.has(name.toLowerCase())) continue
    const line = lines[whole.slice(0, index).split('\n').length - 1]
    if (line === undefined) continue
    const what = `the link to the object ${quote(name)} is found by a program and is now plain text`
    report.lose(line, what, 'use the https address of where the object is published')
    written += whole.slice(from, index) + text
    from = index + found.length
  }
  if (from === 0) return lines
  const texts = (written + whole.slice(from)).split('\n')
  return lines.map((line, at) => replaceText(line, texts[at] ?? ''))
}
