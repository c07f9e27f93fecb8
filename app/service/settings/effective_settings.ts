import { readFile } from 'node:fs/promises'
import {
  formatProblem,
  type Place,
  type Problem,
  problemAt,
  quote,
  startOfFile,
} from '../../contract/problem.ts'
import { err, ok, type Result } from '../../contract/result.ts'
import { findNearest } from '../../text/source_text/nearest_word.ts'
import type { YamlSource } from '../../text/source_text/yaml.ts'
import { readRequiredYaml } from '../../text/source_text/yaml_file.ts'
import { formatSettingProblem } from './config.ts'
import { FILE_SETTING, SECRETS } from './declarations.ts'
import type { Environment, SettingProblem } from './reader.ts'

/** Settings as a command reads them, and where each that is set comes from. */
type EffectiveSettings = {
  readonly environment: Environment
  /** By name: a flag, the environment, or a file with its line. */
  readonly origins: ReadonlyMap<string, string>
  /** A line for each problem: those of the files, and of the values in the environment. */
  readonly explain: (problems: readonly SettingProblem[]) => readonly string[]
}

type SettingInputs = {
  readonly flags: Readonly<Record<string, string>>
  readonly environment: Environment
  readonly names: readonly string[]
}

const SUFFIX = '_FILE'
const NO_FILE: SettingsFile = { values: {}, places: new Map(), problems: new Map() }

/**
 * Collects settings: a flag wins over the environment, and the environment over the file that
 * `LECTERN_CONFIG` names. It fails with a line for each problem of a file that cannot be read.
 */
export async function collectSettings({
  flags,
  environment,
  names,
}: SettingInputs): Promise<Result<EffectiveSettings, readonly string[]>> {
  const path = flags.LECTERN_CONFIG ?? (environment.LECTERN_CONFIG?.trim() || undefined)
  const file = path === undefined ? ok(NO_FILE) : await readSettingsFile(path, names)
  if (!file.ok) return err(file.error.map(formatProblem))
  const set = Object.entries(environment).filter(([, value]) => (value?.trim() ?? '') !== '')
  const closer = { ...Object.fromEntries(set), ...flags }
  const left = Object.entries(file.value.values).filter(([name]) => !isSet(closer, name))
  const given = { ...Object.fromEntries(left), ...closer }
  const secrets = await readSecretFiles(given)
  const origins = new Map<string, string>()
  for (const [name] of left) {
    origins.set(name, `${path}:${file.value.places.get(name)?.line ?? 1}`)
  }
  for (const [name] of set) origins.set(name, 'environment')
  for (const name of Object.keys(flags)) origins.set(name, 'flag')
  for (const name of names) {
    const from = closer[name + SUFFIX] ?? file.value.values[name + SUFFIX]
    if (from !== undefined && !origins.has(name)) origins.set(name, from)
  }
  const places = new Map(left.map(([name]) => [name, file.value.places.get(name)]))
  const unread = secrets.ok ? [] : secrets.error
  const known = new Set([...file.value.problems.keys(), ...unread.map(({ name }) => name)])
  const explain: EffectiveSettings['explain'] = (problems) => [
    ...file.value.problems.values().map(formatProblem),
    ...[
      ...unread,
      // What has been refused is not there, which is no second problem.
      ...problems.filter(({ name }) => !known.has(name) && !known.has(name + SUFFIX)),
    ].map((problem) => {
      const place = places.get(problem.name) ?? places.get(problem.name + SUFFIX)
      if (place === undefined) return formatSettingProblem(problem)
      return formatProblem(problemAt(place, `${problem.name}: ${problem.what}`, problem.fix))
    }),
  ]
  return ok({ environment: secrets.ok ? secrets.value : given, origins, explain })
}

/** Settings that may be options. A secret may not: other users of a machine see the options. */
export function listSettingOptions(names: readonly string[]): readonly string[] {
  return names.map((name) => (SECRETS.has(name) ? name + SUFFIX : name))
}

/** Whether a setting is given closer than the file: itself, or the file that holds its value. */
function isSet(closer: Readonly<Record<string, string | undefined>>, name: string): boolean {
  const other = name.endsWith(SUFFIX) ? name.slice(0, -SUFFIX.length) : name + SUFFIX
  return closer[name] !== undefined || closer[other] !== undefined
}

/** Values that a settings file gives, with the place of each, and what is wrong with others. */
type SettingsFile = {
  readonly values: Environment
  readonly places: ReadonlyMap<string, Place>
  readonly problems: ReadonlyMap<string, Problem>
}

/**
 * Reads a YAML file with settings under their names in the environment: a text, a number, true or
 * false, or a list, which is joined with commas. It fails where it cannot be read at all.
 */
async function readSettingsFile(
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

/**
 * The environment with each secret that `NAME_FILE` points to, as a supervisor hands it in: no
 * process list and no inherited environment shows it then.
 */
async function readSecretFiles(
  environment: Environment,
): Promise<Result<Environment, readonly SettingProblem[]>> {
  const read: Record<string, string> = {}
  const problems: SettingProblem[] = []
  for (const secret of SECRETS) {
    const name = `${secret}_FILE`
    const path = environment[name]?.trim() ?? ''
    if (path === '') continue
    const text = await readFile(path, 'utf8').catch(() => undefined)
    const refuse = (what: string, fix: string) =>
      problems.push({ name, what: `Cannot use "${path}": ${what}`, fix })
    if ((environment[secret]?.trim() ?? '') !== '') refuse(`${secret} is set too`, 'unset one')
    else if (text === undefined)
      refuse('it cannot be read', 'give a file that the service can read')
    // Without a value the default would hold: another database, or an audit without a key.
    else if (text.trim() === '') refuse('it is empty', 'write the value into it')
    else read[secret] = text
  }
  return problems.length === 0 ? ok({ ...environment, ...read }) : err(problems)
}
