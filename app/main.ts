#!/usr/bin/env bun
import { parseArgs } from 'node:util'
import packageFile from '../package.json' with { type: 'json' }
import { runBuild, runCheck, runImport } from './_press.ts'
import { runServe } from './_serve.ts'
import { type Config, formatSettingProblem, readConfig } from './config.ts'

/** Exit codes of every command: fine, problems found, wrong use. */
const EXIT = { fine: 0, problems: 1, wrongUse: 2 } as const

type Command = {
  readonly usage: string
  readonly does: string
  readonly details: string
  readonly run: (config: Config, words: readonly string[], flags: Flags) => Promise<number>
}

type Flags = {
  readonly to?: string | undefined
  readonly date?: string | undefined
}

const COMMANDS: Readonly<Record<string, Command>> = {
  serve: {
    usage: 'serve',
    does: 'builds if the corpus is newer than the build, then serves (default command)',
    details: 'Settings come from the environment: HOST, PORT, BASE_URL, CORPUS_DIR, DIST_DIR …',
    run: (config) => runServe(config, process.env.SOURCE_DATE_EPOCH),
  },
  build: {
    usage: 'build',
    does: 'writes every published file from the corpus',
    details: 'Reads CORPUS_DIR, writes DIST_DIR; SOURCE_DATE_EPOCH fixes the build instant.',
    run: (config) => runBuild(config, process.env.SOURCE_DATE_EPOCH),
  },
  check: {
    usage: 'check',
    does: 'tells every problem of the corpus and the registry, and writes nothing',
    details: 'Reads CORPUS_DIR. Warnings do not change the exit code.',
    run: (config) => runCheck(config),
  },
  import: {
    usage: 'import DIR --to DIR [--date YYYY-MM-DD]',
    does: 'turns a folder of Markdown or MDX into a corpus, and tells what was lost',
    details: '--to is the corpus folder to write; --date is the date of pages that name none.',
    run: (_config, words, flags) => runImport(words, flags),
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
  if (command === undefined) return wrongUse(`Cannot run "${name}": there is no such command`)
  if (help) return say(helpOf(command))
  if (name !== 'import' && (flags.to !== undefined || flags.date !== undefined)) {
    return wrongUse(`Cannot run "${name}": --to and --date belong to import`)
  }
  if (name !== 'import' && rest.length > 0) {
    return wrongUse(`Cannot run "${name}": it takes no argument "${rest.join(' ')}"`)
  }
  const config = readConfig(process.env)
  if (!config.ok) {
    for (const problem of config.error) console.error(formatSettingProblem(problem))
    return EXIT.wrongUse
  }
  return await command.run(config.value, rest, flags)
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
      },
    })
    const { help = false, version = false, to, date } = values
    return { words: positionals, flags: { to, date }, help, version }
  } catch (error) {
    return error instanceof Error ? error.message : String(error)
  }
}

function overview(): string {
  const rows = Object.values(COMMANDS).map(({ usage, does }) => `  ${usage}\n      ${does}`)
  return ['Usage: lectern COMMAND', '', ...rows, '', 'lectern COMMAND --help tells more.'].join(
    '\n',
  )
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
