import { type Problem, problemAt } from '../../contract/problem.ts'
import { parseYaml } from '../../source_text/yaml.ts'
import { DATE_KEYS } from './dates.ts'

/** The readable part of the front matter of a source, and the text below it. */
type SourceFrontMatter = {
  readonly fields: Readonly<Record<string, unknown>>
  readonly body: string
  /** Line of the file on which the body begins, from 1. */
  readonly bodyLine: number
  readonly losses: readonly Problem[]
}

/** Splits YAML (`---`) or TOML (`+++`) front matter from the text. `shown` names the file. */
export function readSourceFrontMatter(shown: string, text: string): SourceFrontMatter {
  const lines = text.split('\n')
  const mark = lines[0]?.trimEnd() ?? ''
  const none = { fields: {}, body: text, bodyLine: 1, losses: [] }
  if (mark !== '---' && mark !== '+++') return none
  const close = lines.findIndex((line, at) => at > 0 && line.trimEnd() === mark)
  if (close === -1) return none
  const block = lines.slice(1, close).join('\n')
  const rest = { body: lines.slice(close + 1).join('\n'), bodyLine: close + 2 }
  if (mark === '+++') return { ...rest, fields: readPlainFields(block), losses: [] }
  const { source, problems } = parseYaml(shown, block, 2)
  const { value } = source
  if (typeof value === 'object' && value !== null && !Array.isArray(value)) {
    // `version: 1.10` means the text as typed, not the number 1.1.
    const fields = Object.entries(value).map(([key, each]) => {
      return [key, typeof each === 'number' ? source.readScalarSource([key]) : each]
    })
    return { ...rest, fields: Object.fromEntries(fields), losses: [] }
  }
  // Dashes, text, dashes: two horizontal rules around prose, not front matter.
  if (value !== undefined && value !== null) return none
  const losses = problems.slice(0, 1).map((problem) => {
    const what = `the front matter is ${problem.what}; only its "key: value" lines are used`
    return { ...problem, what }
  })
  return { ...rest, fields: readPlainFields(block), losses }
}

/** `key: text` and `key = "text"`, line by line: the fallback for broken YAML, and for TOML. */
function readPlainFields(block: string): Readonly<Record<string, string>> {
  const rows = [...block.matchAll(/^([A-Za-z_][\w-]*)[ \t]*[:=][ \t]*(.+)$/gm)]
  return Object.fromEntries(
    rows.map(([, key = '', value = '']) => [key, value.trim().replace(/^(["'])(.*)\1$/, '$2')]),
  )
}

/** Keys that an import reads, or that only control the appearance in another generator. */
const KNOWN_KEYS = new Set([
  ...DATE_KEYS,
  ...'title description sidebarTitle nav_title slug source summary kind capability'.split(' '),
])

/** Where a page was before, as other generators call it; each address may be taken here. */
const OLD_ADDRESS_KEYS = new Set(['aliases', 'redirect_from'])

/**
 * Front matter that is dropped, reported once per key at the first file that has it: the same
 * twenty keys on a thousand pages would hide every other loss.
 */
export function findUnusedKeys(
  fronts: readonly { readonly shown: string; readonly fields: Readonly<Record<string, unknown>> }[],
): readonly Problem[] {
  const files = new Map<string, string[]>()
  for (const { shown, fields } of fronts) {
    for (const key of Object.keys(fields)) {
      if (KNOWN_KEYS.has(key)) continue
      const names = files.get(key)
      if (names === undefined) files.set(key, [shown])
      else names.push(shown)
    }
  }
  return [...files].map(([key, names]) => {
    const place = { file: names[0] ?? '', line: 2, column: 1 }
    const count = names.length === 1 ? 'this page' : `${names.length} pages`
    const what = `the front matter key "${key}" of ${count} is dropped`
    const fix = OLD_ADDRESS_KEYS.has(key)
      ? 'name the old addresses as "redirect_from" in the front matter of the page'
      : 'move what readers need into the text'
    return problemAt(place, what, fix)
  })
}

/** The text of the first of these keys that has any, on one line. */
export function readTextField(
  fields: Readonly<Record<string, unknown>>,
  keys: readonly string[],
): string | undefined {
  for (const key of keys) {
    const value = fields[key]
    const text = typeof value === 'number' ? String(value) : value
    if (typeof text === 'string' && text.trim() !== '') return cleanLine(text)
  }
  return undefined
}

/** One line without characters that a record cannot contain. */
export function cleanLine(text: string): string {
  return text
    .toWellFormed()
    .replace(/[\u0000-\u001f\u007f\ufffe\uffff]+/g, ' ')
    .replace(/\s+/g, ' ')
    .trim()
}
