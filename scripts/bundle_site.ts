import { join, resolve } from 'node:path'

const ROOT = resolve(import.meta.dir, '..')

/** The file in which the bundle is kept: the program imports it as text. */
const BUNDLE = join(ROOT, 'app/site/script_bundle.txt')

/** One classic script of everything below `app/site/client`, without settings. */
export async function bundleSite(): Promise<string> {
  const { outputs } = await Bun.build({
    entrypoints: [join(ROOT, 'app/site/client/main.ts')],
    target: 'browser',
    format: 'iife',
    minify: true,
  })
  const [output] = outputs
  if (output === undefined) throw new Error('Cannot bundle the script: there is no output')
  return await output.text()
}

if (import.meta.main) {
  const text = await bundleSite()
  await Bun.write(BUNDLE, text)
  console.log(`Wrote ${BUNDLE}: ${Bun.gzipSync(text).length} bytes with gzip`)
}
