import { type Problem, problemAt, startOfFile } from '../../contract/problem.ts'
import { readText, type SourceFile } from './source_file.ts'
import { parseYaml, type YamlPath, type YamlSource } from './yaml.ts'

export type YamlFile = {
  /** Absent if there is no file, or it cannot be parsed. */
  readonly source: YamlSource | undefined
  readonly missing: boolean
  readonly problems: readonly Problem[]
}

export async function readYamlFile(file: SourceFile): Promise<YamlFile> {
  const text = await readText(file)
  if (!text.ok) {
    if (text.error === 'missing') return { source: undefined, missing: true, problems: [] }
    return { source: undefined, missing: false, problems: [text.error] }
  }
  const { source, problems } = parseYaml(file.name, text.value)
  if (source.value === undefined) return { source: undefined, missing: false, problems }
  const halves = findHalfCharacters(source, source.value, [])
  return { source, missing: false, problems: [...problems, ...halves] }
}

/** Half of a character (a lone surrogate) comes from an escape; many JSON readers refuse it. */
function findHalfCharacters(
  source: YamlSource,
  value: unknown,
  path: YamlPath,
): readonly Problem[] {
  if (typeof value === 'string' && !value.isWellFormed()) {
    const what = 'the text has half of a character'
    return [problemAt(source.locateValue(path), what, 'write the whole character')]
  }
  if (typeof value !== 'object' || value === null) return []
  const isList = Array.isArray(value)
  return Object.entries(value).flatMap(([key, each]) =>
    findHalfCharacters(source, each, [...path, isList ? Number(key) : key]),
  )
}

/** A YAML file that must exist; `fix` says how to get one. */
export async function readRequiredYaml(file: SourceFile, fix: string): Promise<YamlFile> {
  const read = await readYamlFile(file)
  if (!read.missing) return read
  const place = startOfFile(file.name)
  return { ...read, problems: [problemAt(place, 'the file is missing', fix)] }
}
