import { parse as parseToml, TomlError } from 'smol-toml'
import { type Problem, problemAt } from '../../../contract/problem.ts'
import { parseYaml } from '../../../text/source_text/yaml.ts'
import type { SourceFolder } from './source_files.ts'

/** The readable part of the front matter of a source, and the text below it. */
type SourceFrontMatter = {
  readonly fields: Readonly<Record<string, unknown>>
  readonly body: string
  /** Line of the file on which the body begins, from 1. */
  readonly bodyLine: number
  readonly losses: readonly Problem[]
}

const OPENING = /^(---|\+\+\+|;;;)[ \t]*([a-z]*)[ \t]*$/i

/** Cuts the front matter off a text and reads it as data; `shown` names the file. Runs nothing. */
export function readSourceFrontMatter(shown: string, text: string): SourceFrontMatter {
  const none = { fields: {}, body: text, bodyLine: 1, losses: [] }
  if (text.startsWith('{')) return readJsonObject(shown, text) ?? none
  const lines = text.split('\n')
  const [, mark = '', language = ''] = OPENING.exec(lines[0] ?? '') ?? []
  if (mark === '') return none
  const close = lines.findIndex((line, at) => at > 0 && line.trimEnd() === mark)
  if (close === -1) return none
  const block = lines.slice(1, close).join('\n')
  const rest = { body: lines.slice(close + 1).join('\n'), bodyLine: close + 2 }
  const word =
    language.toLowerCase() || (mark === '---' ? 'yaml' : mark === ';;;' ? 'json' : 'toml')
  if (word === 'toml') return { ...rest, ...readToml(shown, block) }
  if (word === 'json') return { ...rest, ...readJson(shown, block) }
  if (word === 'yaml') return readYaml(shown, block, rest) ?? none
  const what = `the front matter is ${word}, a program, and is not run`
  const loss = problemAt({ file: shown, line: 1, column: 1 }, what, 'write it as YAML')
  return { ...rest, fields: {}, losses: [loss] }
}

/** The front matter and the text of a file of the source, which may be absent. */
export function readFront(source: SourceFolder, file: string): SourceFrontMatter {
  return readSourceFrontMatter(source.show(file), source.read(file) ?? '')
}

const TITLE = /^(?:title|description|sidebar_label|sidebarTitle)$/

/** One key and its value: neither quoted nor a list, and not going on in the next line. */
const PLAIN_LINE = /^(?:[A-Za-z_][\w-]*:(?:[ \t]+[^\s"'[|>&*!#].*)?|\s*)$/

type Read = Pick<SourceFrontMatter, 'fields' | 'losses'>

function readYaml(
  shown: string,
  block: string,
  rest: Pick<SourceFrontMatter, 'body' | 'bodyLine'>,
): SourceFrontMatter | undefined {
  const strict = parseYaml(shown, block, 2)
  // Some generators take tabs before a line, which YAML does not.
  const isTabbed = strict.source.value === undefined && /^\t/m.test(block)
  const spaced = block.replace(/^\t+/gm, (tabs) => '  '.repeat(tabs.length))
  const plain = isTabbed ? parseYaml(shown, spaced, 2) : strict
  const { source, problems } = plain.source.value === undefined ? strict : plain
  const { value } = source
  if (isRecord(value)) {
    // `version: 1.10` means the text as typed, not the number 1.1.
    const fields = Object.entries(value).map(([key, each]) => {
      if (typeof each === 'number') return [key, source.readScalarSource([key])]
      // `title: {#if …}` is a title, and no map.
      const isWords = TITLE.test(key) && typeof each === 'object' && each !== null
      return [key, isWords ? (readPlainFields(block)[key] ?? each) : each]
    })
    return { ...rest, fields: Object.fromEntries(fields), losses: [] }
  }
  // Dashes, text, dashes: two horizontal rules around prose, not front matter.
  if (value !== undefined && value !== null) return undefined
  // `title: @html` and `title: bind:` are no YAML, and say all the same what they mean.
  const isPlain = block.split('\n').every((line) => PLAIN_LINE.test(line))
  const losses = problems.slice(0, isPlain ? 0 : 1).map((problem) => {
    const what = `the front matter is ${problem.what}; only its "key: value" lines are used`
    return { ...problem, what }
  })
  return { ...rest, fields: readPlainFields(block), losses }
}

function readToml(shown: string, block: string): Read {
  try {
    // Dates are objects of the parser; as JSON they are text.
    const fields: unknown = JSON.parse(JSON.stringify(parseToml(block)))
    return { fields: isRecord(fields) ? fields : {}, losses: [] }
  } catch (error) {
    const line = error instanceof TomlError ? error.line + 1 : 2
    return { fields: readPlainFields(block), losses: [describeBroken(shown, line, 'TOML')] }
  }
}

function readJson(shown: string, block: string): Read {
  try {
    const fields: unknown = JSON.parse(block)
    return { fields: isRecord(fields) ? fields : {}, losses: [] }
  } catch {
    return { fields: {}, losses: [describeBroken(shown, 2, 'JSON')] }
  }
}

function describeBroken(file: string, line: number, language: string): Problem {
  const what = `the front matter is no valid ${language}; only its "key: value" lines are used`
  return problemAt({ file, line, column: 1 }, what, `correct the ${language}`)
}

/** JSON without marks around it: from the first line to one that is its last brace. */
function readJsonObject(shown: string, text: string): SourceFrontMatter | undefined {
  const end = text.indexOf('\n}')
  const after = end === -1 ? '' : text.slice(end + 2)
  if (end === -1 || !/^[ \t]*(?:\n|$)/.test(after)) return undefined
  const block = text.slice(0, end + 2)
  const { fields, losses } = readJson(shown, block)
  if (losses.length > 0) return undefined
  const body = after.replace(/^[ \t]*\n?/, '')
  return { fields, losses, body, bodyLine: block.split('\n').length + 1 }
}

function isRecord(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

/** `key: text` and `key = "text"`, line by line: the fallback for what is broken. */
function readPlainFields(block: string): Readonly<Record<string, string>> {
  const rows = [...block.matchAll(/^([A-Za-z_][\w-]*)[ \t]*[:=][ \t]*(.+)$/gm)]
  return Object.fromEntries(
    rows.map(([, key = '', value = '']) => [key, value.trim().replace(/^(["'])(.*)\1$/, '$2')]),
  )
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
