import { parseArgs } from 'node:util'
import { err, ok, type Result } from '../contract/result.ts'
import { findNearest } from '../text/source_text/nearest_word.ts'
import type { Call, Command } from './command.ts'

type Arguments = Pick<Call, 'words' | 'flags'> & {
  /** Settings that are given as options, by their names. */
  readonly settings: Readonly<Record<string, string>>
  readonly help: boolean
}

const HELP = { help: { type: 'boolean', short: 'h' } } as const

/**
 * Reads what follows the name of a command; refuses an option or a word that it does not take.
 * Every command takes settings: `--base-url` is `BASE_URL`, unless the command has that option.
 */
export function readArguments(
  command: Command,
  args: readonly string[],
  settingNames: readonly string[] = [],
): Result<Arguments, string> {
  const { options, takesWords } = command
  const settingOf = mapOptions(settingNames, options)
  const kinds = [
    ...[...settingOf.keys()].map((name) => [name, { type: 'string' as const }] as const),
    ...Object.entries(options).map(([name, type]) => [name, { type }] as const),
  ]
  const { tokens } = parseArgs({
    args: [...args],
    options: { ...Object.fromEntries(kinds), ...HELP },
    strict: false,
    tokens: true,
  })
  const words: string[] = []
  const flags: Record<string, string | boolean> = {}
  const settings: Record<string, string> = {}
  for (const token of tokens) {
    if (token.kind === 'positional') words.push(token.value)
    if (token.kind !== 'option') continue
    const { name, rawName, value } = token
    const setting = settingOf.get(name)
    const kind = name === 'help' ? 'boolean' : setting === undefined ? options[name] : 'string'
    if (kind === undefined) return err(unknownOption(rawName, Object.keys(options)))
    if (kind === 'string' && value === undefined) return err(`option ${rawName} needs a value`)
    if (kind === 'boolean' && value !== undefined) return err(`option ${rawName} takes no value`)
    if (setting === undefined) flags[name] = value ?? true
    else settings[setting] = value ?? ''
  }
  const { help = false, ...rest } = flags
  const [word] = words
  if (!takesWords && word !== undefined && help === false) {
    return err(`it takes no argument "${words.join(' ')}"`)
  }
  return ok({ words, flags: rest, settings, help: help !== false })
}

/** Names of settings by their options, without those that are options of the command. */
function mapOptions(names: readonly string[], own: Command['options']): Map<string, string> {
  const pairs = names.map((name) => [name.toLowerCase().replaceAll('_', '-'), name] as const)
  return new Map(pairs.filter(([option]) => own[option] === undefined))
}

function unknownOption(rawName: string, known: readonly string[]): string {
  const options = known.map((name) => `--${name}`)
  return `it takes no option ${rawName}${suggest(findNearest(rawName, options))}`
}

/** `; did you mean "build"?`, where one of the known words is near. */
export function suggest(nearest: string | undefined): string {
  return nearest === undefined ? '' : `; did you mean ${nearest}?`
}
