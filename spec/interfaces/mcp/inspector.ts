import { join } from 'node:path'
import { type Need, needs } from '../../requirements/verifies.ts'
import { createCachedPrograms } from '../../support/cached_programs.ts'
import { capture, SHORT_LIVED } from '../../support/program.ts'
import { ROOT } from '../../support/repository.ts'
import type { Fields } from './endpoint.ts'
import type { Host } from './host.ts'

const PROGRAM = 'node_modules/@modelcontextprotocol/inspector/clients/launcher/build/index.js'

/** The Inspector has a hundred megabytes and an install script, so it is not a dependency. */
const programs = createCachedPrograms('inspector', join(ROOT, 'spec/interfaces/mcp/inspector'))

/** Its program, once it is installed. */
export const INSPECTOR_PROGRAM = join(programs.folder, PROGRAM)

export const INSPECTOR: Need = needs(
  'the command line of the Inspector',
  await programs.install(),
  'run once with the network, so that it can be installed into .cache/',
)

export type Inspection = { readonly code: number; readonly result: Fields; readonly err: string }

/** Runs one command of the Inspector, on Bun: it needs a newer Node than many have. */
export async function inspect(
  address: string,
  home: string,
  words: readonly string[],
): Promise<Inspection> {
  return await run([address, '--format', 'json', ...words], home)
}

/** The same for a server that it starts, which gets these variables alone. */
export async function inspectCommand(
  command: readonly string[],
  env: Readonly<Record<string, string>>,
  home: string,
  words: readonly string[],
): Promise<Inspection> {
  const variables = Object.entries(env).flatMap(([name, value]) => ['-e', `${name}=${value}`])
  return await run([...variables, '--format', 'json', ...words, '--', ...command], home)
}

async function run(words: readonly string[], home: string): Promise<Inspection> {
  const command = [process.execPath, INSPECTOR_PROGRAM, '--cli', ...words]
  const { code, out, err } = await capture(command, home, { ...SHORT_LIVED, HOME: home, PATH: '' })
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
