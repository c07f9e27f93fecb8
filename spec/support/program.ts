import { MAIN } from './repository.ts'

/** `err` is without the lines of progress, which a slow machine prints and a quick one does not. */
export type ProgramResult = { readonly code: number; readonly out: string; readonly err: string }

const PROGRESS = /^building +\d+ % .*\n/gm

/** Runs one command of the program to its end, as a shell would, with no setting but these. */
export async function runProgram(
  words: readonly string[],
  env: Readonly<Record<string, string>> = {},
  cwd: string = process.cwd(),
): Promise<ProgramResult> {
  const kept = Object.fromEntries(
    ['PATH', 'HOME', 'TMPDIR'].flatMap((name) => {
      const value = process.env[name]
      return value === undefined ? [] : [[name, value]]
    }),
  )
  const child = Bun.spawn([process.execPath, MAIN, ...words], {
    cwd,
    env: { ...kept, ...env },
    stdout: 'pipe',
    stderr: 'pipe',
  })
  const [out, err, code] = await Promise.all([
    new Response(child.stdout).text(),
    new Response(child.stderr).text(),
    child.exited,
  ])
  return { code, out, err: err.replace(PROGRESS, '') }
}
