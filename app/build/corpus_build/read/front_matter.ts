import { isFullDate } from '../../../contract/formats.ts'
import { LIMITS } from '../../../contract/limits.ts'
import {
  listNames,
  type Problem,
  problemAt,
  quote,
  startOfFile,
} from '../../../contract/problem.ts'
import type { Field } from '../../../docs/model/source.ts'
import { findLongLines, LINE_CHARACTERS_MAX } from '../../../text/source_text/line_length.ts'
import { findNearest } from '../../../text/source_text/nearest_word.ts'
import { describeNotText } from '../../../text/source_text/schema_problems.ts'
import { parseYaml, type YamlSource } from '../../../text/source_text/yaml.ts'
import { readValue } from '../../../text/source_text/yaml_column.ts'

/** The block between two lines `---` at the top of a Markdown file, and the rest. */
export type FrontMatter = {
  /** Absent when there is no block, or its YAML is broken. */
  readonly source: YamlSource | undefined
  readonly body: string
  /** Line of the file on which the body begins, from 1. */
  readonly bodyLine: number
  readonly problems: readonly Problem[]
  /** Keys of other generators, which mean nothing here. */
  readonly warnings: readonly Problem[]
}

const FENCE = /^---[ \t]*$/

/**
 * Keys of the front matter of one kind of file; `misplaced` are keys that people expect there, and
 * `foreign` those that other generators read there.
 */
export type FrontMatterKeys = {
  readonly required: readonly string[]
  readonly optional: readonly string[]
  readonly misplaced: Readonly<Record<string, string>>
  readonly foreign?: Readonly<Record<string, string>>
}

export function readFrontMatter(file: string, text: string, keys: FrontMatterKeys): FrontMatter {
  const lines = text.split('\n')
  const long = findLongLines(text)
  if (long.length === 0) return readLines(file, text, lines, keys)
  // The rest of a long line is not read, so that a check ends whatever is in it.
  for (const { at } of long) lines[at] = lines[at]?.slice(0, LINE_CHARACTERS_MAX) ?? ''
  const front = readLines(file, lines.join('\n'), lines, keys)
  const problems = long.map(({ at, length }) => {
    const what = `the line has ${length} characters, more than ${LINE_CHARACTERS_MAX}`
    const fix = 'break it into several; save a picture as a file of its own'
    return problemAt({ file, line: at + 1, column: LINE_CHARACTERS_MAX + 1 }, what, fix)
  })
  return { ...front, problems: [...front.problems, ...problems] }
}

function readLines(
  file: string,
  text: string,
  lines: readonly string[],
  keys: FrontMatterKeys,
): FrontMatter {
  const top = startOfFile(file)
  if (!FENCE.test(lines[0] ?? '')) {
    if (keys.required.length === 0)
      return { source: undefined, body: text, bodyLine: 1, problems: [], warnings: [] }
    const fix = `begin it with a line "---", then ${listNames(keys.required)}, then "---"`
    const problem = problemAt(top, 'the file has no front matter', fix)
    return { source: undefined, body: text, bodyLine: 1, problems: [problem], warnings: [] }
  }
  const close = lines.findIndex((line, at) => at > 0 && FENCE.test(line))
  if (close === -1) {
    const problem = problemAt(
      top,
      'the front matter is not closed',
      'add a line "---" after its last key',
    )
    return {
      source: undefined,
      body: '',
      bodyLine: lines.length,
      problems: [problem],
      warnings: [],
    }
  }
  const { source, problems } = parseYaml(file, lines.slice(1, close).join('\n'), 2)
  const below = lines.slice(close + 1).join('\n')
  const body = { body: below, bodyLine: close + 2, warnings: [] }
  if (source.value === undefined) return { source: undefined, ...body, problems }
  const { value } = source
  if (value === null && keys.required.length === 0) return { source: undefined, ...body, problems }
  if (typeof value !== 'object' || value === null || Array.isArray(value)) {
    const names = listNames([...keys.required, ...keys.optional])
    const fix = `write ${names}, each as "key: value"`
    const problem = problemAt({ ...top, line: 2 }, 'the front matter has no keys', fix)
    return { source: undefined, ...body, problems: [...problems, problem] }
  }
  const wrong = checkKeys(source, value, keys)
  const warnings = listForeign(source, value, keys)
  return { source, ...body, problems: [...problems, ...wrong], warnings }
}

function checkKeys(source: YamlSource, value: object, keys: FrontMatterKeys): readonly Problem[] {
  const known = [...keys.required, ...keys.optional]
  const foreign = keys.foreign ?? {}
  const meant = new Set<string>()
  const unknown = Object.keys(value)
    .filter((key) => !known.includes(key) && !Object.hasOwn(foreign, key))
    .map((key) => {
      const place = source.locateKey([key])
      const refused = Object.hasOwn(keys.misplaced, key) ? keys.misplaced[key] : undefined
      if (refused !== undefined) {
        return problemAt(place, `the key ${quote(key)} does not belong here`, refused)
      }
      const guess = findNearest(
        key,
        known.filter((name) => !Object.hasOwn(value, name)),
      )
      if (guess !== undefined) meant.add(guess)
      const fix =
        guess === undefined
          ? `remove it; the keys here are ${listNames(known)}`
          : `write ${quote(guess)}, or remove it`
      return problemAt(place, `the key ${quote(key)} is unknown`, fix)
    })
  const absent = keys.required
    .filter((key) => !Object.hasOwn(value, key) && !meant.has(key))
    .map((key) => problemAt(startOfFile(source.file), `${quote(key)} is absent`, 'add it'))
  return [...unknown, ...absent]
}

function listForeign(
  source: YamlSource,
  value: object,
  { required, optional, foreign = {} }: FrontMatterKeys,
): readonly Problem[] {
  const known = [...required, ...optional]
  return Object.keys(value).flatMap((key) => {
    const fix = !known.includes(key) && Object.hasOwn(foreign, key) ? foreign[key] : undefined
    if (fix === undefined) return []
    const what = `the key ${quote(key)} is for another generator and has no effect`
    return [problemAt(source.locateKey([key]), what, fix)]
  })
}

/** Returns what is wrong with a text and how to fix it, or undefined. */
export type FieldCheck = (text: string) => readonly [what: string, fix: string] | undefined

/** Reads a text of the front matter. An absent key is reported with the keys, not here. */
export function readField(
  front: FrontMatter,
  key: string,
  check: FieldCheck,
): {
  readonly field: Field
  readonly present: boolean
  readonly problems: readonly Problem[]
} {
  const { source } = front
  const value = source === undefined ? undefined : readValue(source.value, [key])
  if (source === undefined || value === undefined) {
    const place = source?.locateValue([]) ?? startOfFile('')
    return { field: { text: '', place }, present: false, problems: [] }
  }
  const place = source.locateValue([key])
  const refuse = (problem: Problem) => ({
    field: { text: '', place },
    present: true,
    problems: [problem],
  })
  if (typeof value !== 'string') {
    // Quotes help only if the quoted text would be valid.
    const wrong =
      typeof value === 'object' ? undefined : check(source.readScalarSource([key]) ?? '')
    return refuse(
      wrong === undefined
        ? describeNotText(source, [key], quote(key), value)
        : problemAt(place, wrong[0], wrong[1]),
    )
  }
  return { present: true, ...checkField(key, { text: value.trim(), place }, check) }
}

export function readMark(
  { source }: FrontMatter,
  key: string,
): { readonly value: boolean; readonly problems: readonly Problem[] } {
  const value = source === undefined ? undefined : readValue(source.value, [key])
  if (source === undefined || value === undefined || value === true) {
    return { value: value === true, problems: [] }
  }
  const what = `${quote(key)} is not "true"`
  return {
    value: false,
    problems: [problemAt(source.locateValue([key]), what, 'write true, or remove it')],
  }
}

/** A text with the problem that it has; one that has a problem is empty. */
export function checkField(
  key: string,
  { text, place }: Field,
  check: FieldCheck,
): { readonly field: Field; readonly problems: readonly Problem[] } {
  const wrong =
    text === '' ? ([`${quote(key)} is empty`, 'write it'] as const) : findFault(key, text, check)
  if (wrong === undefined) return { field: { text, place }, problems: [] }
  return { field: { text: '', place }, problems: [problemAt(place, wrong[0], wrong[1])] }
}

function findFault(key: string, text: string, check: FieldCheck): ReturnType<FieldCheck> {
  return checkPrintable(key, text) ?? check(text)
}

// Titles and descriptions go into XML and headers, where control characters are not allowed.
function checkPrintable(key: string, text: string): ReturnType<FieldCheck> {
  if (text.isWellFormed() && !/[\u0000-\u0008\u000b-\u001f\u007f\ufffe\uffff]/.test(text)) {
    return undefined
  }
  return [`${quote(key)} has a control character`, 'remove it']
}

export const acceptAnyText: FieldCheck = () => undefined

export const checkTitle: FieldCheck = (text) => {
  if (text.includes('\n')) return ['"title" has several lines', 'write it on one line']
  return checkLength('title', text, LIMITS.titleCharactersMax)
}

export const checkDescription: FieldCheck = (text) => {
  if (/\n[ \t]*\n/.test(text)) {
    return ['"description" has several paragraphs', 'keep one paragraph']
  }
  return checkLength('description', text, LIMITS.descriptionCharactersMax)
}

/** Checks a date of the front matter: an RFC 3339 full-date that exists in the calendar. */
export function checkDate(key: string): FieldCheck {
  return (text) =>
    isFullDate(text)
      ? undefined
      : [`${quote(key)} is ${quote(text)}, not a date`, 'write a date as YYYY-MM-DD']
}

function checkLength(key: string, text: string, most: number): ReturnType<FieldCheck> {
  const { length } = [...text]
  if (length <= most) return undefined
  return [`"${key}" has ${length} characters, more than ${most}`, 'shorten it']
}
