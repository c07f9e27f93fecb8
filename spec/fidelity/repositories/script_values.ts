import { existsSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { createContext, Script } from 'node:vm'

const ENDINGS = ['', '.js', '.ts', '.mts', '.mjs', '.json', '/index.ts', '/index.js']

const TIME_MAX_MS = 5_000

/**
 * What a configuration exports when it runs, without its packages: an independent reading of what
 * the importer reads as data. Name only repositories whose code you would run.
 */
export async function runScript(file: string): Promise<unknown> {
  const built = await Bun.build({
    entrypoints: [file],
    format: 'cjs',
    target: 'node',
    throw: false,
    plugins: [{ name: 'absent packages', setup: leaveAbsentOut }],
  })
  const [output] = built.outputs
  if (output === undefined) throw new Error(`Cannot run "${file}": ${built.logs.join('\n')}`)
  const code = (await output.text()).replace(/__toESM\((require\([^)]*\))(?:, 1)?\)/g, '$1')
  const module: { exports: unknown } = { exports: {} }
  const context = createContext({
    module,
    exports: module.exports,
    require: Object.assign(() => STAND_IN, { resolve: (name: string) => name }),
    process: { env: {}, cwd: () => '/', argv: [] },
    ...{ console, URL, __dirname: '/', __filename: '/config' },
  })
  new Script(code).runInContext(context, { timeout: TIME_MAX_MS })
  return at(module.exports, 'default') ?? module.exports
}

/** A member of a value that nothing is known of. */
export function at(value: unknown, ...path: readonly (string | number)[]): unknown {
  return path.reduce<unknown>((inner, key) => {
    return typeof inner === 'object' && inner !== null ? Reflect.get(inner, key) : undefined
  }, value)
}

export function listOf(value: unknown): readonly unknown[] {
  return Array.isArray(value) ? value : []
}

export function textOf(value: unknown): string | undefined {
  return typeof value === 'string' && value.trim() !== '' ? value.trim() : undefined
}

function leaveAbsentOut(build: Bun.PluginBuilder): void {
  build.onResolve({ filter: /./ }, ({ path, importer }) => {
    if (importer === '') return undefined
    const target = join(dirname(importer), path)
    const isThere = path.startsWith('.') && ENDINGS.some((ending) => existsSync(target + ending))
    return isThere ? undefined : { path, external: true }
  })
}

/** Stands for a package: whatever is called gives back what it gets, as `defineConfig` does. */
const STAND_IN: object = new Proxy(() => undefined, {
  get: (_, key) => {
    if (key === Symbol.iterator) return () => [].values()
    return key === Symbol.toPrimitive ? () => '' : STAND_IN
  },
  apply: (_, __, [first]) => (typeof first === 'object' && first !== null ? first : STAND_IN),
  construct: () => STAND_IN,
})
