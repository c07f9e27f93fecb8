import { dirname, join, resolve } from 'node:path'
import { digestProgram } from '../app/build/corpus_build/inputs.ts'
import { packModules, TOKENIZER_PATH } from './_packed_modules.ts'
import { bundle } from './_run.ts'

const ROOT = resolve(import.meta.dir, '..')

/** The program, and the threads that look into a new build and index a preview. */
const ENTRIES = [
  'app/main.ts',
  'app/docs/public_docs/_inspector.ts',
  'app/build/corpus_build/_indexer.ts',
]

const MINIFY = { whitespace: true, syntax: true }

/** Makes the program, and prints the files that went into it. */
async function main([outfile = '', target]: readonly string[]): Promise<void> {
  const { assets, plugin, files } = await packModules(ROOT, dirname(outfile))
  const { metafile } = await bundle({
    entrypoints: ENTRIES.map((entry) => join(ROOT, entry)),
    compile: {
      outfile,
      assets: [assets],
      // A file in the folder where the program starts must not change the program or its settings.
      autoloadBunfig: false,
      autoloadDotenv: false,
      // The runtime has names for its targets, and refuses others.
      ...(target === undefined ? {} : { target: target as Bun.Build.CompileTarget }),
    },
    // Read as it is at a start: nothing is left to parse.
    bytecode: true,
    format: 'esm',
    // What the program and its threads share is there once, and a command reads only what it needs.
    splitting: true,
    minify: MINIFY,
    metafile: true,
    plugins: [plugin],
    define: {
      LECTERN_PROGRAM: JSON.stringify(await digestProgram()),
      LECTERN_INDEXER: JSON.stringify('./build/corpus_build/_indexer.js'),
      LECTERN_INSPECTOR: JSON.stringify('./docs/public_docs/_inspector.js'),
      LECTERN_TOKENIZER: JSON.stringify(TOKENIZER_PATH),
    },
  })
  console.log(JSON.stringify([...files, ...Object.keys(metafile?.inputs ?? {})]))
}

try {
  await main(process.argv.slice(2))
} catch (error) {
  console.error(error instanceof Error ? error.message : String(error))
  process.exitCode = 1
}
