import type { Source } from './source.ts'

const FILE_LINES_MAX = 400
const FUNCTION_LINES_MAX = 60
const COLUMNS_MAX = 100

const NAME = /^_?[a-z][a-z0-9]*(_[a-z0-9]+)*$/
const BANNED_NAMES = /^(index|_?(utils?|helpers?|lib|types|common|misc|shared|stuff))$/

/** Files, functions and lines that outgrew their limits. */
export function sizeFaults(source: Source): readonly string[] {
  const lines = source.text.replace(/\n$/, '').split('\n')
  const faults = lines.flatMap((line, index) =>
    [...line].length > COLUMNS_MAX
      ? [`${source.path}:${index + 1}: over ${COLUMNS_MAX} columns`]
      : [],
  )
  if (lines.length > FILE_LINES_MAX) {
    faults.push(`${source.path}: ${lines.length} lines, at most ${FILE_LINES_MAX}`)
  }
  for (const { line, length } of functionsOf(source)) {
    if (length <= FUNCTION_LINES_MAX) continue
    faults.push(
      `${source.path}:${line}: a function of ${length} lines, at most ${FUNCTION_LINES_MAX}`,
    )
  }
  return faults
}

/** File and folder names that are not ours. */
export function nameFaults(path: string): readonly string[] {
  const parts = path.replace(/\.ts$/, '').split('/')
  return parts.flatMap((part) => {
    if (BANNED_NAMES.test(part)) return [`${path}: "${part}" says nothing`]
    return NAME.test(part) ? [] : [`${path}: "${part}" is not snake_case`]
  })
}

export type FunctionSize = { readonly line: number; readonly length: number }

/**
 * Functions with a body in braces, measured from head to closing brace. Works on formatted code:
 * the brace that closes a body has the indentation of the line where its head begins.
 */
export function functionsOf(source: Source): readonly FunctionSize[] {
  const lines = source.code.split('\n')
  return lines.flatMap((line, index) => {
    if (!/\{\s*$/.test(line)) return []
    const head = headOf(lines, index)
    if (!opensFunction(lines.slice(head, index + 1).join(' '))) return []
    const indent = indentOf(line)
    const end = lines.findIndex(
      (each, at) => at > index && indentOf(each) === indent && /^\s*[})]/.test(each),
    )
    return end === -1 ? [] : [{ line: head + 1, length: end - head + 1 }]
  })
}

// A head that is broken over several lines ends in one that begins with its closing mark.
function headOf(lines: readonly string[], index: number): number {
  const line = lines[index] ?? ''
  if (!/^\s*[)}\]>]/.test(line)) return index
  for (let at = index - 1; at >= 0; at--) {
    const each = lines[at] ?? ''
    if (each.trim() !== '' && indentOf(each) <= indentOf(line)) return at
  }
  return index
}

const METHOD = /^((static|async|get|set|override) )*[\w#]+(<.*>)?\(.*\)(: .*)? \{$/

function opensFunction(head: string): boolean {
  const text = head.trim()
  if (/^(\} )?(if|else|for|while|switch|catch|do|try)\b/.test(text)) return false
  if (/\b(describe(\.\w+)?|forEachStore|forBothStores)\(/.test(text)) return false
  return /=>\s*\{$/.test(text) || /\bfunction\b/.test(text) || METHOD.test(text)
}

function indentOf(line: string): number {
  return line.length - line.trimStart().length
}
