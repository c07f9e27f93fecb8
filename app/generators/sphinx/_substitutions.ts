import { quote } from '../../contract/problem.ts'
import { replaceText, type SourceLine } from '../../foreign_markup/source_line.ts'
import { type PageContext, reportLoss } from './_page.ts'

const CALL = /\{\{[ \t]*([\w.-]{1,80})[ \t]*\}\}/g
const ALONE = /^([ \t]*)\{\{[ \t]*([\w.-]{1,80})[ \t]*\}\}[ \t]*$/

/** Substitutions that name each other; more is a circle. */
const DEPTH_MAX = 5

function findValue(name: string, { substitutions, config }: PageContext): string | undefined {
  const all = { ...config.substitutions, ...substitutions }
  return Object.hasOwn(all, name) ? all[name] : undefined
}

/** The text of a substitution in a sentence; undefined for one that is not defined. */
export function substitute(
  name: string,
  line: SourceLine,
  context: PageContext,
  depth = 0,
): string | undefined {
  const value = depth > DEPTH_MAX ? undefined : findValue(name, context)
  if (value === undefined) {
    const what = `the substitution ${quote(name)} is not defined`
    reportLoss(context, line, what, 'write its text here')
    return undefined
  }
  const whole = value.replace(CALL, (call, inner: string) => {
    return substitute(inner, line, context, depth + 1) ?? call
  })
  return writeInSentence(name, whole.trim(), line, context)
}

/** A directive in a sentence: a picture stays one, of others the words stay. */
function writeInSentence(
  name: string,
  value: string,
  line: SourceLine,
  context: PageContext,
): string {
  const [, directive, path = '', rest = ''] =
    /^(?:`{3,}|:{3,})\{([\w:-]+)\}[ \t]*(.*)\n([\s\S]*?)\n?(?:`{3,}|:{3,})$/.exec(value) ?? []
  if (directive === undefined) return value.replace(/\s*\n\s*/g, ' ')
  const alt = /^[ \t]*:alt:[ \t]*(.*)$/m.exec(rest)?.[1] ?? ''
  if (directive === 'image') return `![${alt}](${path})`
  const what = `the substitution ${quote(name)} holds a directive, of which the words stay`
  reportLoss(context, line, what, 'put it on a line of its own')
  const words = rest.replace(/^[ \t]*:[\w-]+:.*$/gm, '').trim()
  return [path, words]
    .join(' ')
    .trim()
    .replace(/\s*\n\s*/g, ' ')
}

/** Lines where a substitution alone on its line, of several lines, has its own lines. */
export function expandBlocks(
  lines: readonly SourceLine[],
  context: PageContext,
  depth = 0,
): readonly SourceLine[] {
  return lines.flatMap((line) => {
    const [, indent = '', name] = ALONE.exec(line.text) ?? []
    const value = name === undefined || depth > DEPTH_MAX ? undefined : findValue(name, context)
    if (value === undefined || !value.trim().includes('\n')) return [line]
    const rows = value
      .trim()
      .split('\n')
      .map((text) => replaceText(line, indent + text))
    return expandBlocks(rows, context, depth + 1)
  })
}
