import { type Place, type Problem, problemAt, quote, startOfFile } from '../../contract/problem.ts'
import { err, ok, type Result } from '../../contract/result.ts'
import { findNearest } from '../../text/source_text/nearest_word.ts'
import type { YamlSource } from '../../text/source_text/yaml.ts'
import { readRequiredYaml } from '../../text/source_text/yaml_file.ts'
import { FILE_SETTING, SECRETS } from './declarations.ts'
import type { Environment } from './reader.ts'

/** Values that a settings file gives, with the place of each, and what is wrong with others. */
export type SettingsFile = {
  readonly values: Environment
  readonly places: ReadonlyMap<string, Place>
  readonly problems: ReadonlyMap<string, Problem>
}

/**
 * Reads a YAML file with settings under their names in the environment: a text, a number, true or
 * false, or a list, which is joined with commas. It fails where it cannot be read at all.
 */
export async function readSettingsFile(
  path: string,
  names: readonly string[],
): Promise<Result<SettingsFile, readonly Problem[]>> {
  const fix = `write it, or unset ${FILE_SETTING}`
  const { source, problems } = await readRequiredYaml({ path, name: path }, fix)
  if (problems.length > 0) return err(problems)
  if (source === undefined) return ok({ values: {}, places: new Map(), problems: new Map() })
  const known = new Set([...names, ...[...SECRETS].map((secret) => `${secret}_FILE`)])
  known.delete(FILE_SETTING)
  // An empty file has no value, and says nothing wrong.
  const content = source.value ?? {}
  if (typeof content !== 'object' || Array.isArray(content)) {
    const form = 'write one setting on a line, such as PORT: 8080'
    return err([problemAt(startOfFile(source.file), 'it has no settings by name', form)])
  }
  return ok(readValues(content, source, known))
}

function readValues(content: object, source: YamlSource, known: ReadonlySet<string>): SettingsFile {
  const values: Record<string, string> = {}
  const places = new Map<string, Place>()
  const problems = new Map<string, Problem>()
  for (const [name, value] of Object.entries(content)) {
    const text = readValue(value)
    if (!known.has(name)) {
      const place = source.locateKey([name])
      const what = `${quote(name)} is not a setting`
      problems.set(name, problemAt(place, what, suggest(name, known)))
    } else if (text === undefined) {
      const fix = 'give a text, a number, true or false, or a list of these'
      problems.set(name, problemAt(source.locateValue([name]), `${quote(name)} has parts`, fix))
    } else {
      values[name] = text
      places.set(name, source.locateValue([name]))
    }
  }
  return { values, places, problems }
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
