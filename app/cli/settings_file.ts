import { type Problem, problemAt, quote, startOfFile } from '../contract/problem.ts'
import { err, ok, type Result } from '../contract/result.ts'
import { FILE_SETTING, SECRETS } from '../settings/declarations.ts'
import type { Environment } from '../settings/reader.ts'
import { findNearest } from '../source_text/nearest_word.ts'
import type { YamlSource } from '../source_text/yaml.ts'
import { readRequiredYaml } from '../source_text/yaml_file.ts'

/** Values that a settings file gives, with the line of each. */
export type SettingsFile = {
  readonly values: Environment
  readonly lines: ReadonlyMap<string, number>
}

/**
 * Reads a YAML file with settings under their names in the environment: a text, a number, true or
 * false, or a list, which is joined with commas. Gives every problem of the file at once.
 */
export async function readSettingsFile(
  path: string,
  names: readonly string[],
): Promise<Result<SettingsFile, readonly Problem[]>> {
  const fix = `write it, or unset ${FILE_SETTING}`
  const { source, problems } = await readRequiredYaml({ path, name: path }, fix)
  if (source === undefined) {
    if (problems.length > 0) return err(problems)
    return ok({ values: {}, lines: new Map() })
  }
  const known = new Set([...names, ...[...SECRETS].map((secret) => `${secret}_FILE`)])
  known.delete(FILE_SETTING)
  const read = readValues(source, known)
  const all = [...problems, ...read.problems]
  return all.length === 0 ? ok(read) : err(all)
}

function readValues(
  source: YamlSource,
  known: ReadonlySet<string>,
): SettingsFile & { readonly problems: readonly Problem[] } {
  const values: Record<string, string> = {}
  const lines = new Map<string, number>()
  const problems: Problem[] = []
  // An empty file has no value, and says nothing wrong.
  const content = source.value ?? {}
  if (typeof content !== 'object' || Array.isArray(content)) {
    const fix = 'write one setting on a line, such as PORT: 8080'
    problems.push(problemAt(startOfFile(source.file), 'it has no settings by name', fix))
    return { values, lines, problems }
  }
  for (const [name, value] of Object.entries(content)) {
    const text = readValue(value)
    if (!known.has(name)) {
      const place = source.locateKey([name])
      problems.push(problemAt(place, `${quote(name)} is not a setting`, suggest(name, known)))
    } else if (text === undefined) {
      const fix = 'give a text, a number, true or false, or a list of these'
      problems.push(problemAt(source.locateValue([name]), `${quote(name)} has parts`, fix))
    } else {
      values[name] = text
      lines.set(name, source.locateKey([name]).line)
    }
  }
  return { values, lines, problems }
}

function suggest(name: string, known: ReadonlySet<string>): string {
  const nearest = findNearest(name, known)
  return nearest === undefined ? 'remove it; see the settings page' : `did you mean ${nearest}?`
}

/** As the environment would hold it; undefined for what no variable can hold. */
function readValue(value: unknown): string | undefined {
  if (value === null) return ''
  if (typeof value === 'string') return value
  if (typeof value === 'number') return String(value)
  if (typeof value === 'boolean') return value ? '1' : '0'
  if (!Array.isArray(value)) return undefined
  const parts = value.map(readItem)
  return parts.includes(undefined) ? undefined : parts.join(',')
}

function readItem(value: unknown): string | undefined {
  return typeof value === 'string' || typeof value === 'number' ? String(value) : undefined
}
