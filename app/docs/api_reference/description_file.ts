import type { Problem } from '../../contract/problem.ts'
import { parseYaml } from '../../text/source_text/yaml.ts'
import type { ApiDescription } from './description.ts'
import { isFields } from './values.ts'

/** Levels of a JSON text whose keys have a line: the operations of a path. */
const JSON_LEVELS = 3

/** Reads a description of YAML or JSON; `shown` names the file in the problems of its syntax. */
export function readDescription(
  file: string,
  shown: string,
  text: string,
): { readonly description: ApiDescription | undefined; readonly problems: readonly Problem[] } {
  const json = /\.json$/i.test(file) ? readJson(text) : undefined
  const { value, lineOf, problems } = json ?? readYaml(shown, text)
  if (!isFields(value)) return { description: undefined, problems }
  let starts: readonly number[] | undefined
  const description: ApiDescription = {
    file,
    value,
    characters: text.length,
    lineOf,
    lineWith: (piece, from = 1) => {
      starts ??= findLineStarts(text)
      const at = text.indexOf(piece, starts[from - 1] ?? 0)
      return at === -1 ? from : findLine(starts, at)
    },
  }
  return { description, problems }
}

type ReadValue = Pick<ApiDescription, 'lineOf'> & {
  readonly value: unknown
  readonly problems: readonly Problem[]
}

/** Large descriptions are JSON, which the runtime reads in no time. */
function readJson(text: string): ReadValue | undefined {
  let value: unknown
  try {
    value = JSON.parse(text)
  } catch {
    return undefined
  }
  const lines = findJsonLines(text, JSON_LEVELS)
  return { value, lineOf: (path) => lines.get(JSON.stringify(path)) ?? 1, problems: [] }
}

function readYaml(shown: string, text: string): ReadValue {
  const { source, problems } = parseYaml(shown, text)
  return { value: source.value, lineOf: (path) => source.locateKey(path).line, problems }
}

function findLineStarts(text: string): readonly number[] {
  const starts = [0]
  for (let end = text.indexOf('\n'); end !== -1; end = text.indexOf('\n', end + 1)) {
    starts.push(end + 1)
  }
  return starts
}

/** The line that an offset is on: the last one that begins before it. */
function findLine(starts: readonly number[], offset: number): number {
  let [low, high] = [0, starts.length]
  while (high - low > 1) {
    const middle = (low + high) >> 1
    if ((starts[middle] ?? 0) <= offset) low = middle
    else high = middle
  }
  return low + 1
}

/** Finds the lines of keys in JSON: of objects down to a depth, by the path of their keys. */
function findJsonLines(text: string, depthMax: number): ReadonlyMap<string, number> {
  const lines = new Map<string, number>()
  const path: string[] = []
  const kinds: ('{' | '[')[] = []
  let line = 1
  let key = ''
  for (let at = 0; at < text.length; at++) {
    const sign = text[at]
    if (sign === '\n') line++
    else if (sign === '"') {
      const end = findStringEnd(text, at)
      if (
        kinds.length <= depthMax &&
        kinds.at(-1) === '{' &&
        /^\s*:/.test(text.slice(end + 1, end + 40))
      ) {
        key = readString(text.slice(at, end + 1))
        lines.set(JSON.stringify([...path, key]), line)
      }
      at = end
    } else if (sign === '{' || sign === '[') {
      if (kinds.length > 0) path.push(key)
      kinds.push(sign)
      key = ''
    } else if (sign === '}' || sign === ']') {
      kinds.pop()
      path.pop()
    }
  }
  return lines
}

function findStringEnd(text: string, from: number): number {
  for (let at = from + 1; at < text.length; at++) {
    if (text[at] === '\\') at++
    else if (text[at] === '"') return at
  }
  return text.length
}

function readString(quoted: string): string {
  try {
    return String(JSON.parse(quoted))
  } catch {
    return quoted
  }
}
