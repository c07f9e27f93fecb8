import { compileOnce } from './compiled_program.ts'
import { MAIN } from './repository.ts'

/** `err` lacks progress lines, which only a slow machine prints. */
export type ProgramResult = { readonly code: number; readonly out: string; readonly err: string }

/** For a program that ends within a second or two: optimising its code costs more than it saves. */
export const SHORT_LIVED: Readonly<Record<string, string>> = { BUN_JSC_useDFGJIT: '0' }

/** The program as a developer runs it. */
export const SOURCE: readonly string[] = [process.execPath, MAIN]

/**
 * A whole run uses the compiled program, as operators do: it starts in less than half of the time.
 * A test that runs alone does not wait for the compiler.
 */
export async function findProgram(): Promise<readonly string[]> {
  return process.env.KEPT_BUILDS === undefined ? SOURCE : [await compileOnce()]
}

const PROGRESS = /^building +\d+ % .*\n/gm

/** Runs one command of the program, as a shell would, with only these settings. */
export async function runProgram(
  words: readonly string[],
  env: Readonly<Record<string, string>> = {},
  cwd: string = process.cwd(),
  program?: readonly string[],
): Promise<ProgramResult> {
  const kept = Object.fromEntries(
    ['PATH', 'HOME', 'TMPDIR'].flatMap((name) => {
      const value = process.env[name]
      return value === undefined ? [] : [[name, value]]
    }),
  )
  const command = [...(program ?? (await findProgram())), ...words]
  const { code, out, err } = await capture(command, cwd, { ...SHORT_LIVED, ...kept, ...env })
  return { code, out, err: err.replace(PROGRESS, '') }
}

/** Runs any program to its end, with these settings and without input. */
export async function capture(
  command: readonly string[],
  cwd: string,
  env: Readonly<Record<string, string>>,
): Promise<ProgramResult> {
  const child = Bun.spawn([...command], {
    cwd,
    env,
    stdin: 'ignore',
    stdout: 'pipe',
    stderr: 'pipe',
  })
  const [out, err, code] = await Promise.all([
    new Response(child.stdout).text(),
    new Response(child.stderr).text(),
    child.exited,
  ])
  return { code, out, err }
}
