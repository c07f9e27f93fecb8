#!/usr/bin/env bun
import packageFile from '../package.json' with { type: 'json' }
import { readArguments, suggest } from './cli/arguments.ts'
import { type Command, EXIT } from './cli/command.ts'
import { markProblemsInChange } from './cli/report_lines.ts'
import { listenForStop } from './cli/stop_signals.ts'
import {
  type Environment,
  findMisspeltSettings,
  formatSettingProblem,
  listSettings,
  readConfig,
  SETTING_NAMES,
} from './service/settings/config.ts'
import { collectSettings, listSettingOptions } from './service/settings/effective_settings.ts'
import { findNearest } from './text/source_text/nearest_word.ts'

type Module = { readonly command: Command }

/** Each command loads its own code: a service that starts must not wait for that of the build. */
const COMMANDS: Readonly<Record<string, () => Promise<Module>>> = {
  serve: async () => {
    listenForStop()
    return await import('./cli/serve.ts')
  },
  stdio: () => import('./cli/stdio.ts'),
  build: () => import('./cli/build.ts'),
  publish: () => import('./cli/publish.ts'),
  rollback: () => import('./cli/rollback.ts'),
  check: () => import('./cli/check.ts'),
  verify: () => import('./cli/verify.ts'),
  eval: () => import('./cli/eval.ts'),
  report: () => import('./cli/report.ts'),
  health: () => import('./cli/health.ts'),
  files: () => import('./cli/files.ts'),
  config: () => import('./cli/config.ts'),
  doctor: () => import('./cli/doctor.ts'),
  product: () => import('./cli/product.ts'),
  init: () => import('./cli/init.ts'),
  schemas: () => import('./cli/schemas.ts'),
  dev: () => import('./cli/dev.ts'),
  import: () => import('./cli/import.ts'),
  try: () => import('./cli/try.ts'),
  tools: () => import('./cli/tools.ts'),
  example: () => import('./cli/example.ts'),
  connect: () => import('./cli/connect.ts'),
  package: () => import('./cli/package.ts'),
  audit: () => import('./cli/audit.ts'),
  grants: () => import('./cli/grants.ts'),
  user: () => import('./cli/user.ts'),
  client: () => import('./cli/client.ts'),
  store: () => import('./cli/store.ts'),
  events: () => import('./cli/events.ts'),
}

/** Runs one command line; the result is the exit code. */
export async function main(args: readonly string[], given: Environment): Promise<number> {
  const [first = ''] = args
  if (first === '--version' || first === '-v') return print(packageFile.version)
  if (first === '--help' || first === '-h') return print(await describeCommands())
  const isNamed = first !== '' && !first.startsWith('-')
  const name = isNamed ? first : 'serve'
  const load = Object.hasOwn(COMMANDS, name) ? COMMANDS[name] : undefined
  if (load === undefined) return refuse(name, `unknown command${suggestCommand(name)}`)
  const { command } = await load()
  const names = SETTING_NAMES
  const read = readArguments(command, args.slice(isNamed ? 1 : 0), listSettingOptions(names))
  if (!read.ok) return refuse(name, read.error)
  const { words, flags, help } = read.value
  if (help) return print(describeCommand(command))
  const settings = { ...read.value.settings, ...command.readSettings?.(words) }
  const collected = await collectSettings({ flags: settings, environment: given, names })
  if (!collected.ok) return refuseSettings(collected.error)
  const { environment, origins, explain } = collected.value
  const config = readConfig(environment)
  const problems = explain(config.ok ? [] : config.error)
  if (!config.ok || problems.length > 0) return refuseSettings(problems)
  for (const problem of findMisspeltSettings(given)) {
    console.error(`warning: ${formatSettingProblem(problem)}`)
  }
  if (given.GITHUB_ACTIONS === 'true') markProblemsInChange()
  const epoch = given.SOURCE_DATE_EPOCH
  const { version } = packageFile
  const inForce = { origins, values: () => listSettings(environment) }
  return await command.run({
    config: config.value,
    words,
    flags,
    settings: inForce,
    epoch,
    version,
  })
}

function refuseSettings(lines: readonly string[]): number {
  for (const line of lines) console.error(line)
  return EXIT.wrongUse
}

function suggestCommand(name: string): string {
  return suggest(findNearest(name, Object.keys(COMMANDS)))
}

async function describeCommands(): Promise<string> {
  const modules = await Promise.all(Object.values(COMMANDS).map((load) => load()))
  const rows = modules.map(({ command: { usage, does } }) => `  ${usage}\n      ${does}`)
  const more = 'lectern COMMAND --help explains one command.'
  return ['Usage: lectern COMMAND', '', ...rows, '', more].join('\n')
}

function describeCommand({ usage, does, details }: Command): string {
  return `Usage: lectern ${usage}\n\n  ${does}\n  ${details}`
}

function print(text: string): number {
  console.log(text)
  return EXIT.fine
}

function refuse(name: string, why: string): number {
  console.error(`Cannot run "${name}": ${why}\nlectern --help lists the commands`)
  return EXIT.wrongUse
}

if (import.meta.main) process.exitCode = await main(process.argv.slice(2), process.env)
