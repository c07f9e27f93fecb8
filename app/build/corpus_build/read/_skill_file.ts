import { posix } from 'node:path'
import { isJsonObject, type JsonObject } from '../../../contract/json_rpc.ts'
import { DESCRIPTION_CHARACTERS_MAX } from '../../../contract/package_files.ts'
import { decodePercentLeniently } from '../../../contract/percent_encoding.ts'
import { type Problem, problemAt, quote, startOfFile } from '../../../contract/problem.ts'
import { describeNotText } from '../../../text/source_text/schema_problems.ts'
import { decodeSource, SOURCE_BYTES_MAX } from '../../../text/source_text/source_file.ts'
import type { YamlPath, YamlSource } from '../../../text/source_text/yaml.ts'
import { suggestName } from '../check/names.ts'
import { warnOfHiddenText, warnOfHiddenValues } from './_hidden_characters.ts'
import { readBody } from './body.ts'
import { readFrontMatter } from './front_matter.ts'

/** The keys of the Agent Skills specification: its own validator refuses all others. */
const KEYS = {
  required: ['name', 'description'],
  optional: ['license', 'compatibility', 'metadata', 'allowed-tools'],
  misplaced: { version: 'put it below "metadata", in quotes' },
}

const TEXTS: readonly string[] = [...KEYS.required, ...KEYS.optional].filter(
  (key) => key !== 'metadata',
)

/** Longest text of each key that has a limit. */
const CHARACTERS_MAX: Readonly<Record<string, number>> = {
  description: DESCRIPTION_CHARACTERS_MAX,
  compatibility: 500,
}

/** Below `metadata`, for extensions of the Model Context Protocol. */
const RESERVED = 'io.modelcontextprotocol/'

/** What YAML 1.1 takes for a number, date, truth value, merge or nothing, and YAML 1.2 may not. */
const AMBIGUOUS =
  /^(?:[-+]?[\d.][\d_.:a-fox+-]*|\d{4}-\d.*|y|n|yes|no|on|off|true|false|null|~|<<|=|)$/i

type SkillFile = {
  readonly frontMatter: JsonObject
  readonly problems: readonly Problem[]
  readonly warnings: readonly Problem[]
}

/** Reads `SKILL.md`; every reader of YAML must find the same values in it. */
export function readSkillFile(
  file: string,
  bytes: Uint8Array,
  skill: { readonly name: string; readonly paths: readonly string[] },
): SkillFile {
  const top = startOfFile(file)
  const refuse = (problem: Problem) => ({ frontMatter: {}, problems: [problem], warnings: [] })
  if (bytes.length > SOURCE_BYTES_MAX) {
    const what = `the file has ${bytes.length} bytes, more than ${SOURCE_BYTES_MAX}`
    return refuse(problemAt(top, what, 'move parts of it into files of their own'))
  }
  const text = decodeSource(file, bytes)
  if (!text.ok) return refuse(text.error)
  const { source, body, bodyLine, problems: found } = readFrontMatter(file, text.value, KEYS)
  const problems = [
    ...checkBytes(file, bytes, text.value),
    ...found,
    ...(source === undefined ? [] : checkValues(source, text.value, skill.name)),
    ...checkReferences(file, body, bodyLine, skill.paths),
  ]
  const value = source?.value
  const frontMatter = isJsonObject(value) ? value : {}
  const warnings = [...warnOfHiddenValues(source), ...warnOfHiddenText(file, body, bodyLine)]
  return { frontMatter, problems, warnings }
}

/** Hosts look for `---` as the first bytes, and some of them for a line feed behind it. */
function checkBytes(file: string, bytes: Uint8Array, text: string): readonly Problem[] {
  const top = startOfFile(file)
  const hasMark = bytes[0] === 0xef && bytes[1] === 0xbb && bytes[2] === 0xbf
  const mark = 'the file begins with a byte order mark'
  const blank = 'the first line has blanks after "---"'
  const returns = 'the lines end with a carriage return'
  return [
    ...(hasMark ? [problemAt(top, mark, 'save it as UTF-8 without one')] : []),
    ...(/^---[ \t]+\n/.test(text) ? [problemAt(top, blank, 'remove them')] : []),
    ...(bytes.includes(0x0d) ? [problemAt(top, returns, 'save it with line feeds alone')] : []),
  ]
}

function checkValues(source: YamlSource, text: string, name: string): readonly Problem[] {
  const value = isJsonObject(source.value) ? source.value : {}
  const lines = text.split('\n')
  const { metadata } = value
  const entries: (readonly [path: YamlPath, value: unknown])[] = Object.entries(value)
    .filter(([key]) => TEXTS.includes(key))
    .map(([key, each]) => [[key], each])
  if (isJsonObject(metadata)) {
    const more = Object.entries(metadata).map(([key, each]) => [['metadata', key], each] as const)
    entries.push(...more)
  }
  const problems = entries.flatMap(([path, each]) => checkText(source, lines, path, each))
  if (metadata !== undefined && !isJsonObject(metadata)) {
    const place = source.locateValue(['metadata'])
    problems.push(problemAt(place, '"metadata" is not a map', 'write names with texts below it'))
  }
  const keys = source.listKeys(['metadata']).flatMap(({ written, isPlain, place }) => {
    if (written === undefined) return [problemAt(place, 'the name is not text', 'write a word')]
    if (!isPlain || !AMBIGUOUS.test(written)) return []
    const what = `the name ${written} is one that some readers of YAML do not take for text`
    return [problemAt(place, what, `put it in quotes: '${written}'`)]
  })
  const reserved = Object.keys(isJsonObject(metadata) ? metadata : {})
    .filter((key) => key.startsWith(RESERVED))
    .map((key) => {
      const what = `the name ${quote(key)} is reserved for extensions`
      return problemAt(source.locateKey(['metadata', key]), what, 'give it another name')
    })
  const isOther = typeof value.name === 'string' && value.name !== name
  const what = `"name" is ${quote(String(value.name))}, and the folder is ${quote(name)}`
  const other = problemAt(source.locateValue(['name']), what, `write ${quote(name)}`)
  return [...problems, ...keys, ...reserved, ...(isOther ? [other] : [])]
}

function checkText(
  source: YamlSource,
  lines: readonly string[],
  path: YamlPath,
  value: unknown,
): readonly Problem[] {
  const key = String(path.at(-1))
  if (typeof value !== 'string') return [describeNotText(source, path, quote(key), value)]
  const place = source.locateValue(path)
  if (value.trim() === '') return [problemAt(place, `${quote(key)} is empty`, 'write it')]
  const isQuoted = /["'|>]/.test(lines[place.line - 1]?.[place.column - 1] ?? '')
  if (!isQuoted && AMBIGUOUS.test(value)) {
    const what = `${quote(key)} is ${value}, which some readers of YAML do not take for text`
    return [problemAt(place, what, `put it in quotes: '${value}'`)]
  }
  const most = path.length === 1 ? CHARACTERS_MAX[key] : undefined
  const { length } = [...value]
  if (most === undefined || length <= most) return []
  return [
    problemAt(place, `${quote(key)} has ${length} characters, more than ${most}`, 'shorten it'),
  ]
}

/** A reference is a path from the folder of the skill, of a file that is in it. */
function checkReferences(
  file: string,
  body: string,
  bodyLine: number,
  paths: readonly string[],
): readonly Problem[] {
  const folders = new Set(paths.map((path) => posix.dirname(path)))
  return readBody(file, body, bodyLine).links.flatMap(({ href, place }) => {
    if (/^(?:[a-z][a-z0-9+.-]*:|#|\/\/)/i.test(href)) return []
    const written = decodePercentLeniently(href.replace(/[?#].*$/s, ''))
    const target = posix.normalize(written).replace(/\/$/, '')
    if (paths.includes(target) || folders.has(target)) return []
    const what = `the skill has no file ${quote(written)}`
    return [problemAt(place, what, suggestName(target, paths, 'add it, or write its address'))]
  })
}
