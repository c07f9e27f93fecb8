import { formatProblem, problemAt } from '../../contract/problem.ts'
import { err, ok, type Result } from '../../contract/result.ts'
import { formatSettingProblem } from './config.ts'
import { SECRETS } from './declarations.ts'
import type { Environment, SettingProblem } from './reader.ts'
import { readSecretFiles } from './secret_files.ts'
import { readSettingsFile, type SettingsFile } from './settings_file.ts'

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
