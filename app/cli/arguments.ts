import { parseArgs } from 'node:util'
import { err, ok, type Result } from '../contract/result.ts'
import { findNearest } from '../source_text/nearest_word.ts'
import type { Call, Command } from './command.ts'

type Arguments = Pick<Call, 'words' | 'flags'> & { readonly help: boolean }

const HELP = { help: { type: 'boolean', short: 'h' } } as const

/** Reads what follows the name of a command; refuses an option or a word that it does not take. */
export function readArguments(
  command: Command,
  args: readonly string[],
): Result<Arguments, string> {
  const { options, takesWords } = command
  const kinds = Object.entries(options).map(([name, type]) => [name, { type }] as const)
  const { tokens } = parseArgs({
    args: [...args],
    options: { ...Object.fromEntries(kinds), ...HELP },
    strict: false,
    tokens: true,
  })
  const words: string[] = []
  const flags: Record<string, string | boolean> = {}
  for (const token of tokens) {
    if (token.kind === 'positional') words.push(token.value)
    if (token.kind !== 'option') continue
    const { name, rawName, value } = token
    const kind = name === 'help' ? 'boolean' : options[name]
    if (kind === undefined) return err(unknownOption(rawName, Object.keys(options)))
    if (kind === 'string' && value === undefined) return err(`option ${rawName} needs a value`)
    if (kind === 'boolean' && value !== undefined) return err(`option ${rawName} takes no value`)
    flags[name] = value ?? true
  }
  const { help = false, ...rest } = flags
  const [word] = words
  if (!takesWords && word !== undefined && help === false) {
    return err(`it takes no argument "${words.join(' ')}"`)
  }
  return ok({ words, flags: rest, help: help !== false })
}

function unknownOption(rawName: string, known: readonly string[]): string {
  const options = known.map((name) => `--${name}`)
  return `it takes no option ${rawName}${suggest(findNearest(rawName, options))}`
}

/** `; did you mean "build"?`, where one of the known words is near. */
export function suggest(nearest: string | undefined): string {
  return nearest === undefined ? '' : `; did you mean ${nearest}?`
}
