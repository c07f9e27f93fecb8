import { mkdir } from 'node:fs/promises'
import { basename, dirname, join } from 'node:path'
import { brotliCompressSync, constants } from 'node:zlib'
import type { BunPlugin } from 'bun'
import { bundle } from './_run.ts'

/** A module that goes into the program as compressed text, beside its code. */
type PackedModule = {
  readonly name: string
  readonly entry: string
  /** How our code imports it; a thread is started by its path. */
  readonly imported?: string
}

/**
 * What only builds and imports need, and the most of what they need. A service does not load it,
 * so it should not make the program large: bytecode takes three times the room of text, and
 * compressed text a third to a tenth of it.
 */
const PACKED: readonly PackedModule[] = [
  { name: 'tokenizer', entry: './app/text/content/_tokenizer_worker.ts' },
  { name: 'fontkit', entry: 'fontkit', imported: 'fontkit' },
  { name: 'importer', entry: './app/import/corpus/mod.ts', imported: '../import/corpus/mod.ts' },
  { name: 'temml', entry: 'temml', imported: 'temml' },
  { name: 'nodemailer', entry: 'nodemailer', imported: 'nodemailer' },
  { name: 'image-size', entry: 'image-size', imported: 'image-size' },
  { name: 'fflate', entry: 'fflate/browser', imported: 'fflate/browser' },
]

/** Files that code reads by their path, and unpacks when the path ends with `.br`. */
const PACKED_FILES: ReadonlyMap<string, string> = new Map([
  ['@resvg/resvg-wasm/index_bg.wasm', 'resvg'],
])

const LEVEL = 19

/** The folder of these modules, in the program as on the disk. */
const FOLDER = 'packed'

/** Path of the thread that colours code, as the program starts it. */
export const TOKENIZER_PATH = `./${FOLDER}/tokenizer.js`

/** These imports alone: a plugin that looks at others changes the order, and so the bytes. */
const IMPORTED = new RegExp(
  `^(${[...PACKED.flatMap(({ imported }) => imported ?? []), ...PACKED_FILES.keys()].join('|')})$`,
)

type PackedModules = {
  /** What the program contains beside its code. */
  readonly assets: string
  /** Leads the imports of these modules there. */
  readonly plugin: BunPlugin
  readonly files: readonly string[]
}

/** Names, too: a trace seldom leads here, and they are a sixteenth of the packed text. */
const MINIFY = { whitespace: true, syntax: true, identifiers: true }

export async function packModules(root: string, folder: string): Promise<PackedModules> {
  const assets = join(folder, FOLDER)
  await mkdir(assets)
  const files: string[] = []
  const exported = new Map<string, PackedExports>()
  for (const { name, entry, imported } of PACKED) {
    const entrypoints = [Bun.resolveSync(entry, root)]
    const built = await bundle({ entrypoints, target: 'bun', minify: MINIFY, metafile: true })
    const [output] = built.outputs
    if (output === undefined || built.outputs.length > 1) {
      throw new Error(`Cannot pack "${name}": it is not one file`)
    }
    const { outputs = {}, inputs = {} } = built.metafile ?? {}
    const names = Object.values(outputs).flatMap(({ exports }) => exports)
    await writePacked(join(assets, `${name}.js`), new Uint8Array(await output.arrayBuffer()), names)
    if (imported !== undefined) exported.set(imported, { name, names })
    files.push(...Object.keys(inputs))
  }
  for (const [path, name] of PACKED_FILES) {
    const bytes = await Bun.file(Bun.resolveSync(path, root)).bytes()
    await Bun.write(join(assets, `${name}.br`), compress(bytes))
  }
  return { assets, plugin: createPlugin(exported), files }
}

/** A module of a few lines that unpacks the text beside it, and has what that exports. */
async function writePacked(
  path: string,
  text: Uint8Array<ArrayBuffer>,
  names: readonly string[],
): Promise<void> {
  const packed = `${basename(path, '.js')}.zst`
  await Bun.write(join(dirname(path), packed), Bun.zstdCompressSync(text, { level: LEVEL }))
  const lines = [
    `const packed = await Bun.file(new URL('./${packed}', import.meta.url)).bytes()`,
    "const code = new Blob([Bun.zstdDecompressSync(packed)], { type: 'text/javascript' })",
    'const all = await import(URL.createObjectURL(code))',
    ...names.map(exportName),
  ]
  await Bun.write(path, `${lines.join('\n')}\n`)
}

/** Smaller than Zstandard by a tenth, which is worth its five seconds where a file is large. */
function compress(bytes: Uint8Array): Uint8Array<ArrayBuffer> {
  const params = { [constants.BROTLI_PARAM_LGWIN]: constants.BROTLI_MAX_WINDOW_BITS }
  return new Uint8Array(brotliCompressSync(bytes, { params }))
}

type PackedExports = { readonly name: string; readonly names: readonly string[] }

/**
 * An import of a packed module becomes a few lines that load it when they run. The runtime crashes
 * where code kept as bytecode imports a file that is no part of it.
 */
function createPlugin(exported: ReadonlyMap<string, PackedExports>): BunPlugin {
  return {
    name: 'packed modules',
    setup: (build) => {
      build.onResolve({ filter: IMPORTED }, ({ path }) => ({ path, namespace: FOLDER }))
      build.onLoad({ filter: IMPORTED, namespace: FOLDER }, ({ path }) => {
        const file = PACKED_FILES.get(path)
        if (file !== undefined) {
          const contents = `export default \`\${import.meta.dir}/${FOLDER}/${file}.br\``
          return { contents, loader: 'js' }
        }
        const { name, names } = exported.get(path) ?? { name: path, names: [] }
        const lines = [
          // A name that is known while bundling would be looked for on the disk.
          `const all = await import(['./${FOLDER}/${name}', 'js'].join('.'))`,
          ...names.map(exportName),
        ]
        return { contents: lines.join('\n'), loader: 'js' }
      })
    },
  }
}

function exportName(name: string): string {
  return name === 'default' ? 'export default all.default' : `export const ${name} = all.${name}`
}
