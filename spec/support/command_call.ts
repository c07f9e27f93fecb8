import type { Command } from '../../app/cli/command.ts'
import { type Environment, readConfig } from '../../app/service/settings/config.ts'

/** Runs a command in this process, with these settings alone. */
export async function runCommand(
  command: Command,
  environment: Environment,
  words: readonly string[],
  flags: object = {},
): Promise<number> {
  const config = readConfig(environment)
  if (!config.ok) throw new Error('Cannot read the settings')
  return await command.run({
    config: config.value,
    words,
    flags: { ...flags },
    settings: { origins: new Map(), values: () => new Map() },
    epoch: undefined,
    version: 'test',
  })
}

/** The same with one line of words; returns the exit code and what was printed. */
export async function runPrinting(
  command: Command,
  environment: Environment,
  words: string,
  flags: object = {},
): Promise<readonly [number, string]> {
  const printed: string[] = []
  const keep = (line: unknown) => void printed.push(String(line))
  const { log, error } = console
  Object.assign(console, { log: keep, error: keep })
  try {
    const exit = await runCommand(command, environment, words.split(' '), flags)
    return [exit, printed.join('\n')]
  } finally {
    Object.assign(console, { log, error })
  }
}
