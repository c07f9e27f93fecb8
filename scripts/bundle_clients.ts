import { join, resolve } from 'node:path'

const ROOT = resolve(import.meta.dir, '..')

/** What runs in browsers: the folder of its code, and the file that the program imports as text. */
const CLIENTS = {
  site: { entry: 'app/site/client/main.ts', bundle: 'app/site/script_bundle.txt' },
  preview: { entry: 'app/dev_server/client/main.ts', bundle: 'app/dev_server/client_bundle.txt' },
} as const

/** One classic script of everything that the entry of a client imports. */
export async function bundleClient(name: keyof typeof CLIENTS): Promise<string> {
  const { outputs } = await bundle(name)
  const [output] = outputs
  if (output === undefined) throw new Error('Cannot bundle the script: there is no output')
  return await output.text()
}

/** The files that go into these scripts, which the program contains as text. */
export async function listClientFiles(): Promise<readonly string[]> {
  const bundles = await Promise.all((['site', 'preview'] as const).map(bundle))
  return bundles.flatMap(({ metafile }) => Object.keys(metafile?.inputs ?? {}))
}

async function bundle(name: keyof typeof CLIENTS): Promise<Bun.BuildOutput> {
  return await Bun.build({
    entrypoints: [join(ROOT, CLIENTS[name].entry)],
    target: 'browser',
    format: 'iife',
    minify: true,
    metafile: true,
  })
}

async function main(): Promise<void> {
  for (const name of ['site', 'preview'] as const) {
    const { bundle } = CLIENTS[name]
    const text = await bundleClient(name)
    await Bun.write(join(ROOT, bundle), text)
    console.log(`Wrote ${bundle}: ${Bun.gzipSync(text).length} bytes with gzip`)
  }
}

if (import.meta.main) await main()
