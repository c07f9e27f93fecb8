import { mkdir, mkdtemp, rename, rm } from 'node:fs/promises'
import { basename, dirname, join, resolve } from 'node:path'
import { installAbsent } from './_install.ts'

const ROOT = resolve(import.meta.dir, '..')

/** The name under which the program is made, because that goes into it. */
const NAME = 'lectern'

/**
 * Puts every command, and Bun itself, into one file that needs nothing beside it; for another
 * system where one is named. The same sources give the same bytes, wherever the file goes.
 * Returns the files that went into it.
 */
export async function compile(
  outfile: string,
  target?: Bun.Build.CompileTarget,
): Promise<readonly string[]> {
  await mkdir(dirname(outfile), { recursive: true })
  // A running program cannot be written over, and half a program must not stand in its place.
  const folder = await mkdtemp(join(dirname(outfile), `.${basename(outfile)}-`))
  const made = join(folder, target?.includes('windows') === true ? `${NAME}.exe` : NAME)
  try {
    const files = await bundle(made, target)
    await rename(made, outfile)
    return files
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
}

/** The names of parts of the program depend on the current folder: a process has one of its own. */
async function bundle(made: string, target: string | undefined): Promise<readonly string[]> {
  const words = target === undefined ? [made] : [made, target]
  const child = Bun.spawn([process.execPath, join(ROOT, 'scripts/bundle_program.ts'), ...words], {
    cwd: ROOT,
    stdout: 'pipe',
    stderr: 'pipe',
  })
  const [out, errors] = await Promise.all([
    new Response(child.stdout).text(),
    new Response(child.stderr).text(),
  ])
  if ((await child.exited) !== 0) throw new Error(errors.trim())
  // The runtime of another system reports its download first.
  return JSON.parse(out.trim().split('\n').at(-1) ?? '[]')
}

if (import.meta.main) {
  const outfile = resolve(process.argv[2] ?? 'dist/lectern')
  const installed = await installAbsent('run-time')
  if (installed !== 0) process.exit(installed)
  await compile(outfile)
  console.log(`Wrote ${outfile}`)
}
