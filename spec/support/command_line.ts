import { main } from '../../app/main.ts'
import type { ProgramResult } from './program.ts'

let last: Promise<unknown> = Promise.resolve()

/**
 * Runs one command line as `runProgram` does, but in this process: for what a command says and
 * does, where starting a program is not what is tested. One after the other, because commands print
 * to the console of the process, and read paths from its folder.
 */
export async function callProgram(
  words: readonly string[],
  env: Readonly<Record<string, string>> = {},
  cwd?: string,
): Promise<ProgramResult> {
  const result = last.then(async () => {
    const { log, error } = console
    const before = process.cwd()
    const [out, err]: [string[], string[]] = [[], []]
    console.log = (text = '') => out.push(`${text}\n`)
    console.error = (text = '') => err.push(`${text}\n`)
    if (cwd !== undefined) process.chdir(cwd)
    try {
      const code = await main(words, env)
      return { code, out: out.join(''), err: err.join('') }
    } finally {
      Object.assign(console, { log, error })
      process.chdir(before)
    }
  })
  last = result.catch(() => undefined)
  return await result
}
