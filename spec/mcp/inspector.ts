import { existsSync, readFileSync } from 'node:fs'
import { copyFile, mkdir, rename, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { type Need, needs } from '../requirements/verifies.ts'
import { SHORT_LIVED } from '../support/program.ts'
import { ROOT } from '../support/repository.ts'
import type { Fields } from './endpoint.ts'
import type { Host } from './host.ts'

const FIXTURE = join(ROOT, 'spec/mcp/inspector')
const PROGRAM = 'node_modules/@modelcontextprotocol/inspector/clients/launcher/build/index.js'

/**
 * The Inspector has a hundred megabytes and an install script, so it is not a dependency: it is
 * installed into the cache, without scripts, from its own lock file.
 */
const folder = join(ROOT, '.cache', `inspector-${digestOf(join(FIXTURE, 'bun.lock'))}`)

/** Its program, once it is installed. */
export const INSPECTOR_PROGRAM = join(folder, PROGRAM)

export const INSPECTOR: Need = needs(
  'the command line of the Inspector',
  existsSync(join(folder, PROGRAM)) || (await install()),
  'run once with the network, so that it can be installed into .cache/',
)

async function install(): Promise<boolean> {
  const filled = `${folder}.${process.pid}`
  await mkdir(filled, { recursive: true })
  try {
    for (const name of ['package.json', 'bun.lock']) {
      await copyFile(join(FIXTURE, name), join(filled, name))
    }
    await copyFile(join(ROOT, 'bunfig.toml'), join(filled, 'bunfig.toml'))
    const words = ['install', '--frozen-lockfile', '--ignore-scripts']
    const child = Bun.spawn([process.execPath, ...words], {
      cwd: filled,
      stdout: 'ignore',
      stderr: 'ignore',
    })
    if ((await child.exited) !== 0) return false
    // Another run may have been first; its folder is just as good.
    await rename(filled, folder).catch(() => undefined)
    return existsSync(join(folder, PROGRAM))
  } finally {
    await rm(filled, { recursive: true, force: true })
  }
}

function digestOf(file: string): string {
  return new Bun.CryptoHasher('sha256').update(readFileSync(file)).digest('hex').slice(0, 12)
}

export type Inspection = { readonly code: number; readonly result: Fields; readonly err: string }

/** Runs one command of the Inspector, on Bun: it needs a newer Node than many have. */
export async function inspect(
  address: string,
  home: string,
  words: readonly string[],
): Promise<Inspection> {
  const all = [join(folder, PROGRAM), '--cli', address, '--format', 'json', ...words]
  const child = Bun.spawn([process.execPath, ...all], {
    cwd: home,
    env: { ...SHORT_LIVED, HOME: home, PATH: '' },
    stdin: 'ignore',
    stdout: 'pipe',
    stderr: 'pipe',
  })
  const [out, err, code] = await Promise.all([
    new Response(child.stdout).text(),
    new Response(child.stderr).text(),
    child.exited,
  ])
  const { result } = (out.trim() === '' ? { result: {} } : JSON.parse(out)) as { result: Fields }
  return { code, result, err }
}

/** The Inspector as a host: one process for each call. */
export function inspectorHost(address: string, home: string, era: 'legacy' | 'modern'): Host {
  const callMethod = async (method: string, ...words: readonly string[]): Promise<Fields> => {
    const all = ['--protocol-era', era, '--method', method, ...words]
    const { code, result, err } = await inspect(address, home, all)
    // It also exits with 5 for a result that is marked as an error.
    if (code !== 0 && result.isError !== true) throw new Error(`exit ${code}: ${err}`)
    return result
  }
  const list = async (member: string, method: string, ...words: readonly string[]) =>
    (await callMethod(method, ...words))[member] as readonly Fields[]
  return {
    // Strict: a schema that some host cannot handle is an error.
    tools: () => list('tools', 'tools/list', '--strict'),
    call: (name, args) =>
      callMethod('tools/call', '--tool-name', name, '--tool-args-json', JSON.stringify(args)),
    resources: () => list('resources', 'resources/list'),
    templates: () => list('resourceTemplates', 'resources/templates/list'),
    read: (uri) => list('contents', 'resources/read', '--uri', uri),
    prompts: () => list('prompts', 'prompts/list'),
    get: (name, args) =>
      list(
        'messages',
        'prompts/get',
        '--prompt-name',
        name,
        ...Object.entries(args).flatMap(([key, value]) => ['--prompt-args', `${key}=${value}`]),
      ),
    close: async () => {},
  }
}
