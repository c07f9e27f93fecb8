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
