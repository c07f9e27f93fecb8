import { main } from '../../app/main.ts'
import type { ProgramResult } from './program.ts'

/**
 * Runs one command line as `runProgram` does, but in this process: for what a command says and
 * does, where starting a program is not what is tested. One call at a time, because commands print
 * to the console of the process.
 */
export async function callProgram(
  words: readonly string[],
  env: Readonly<Record<string, string>> = {},
): Promise<ProgramResult> {
  const { log, error } = console
  const [out, err]: [string[], string[]] = [[], []]
  console.log = (text = '') => out.push(`${text}\n`)
  console.error = (text = '') => err.push(`${text}\n`)
  try {
    const code = await main(words, env)
    return { code, out: out.join(''), err: err.join('') }
  } finally {
    Object.assign(console, { log, error })
  }
}
