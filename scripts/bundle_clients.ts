import { join, resolve } from 'node:path'
import { installAbsent } from './_install.ts'
import { bundle } from './_run.ts'

const ROOT = resolve(import.meta.dir, '..')

/** What runs in browsers: the folder of its code, and the file that the program imports as text. */
const CLIENTS = {
  site: { entry: 'app/docs/site/client/main.ts', bundle: 'app/docs/site/script_bundle.txt' },
  preview: {
    entry: 'app/build/preview/client/main.ts',
    bundle: 'app/build/preview/client_bundle.txt',
  },
} as const

/** One classic script of everything that the entry of a client imports. */
export async function bundleClient(name: keyof typeof CLIENTS): Promise<string> {
  const { outputs } = await bundleEntry(name)
  const [output] = outputs
  if (output === undefined) throw new Error('Cannot bundle the script: there is no output')
  return await output.text()
}

/** The files that go into these scripts, which the program contains as text. */
export async function listClientFiles(): Promise<readonly string[]> {
  const bundles = await Promise.all((['site', 'preview'] as const).map(bundleEntry))
  return bundles.flatMap(({ metafile }) => Object.keys(metafile?.inputs ?? {}))
}

async function bundleEntry(name: keyof typeof CLIENTS): Promise<Bun.BuildOutput> {
  return await bundle({
    entrypoints: [join(ROOT, CLIENTS[name].entry)],
    target: 'browser',
    format: 'iife',
    minify: true,
    metafile: true,
  })
}

async function main(): Promise<number> {
  const installed = await installAbsent('all')
  if (installed !== 0) return installed
  for (const name of ['site', 'preview'] as const) {
    const { bundle } = CLIENTS[name]
    const text = await bundleClient(name)
    await Bun.write(join(ROOT, bundle), text)
    console.log(`Wrote ${bundle}: ${Bun.gzipSync(text).length} bytes with gzip`)
  }
  return 0
}

if (import.meta.main) process.exitCode = await main()
