#!/usr/bin/env bun
import { parseArgs } from 'node:util'
import packageFile from '../package.json' with { type: 'json' }
import { EXIT } from './cli/exit.ts'
import { type Config, formatSettingProblem, readConfig } from './config.ts'

type Command = {
  readonly usage: string
  readonly does: string
  readonly details: string
  /** Options that are this command's own. */
  readonly takes?: readonly (keyof Flags)[]
  /** Whether words may follow its name. */
  readonly takesWords?: true
  readonly run: (config: Config, words: readonly string[], flags: Flags) => Promise<number>
}

type Flags = {
  readonly to?: string | undefined
  readonly date?: string | undefined
  readonly check?: string | undefined
  readonly json?: boolean | undefined
  readonly 'write-baseline'?: boolean | undefined
  readonly all?: boolean | undefined
  readonly seed?: string | undefined
  readonly 'calls-per-minute'?: string | undefined
}

// Each command loads its own code: a service that starts must not wait for that of the build.

const COMMANDS: Readonly<Record<string, Command>> = {
  serve: {
    usage: 'serve',
    does: 'builds if the corpus is newer than the build, then serves (default command)',
    details: 'Settings come from the environment: HOST, PORT, BASE_URL, CORPUS_DIR, DIST_DIR …',
    run: async (config) => {
      const { runServe } = await import('./cli/serve.ts')
      return await runServe(config, process.env.SOURCE_DATE_EPOCH)
    },
  },
  build: {
    usage: 'build',
    does: 'writes every published file from the corpus',
    details: 'Reads CORPUS_DIR, writes DIST_DIR; SOURCE_DATE_EPOCH fixes the build instant.',
    run: async (config) => {
      const { runBuild } = await import('./cli/build.ts')
      return await runBuild(config, process.env.SOURCE_DATE_EPOCH)
    },
  },
  check: {
    usage: 'check',
    does: 'lists every problem in the corpus and the registry, and writes nothing',
    details: 'Reads CORPUS_DIR. Warnings do not change the exit code.',
    run: async (config) => await (await import('./cli/check.ts')).runCheck(config),
  },
  verify: {
    usage: 'verify URL [--all] [--seed N] [--calls-per-minute N] [--json]',
    does: 'checks that all interfaces of a running service agree',
    details:
      'Needs only the address, and stays within the limits of the service.\n' +
      '  --all reads every page in full instead of 30 that --seed selects; --calls-per-minute is\n' +
      '  the limit for this client if the operator has raised it.',
    takes: ['json', 'all', 'seed', 'calls-per-minute'],
    takesWords: true,
    run: async (_config, words, flags) => {
      const { runVerify } = await import('./cli/verify.ts')
      return await runVerify(words, flags)
    },
  },
  eval: {
    usage: 'eval [--json] [--write-baseline]',
    does: 'measures search with queries made from the corpus and those in its eval folder',
    details:
      'Reads CORPUS_DIR, builds if that is newer, and fails below eval/baseline.yaml.\n' +
      '  --json includes the missed queries; --write-baseline makes these figures the minimum.',
    takes: ['json', 'write-baseline'],
    run: async (config, _words, flags) => {
      const { runEval } = await import('./cli/eval.ts')
      return await runEval(config, flags, process.env.SOURCE_DATE_EPOCH)
    },
  },
  import: {
    usage: 'import DIR --to DIR [--date YYYY-MM-DD]',
    does: 'turns a folder of Markdown or MDX into a corpus, and lists what was not carried over',
    details: '--to is the corpus folder to write; --date is the date of pages that have none.',
    takes: ['to', 'date'],
    takesWords: true,
    run: async (_config, words, flags) => {
      const { runImport } = await import('./cli/import.ts')
      return await runImport(words, flags)
    },
  },
  example: {
    usage: 'example archive|restore|remove BUSINESS | remove-member USER BUSINESS',
    does: 'changes the example workspace, to show what fails closed',
    details: 'Reads DATABASE_URL; a running service sees the change at its next call.',
    takesWords: true,
    run: async ({ business }, words) => {
      const { runExample } = await import('./cli/example.ts')
      return await runExample(business, words)
    },
  },
  connect: {
    usage: 'connect [HOST]',
    does: 'prints how to add the server to one host, or to every known host',
    details: 'Reads BASE_URL and the registry in CORPUS_DIR; uses no network.',
    takesWords: true,
    run: async (config, words) => {
      const { runConnect } = await import('./cli/connect.ts')
      return await runConnect(config, words)
    },
  },
  package: {
    usage: 'package [--to DIR | --check DIR]',
    does: 'writes the distribution package: a registry entry and manifests for hosts',
    details:
      'Reads CORPUS_DIR, writes --to DIR, which is package in DIST_DIR by default.\n' +
      '  --check DIR writes nothing: it compares a folder with what would be written.',
    takes: ['to', 'check'],
    run: async (config, _words, flags) => {
      const { runPackage } = await import('./cli/package.ts')
      return await runPackage(config, flags)
    },
  },
}

async function main(argv: readonly string[]): Promise<number> {
  const parsed = readArguments(argv)
  if (typeof parsed === 'string') return wrongUse(parsed)
  const { words, flags, help, version } = parsed
  if (version) return say(packageFile.version)
  const [name = 'serve', ...rest] = words
  const command = Object.hasOwn(COMMANDS, name) ? COMMANDS[name] : undefined
  if (help && words.length === 0) return say(overview())
  if (command === undefined) return wrongUse(`Cannot run "${name}": unknown command`)
  if (help) return say(helpOf(command))
  const foreign = Object.keys(flags).find((flag) => !takes(command, flag))
  if (foreign !== undefined)
    return wrongUse(`Cannot run "${name}": it takes no option --${foreign}`)
  if (command.takesWords !== true && rest.length > 0) {
    return wrongUse(`Cannot run "${name}": it takes no argument "${rest.join(' ')}"`)
  }
  const config = readConfig(process.env)
  if (!config.ok) {
    for (const problem of config.error) console.error(formatSettingProblem(problem))
    return EXIT.wrongUse
  }
  return await command.run(config.value, rest, flags)
}

function takes(command: Command, flag: string): boolean {
  return command.takes?.some((own) => own === flag) === true
}

function readArguments(argv: readonly string[]) {
  try {
    const { values, positionals } = parseArgs({
      args: [...argv],
      allowPositionals: true,
      options: {
        help: { type: 'boolean', short: 'h' },
        version: { type: 'boolean', short: 'v' },
        to: { type: 'string' },
        date: { type: 'string' },
        check: { type: 'string' },
        json: { type: 'boolean' },
        'write-baseline': { type: 'boolean' },
        all: { type: 'boolean' },
        seed: { type: 'string' },
        'calls-per-minute': { type: 'string' },
      },
    })
    const { help = false, version = false, ...flags } = values
    return { words: positionals, flags: { ...flags } satisfies Flags, help, version }
  } catch (error) {
    return error instanceof Error ? error.message : String(error)
  }
}

function overview(): string {
  const rows = Object.values(COMMANDS).map(({ usage, does }) => `  ${usage}\n      ${does}`)
  return [
    'Usage: lectern COMMAND',
    '',
    ...rows,
    '',
    'lectern COMMAND --help explains one command.',
  ].join('\n')
}

function helpOf({ usage, does, details }: Command): string {
  return `Usage: lectern ${usage}\n\n  ${does}\n  ${details}`
}

function say(text: string): number {
  console.log(text)
  return EXIT.fine
}

function wrongUse(message: string): number {
  console.error(`${message}\nlectern --help lists the commands`)
  return EXIT.wrongUse
}

process.exitCode = await main(process.argv.slice(2))
