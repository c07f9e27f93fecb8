import { parse, TomlError } from 'smol-toml'
import type { Report } from '../report/report.ts'
import type { SourceFolder } from './source_files.ts'

/** What a TOML file says, by the path of its keys. */
export type TomlFile = {
  /** Text or a number as text; undefined for everything else. */
  text(path: readonly string[]): string | undefined
  /** The texts of a table, by key. */
  texts(path: readonly string[]): ReadonlyMap<string, string>
  /** Keys of a table. */
  keys(path: readonly string[]): readonly string[]
}

/** Reads a TOML file of the source; one with a mistake is empty, and reported. */
export function readTomlFile(source: SourceFolder, file: string, report: Report): TomlFile {
  const value = parseToml(source, file, report)
  const find = (path: readonly string[]) => {
    return path.reduce<unknown>((inner, key) => {
      return typeof inner === 'object' && inner !== null ? Reflect.get(inner, key) : undefined
    }, value)
  }
  const table = (path: readonly string[]): [string, unknown][] => {
    const found = find(path)
    return typeof found === 'object' && found !== null ? Object.entries(found) : []
  }
  return {
    text: (path) => toText(find(path)),
    texts: (path) =>
      new Map(
        table(path).flatMap(([key, each]) => {
          const text = toText(each)
          return text === undefined ? [] : [[key, text] as const]
        }),
      ),
    keys: (path) => table(path).map(([key]) => key),
  }
}

function parseToml(source: SourceFolder, file: string, report: Report): unknown {
  try {
    return parse(source.read(file) ?? '')
  } catch (error) {
    const [line, column] = error instanceof TomlError ? [error.line, error.column] : [1, 1]
    const place = { file: source.show(file), line, column }
    report.addLoss(place, 'the file is no valid TOML and is not used', 'correct it')
    return {}
  }
}

function toText(value: unknown): string | undefined {
  if (typeof value === 'number') return String(value)
  return typeof value === 'string' && value.trim() !== '' ? value.trim() : undefined
}
