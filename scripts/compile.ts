import { mkdir, rename, rm, stat } from 'node:fs/promises'
import { dirname, join, resolve } from 'node:path'
import { digestProgram } from '../app/corpus_build/inputs.ts'
import { run } from './_run.ts'

const ROOT = resolve(import.meta.dir, '..')

/** The program, and its threads: they look into a new build, index a preview, and colour code. */
const THREADS = [
  'app/public_docs/_inspector.ts',
  'app/corpus_build/_indexer.ts',
  'app/content/_tokenizer_worker.ts',
]
const ENTRIES = ['app/main.ts', ...THREADS]

/** Puts every command, and Bun itself, into one file that needs nothing beside it. */
export async function compile(outfile: string): Promise<void> {
  await mkdir(dirname(outfile), { recursive: true })
  // A running program cannot be written over, and half a program must not stand in its place.
  const unfinished = `${outfile}.${process.pid}.tmp`
  try {
    await Bun.build({
      entrypoints: ENTRIES.map((entry) => join(ROOT, entry)),
      compile: { outfile: unfinished },
      // Read as it is at a start: nothing is left to parse.
      bytecode: true,
      format: 'esm',
      minify: { whitespace: true, syntax: true },
      define: {
        LECTERN_PROGRAM: JSON.stringify(await digestProgram()),
        LECTERN_INDEXER: JSON.stringify('./corpus_build/_indexer.js'),
        LECTERN_INSPECTOR: JSON.stringify('./public_docs/_inspector.js'),
        LECTERN_TOKENIZER: JSON.stringify('./content/_tokenizer_worker.js'),
      },
    })
    await rename(unfinished, outfile)
  } finally {
    await rm(unfinished, { force: true })
  }
}

if (import.meta.main) {
  const outfile = resolve(process.argv[2] ?? 'dist/lectern')
  const hasPackages = await stat(join(ROOT, 'node_modules/elysia')).catch(() => undefined)
  if (hasPackages === undefined) {
    console.log('Installing run-time packages (frozen lockfile, no scripts)')
    const installed = await run(['install', '--frozen-lockfile', '--production'], { quiet: true })
    if (installed !== 0) process.exit(installed)
  }
  await compile(outfile)
  console.log(`Wrote ${outfile}`)
}
