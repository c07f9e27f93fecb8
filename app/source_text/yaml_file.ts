import { type Problem, problemAt, startOfFile } from '../contract/problem.ts'
import { readText, type SourceFile } from './source_file.ts'
import { parseYaml, type YamlSource } from './yaml.ts'

export type YamlFile = {
  /** Absent if there is no file, or it cannot be parsed. */
  readonly source: YamlSource | undefined
  readonly missing: boolean
  readonly problems: readonly Problem[]
}

/** A YAML file that may be missing. */
export async function readYamlFile(file: SourceFile): Promise<YamlFile> {
  const text = await readText(file)
  if (!text.ok) {
    if (text.error === 'missing') return { source: undefined, missing: true, problems: [] }
    return { source: undefined, missing: false, problems: [text.error] }
  }
  const { source, problems } = parseYaml(file.name, text.value)
  return { source: source.value === undefined ? undefined : source, missing: false, problems }
}

/** A YAML file that must exist; `fix` says how to get one. */
export async function readRequiredYaml(file: SourceFile, fix: string): Promise<YamlFile> {
  const read = await readYamlFile(file)
  if (!read.missing) return read
  const place = startOfFile(file.name)
  return { ...read, problems: [problemAt(place, 'the file is missing', fix)] }
}
