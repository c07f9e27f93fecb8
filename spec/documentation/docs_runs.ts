import { cp, mkdir, mkdtemp, rm, symlink, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { placeCodeCache } from '../support/code_cache.ts'
import { compileOnce } from '../support/compiled_program.ts'
import { NPX_BUN } from '../support/npx_bun.ts'
import { findProgram, SHORT_LIVED } from '../support/program.ts'
import { ROOT } from '../support/repository.ts'
import { freePort, type Running } from '../support/running.ts'
import { type CommandBlock, compareOutput, readCommandBlocks } from './docs_commands.ts'

/**
 * How the commands of the pages are run:
 *
 * - The pages of a section run one after the other, in the order of the navigation, in one fresh
 *   folder that looks like a clone, as they would for a reader who starts at the top. After each
 *   page the corpus must be what it was: an example undoes what it does, or works in a copy.
 * - A block is one `bash -eu` script; blocks share the folder, not variables.
 * - The ports of `PORTS_SHOWN` are replaced with free ones, so that sections can run side by side.
 * - A last line that starts the service runs beside the blocks that follow, until the next start or
 *   the end of the page, like the reader's first terminal. Everything that `run start` installs is
 *   there already, so it becomes `serve`; the two commands themselves are tested on a fresh clone.
 *   A page that starts no service asks one that all sections share.
 * - In a whole run `lectern` and services are the compiled program, and `run compile` takes the one
 *   that all tests share: the compiler has specs of its own.
 * - Output blocks are compared loosely: see `docs_commands.ts`.
 */
export type PageRun = { readonly blocks: number; readonly problems: readonly string[] }

const CLONE = [
  'app',
  'scripts',
  'spec',
  'node_modules',
  'package.json',
  'bunfig.toml',
  'tsconfig.json',
]
/** The corpus as it was before the first page. */
const BEFORE = '.corpus-before'
const PORTS_SHOWN = [8080, 8081, 9090, 9191] as const
/** Ends what waits in vain; a busy machine may need minutes for what takes seconds. */
const BLOCK_MS_MAX = 600_000
const STARTS = [`${NPX_BUN} run start`, 'bun app/main.ts serve'].map(RegExp.escape).join('|')
const START = new RegExp(`^((?:[A-Z_]+=\\S+ )*)(?:${STARTS})( 2> \\S+)?$`)

/** The same by the name of the program, as pages write it. */
const SERVE = /^((?:[A-Z_]+=\S+ )*)lectern serve( 2> \S+)?$/

type Ports = ReadonlyMap<number, number>
type RunPlace = {
  readonly folder: string
  readonly ports: Ports
  /** The setting PORT: builds of a section are made for one address. */
  readonly port: number
  readonly path: string
}

type Service = { readonly stop: () => Promise<void> }

type SectionPlace = {
  /** Folder of the corpus that the clone of the section has. */
  readonly corpus: string
  readonly shared: Running
}

/** Runs the pages of a section, in order; `onPage` takes what failed on each. */
export async function runSection(
  sources: readonly string[],
  { corpus, shared }: SectionPlace,
  onPage: (at: number, run: PageRun) => void,
): Promise<void> {
  const folder = await mkdtemp(join(tmpdir(), 'lectern-docs-'))
  try {
    await makeClone(folder, corpus)
    const path = await createBin(folder)
    const free = await Promise.all(PORTS_SHOWN.map(() => freePort()))
    const own = new Map(PORTS_SHOWN.map((shown, at) => [shown, free[at] ?? 0] as const))
    const others = new Map([[8080, Number(new URL(shared.url).port)] as const])
    for (const [at, source] of sources.entries()) {
      const blocks = readCommandBlocks(source)
      const starts = blocks.some(({ commands }) => separateStart(commands).start !== undefined)
      const place = { folder, ports: starts ? own : others, port: own.get(8080) ?? 0, path }
      const problems = await runCommands(blocks, place)
      onPage(at, { blocks: blocks.length, problems: [...problems, ...(await findChanges(folder))] })
    }
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
}

async function runCommands(
  blocks: readonly CommandBlock[],
  place: RunPlace,
): Promise<readonly string[]> {
  let service: Service | undefined
  const problems: string[] = []
  try {
    for (const block of blocks) {
      const { now, start } = separateStart(block.commands)
      if (now !== '') problems.push(...(await runBlock({ ...block, commands: now }, place)))
      if (start === undefined) continue
      await service?.stop()
      service = await startService(start, place)
    }
  } catch (error) {
    problems.push(error instanceof Error ? error.message : String(error))
  } finally {
    await service?.stop()
  }
  return problems
}

/** What a page left changed in the corpus. Ids are kept for ever, so the lock may grow. */
async function findChanges(folder: string): Promise<readonly string[]> {
  const [before, after] = [join(folder, BEFORE), join(folder, 'corpus')]
  const command = ['diff', '-rq', '--exclude=ids.lock', before, after]
  const found = Bun.spawnSync(command).stdout.toString().trim()
  return found === '' ? [] : [`the corpus is not what it was: ${found}`]
}

/** Puts our own Bun first on the PATH, and `lectern`. */
async function createBin(folder: string): Promise<string> {
  const bin = join(folder, '.bin')
  await mkdir(bin)
  await symlink(process.execPath, join(bin, 'bun'))
  const words = (await findProgram()).map((word) => `'${word}'`).join(' ')
  const program = `#!/bin/sh\nexec ${words} "$@"\n`
  await writeFile(join(bin, 'lectern'), program, { mode: 0o755 })
  return `${bin}:${process.env.PATH ?? ''}`
}

async function makeClone(folder: string, corpus: string): Promise<void> {
  for (const name of CLONE) await symlink(join(ROOT, name), join(folder, name))
  await placeCodeCache(join(folder, 'dist'))
  for (const name of ['corpus', BEFORE]) {
    await cp(corpus, join(folder, name), { recursive: true })
  }
}

function separateStart(commands: string): {
  readonly now: string
  readonly start: string | undefined
} {
  const lines = commands.trimEnd().split('\n')
  const last = lines.at(-1) ?? ''
  const started = START.exec(last) ?? SERVE.exec(last)
  if (started === null) return { now: commands, start: undefined }
  const [, settings = '', redirect = ''] = started
  const start = `exec env ${settings}lectern serve${redirect}`
  return { now: lines.slice(0, -1).join('\n').trim(), start }
}

async function runBlock(block: CommandBlock, place: RunPlace): Promise<readonly string[]> {
  const child = spawnScript(await shareCompiled(block.commands), place)
  const timer = setTimeout(() => child.kill('SIGKILL'), BLOCK_MS_MAX)
  const [output, errors, code] = await Promise.all([
    new Response(child.stdout).text(),
    new Response(child.stderr).text(),
    child.exited,
  ])
  clearTimeout(timer)
  if (code !== 0) return [`line ${block.line}: exit ${code}: ${output}${errors}`.slice(0, 2000)]
  const printed = restorePorts(output, place.ports)
  const problem = block.output === undefined ? undefined : compareOutput(block.output, printed)
  return problem === undefined ? [] : [`line ${block.line}: ${problem}`]
}

async function shareCompiled(commands: string): Promise<string> {
  if (!/^bun run compile$/m.test(commands)) return commands
  const take = `mkdir -p dist && cp '${await compileOnce()}' dist/lectern`
  return commands.replace(/^bun run compile$/m, take)
}

async function startService(start: string, place: RunPlace): Promise<Service> {
  const child = spawnScript(start, place)
  const stop = async () => {
    child.kill('SIGTERM')
    await child.exited
  }
  const port = place.ports.get(start.includes('PORT=9090') ? 9090 : 8080) ?? 0
  // A static file, because calls of the API would count against the limit of this address.
  const url = `http://localhost:${port}/robots.txt`
  for (let waitedMs = 0; waitedMs < BLOCK_MS_MAX; waitedMs += 50) {
    const answer = await fetch(url).catch(() => undefined)
    if (answer?.ok) return { stop }
    if (child.exitCode !== null) break
    await Bun.sleep(50)
  }
  await stop()
  const said = await new Response(child.stderr).text()
  throw new Error(`Cannot start "${start}": ${said.slice(0, 1000)}`)
}

function spawnScript(commands: string, { folder, ports, port, path }: RunPlace) {
  return Bun.spawn(['bash', '-eu', '-c', insertPorts(commands, ports)], {
    cwd: folder,
    env: {
      ...SHORT_LIVED,
      PATH: path,
      HOME: folder,
      LANG: 'C.UTF-8',
      PORT: String(port),
      DRAIN_SECONDS: '0',
    },
    stdin: 'ignore',
    stdout: 'pipe',
    stderr: 'pipe',
  })
}

function insertPorts(commands: string, ports: Ports): string {
  return commands.replace(
    /(?<=localhost:|127\.0\.0\.1:|\b(?:PORT|ADMIN_PORT|PRODUCT_PORT)=)[0-9]{4}\b/g,
    (shown) => String(ports.get(Number(shown)) ?? shown),
  )
}

function restorePorts(output: string, ports: Ports): string {
  let text = output
  for (const [shown, actual] of ports) text = text.replaceAll(`:${actual}`, `:${shown}`)
  return text
}
