import { cp, mkdir, mkdtemp, rm, symlink } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type KeptStart, keepStart, returnStart, takeStart } from '../support/kept_builds.ts'
import { ROOT } from '../support/repository.ts'
import { freePort, type Running } from '../support/running.ts'
import { type CommandBlock, compareOutput, readCommandBlocks } from './docs_commands.ts'

/**
 * How the commands of a page are run:
 *
 * - A block is one `bash -eu` script; blocks of a page share a folder, not variables.
 * - A page that names `bun` or `corpus` gets its own folder that looks like a clone, with a copy of
 *   the corpus. All other pages only read, and share one running service.
 * - `8080`, `8081` and `9090` are replaced with free ports, so that pages can run side by side.
 * - A last line that starts the service runs beside the blocks that follow, until the next start or
 *   the end of the page, like the reader's first terminal. Everything that `run start` installs is
 *   there already, so it becomes `serve`; the two commands themselves are tested on a fresh clone.
 * - A page that begins with such a start may get the build of an earlier page for the same port.
 *   The service itself decides whether that build is up to date, and builds again if it is not.
 * - Output blocks are compared loosely: see `docs_commands.ts`.
 */
export type PageRun = { readonly blocks: number; readonly problems: readonly string[] }

const CLONE = ['app', 'scripts', 'node_modules', 'package.json', 'bunfig.toml', 'tsconfig.json']
const PORTS_SHOWN = [8080, 8081, 9090] as const
const BLOCK_MS_MAX = 60_000
const START =
  /^((?:[A-Z_]+=\S+ )*)(?:npx -y bun@1\.4\.5 run start|bun app\/main\.ts serve)( 2> \S+)?$/

type Ports = ReadonlyMap<number, number>
type RunPlace = { readonly folder: string; readonly ports: Ports; readonly path: string }

/** The key of builds that services of pages share. */
const KEPT_BUILDS = 'pages'
type Service = { readonly stop: () => Promise<void> }

/** Runs all commands of a page, in order, and reports everything that failed. */
export async function runCommands(source: string, shared: Running): Promise<PageRun> {
  const blocks = readCommandBlocks(source)
  if (blocks.length === 0) return { blocks: 0, problems: [] }
  const folder = await mkdtemp(join(tmpdir(), 'lectern-docs-'))
  const own = blocks.some(({ commands }) => /\b(bun|corpus)\b/.test(commands))
  const starts = blocks.some(({ commands }) => separateStart(commands).start !== undefined)
  const opens = isPlainStart(blocks[0]?.commands ?? '')
  let kept: KeptStart | undefined = opens ? takeStart(KEPT_BUILDS) : undefined
  const ports = await choosePorts(starts ? kept?.port : Number(new URL(shared.url).port), starts)
  const place = { folder, ports, path: await createBin(folder) }
  let service: Service | undefined
  const problems: string[] = []
  try {
    if (own) await makeClone(folder)
    if (kept !== undefined) await cp(kept.distDir, join(folder, 'dist'), { recursive: true })
    for (const block of blocks) {
      const { now, start } = separateStart(block.commands)
      if (now !== '') problems.push(...(await runBlock({ ...block, commands: now }, place)))
      if (start === undefined) continue
      await service?.stop()
      service = await startService(start, place)
      if (opens) kept ??= await keepStart(ports.get(8080) ?? 0, join(folder, 'dist'))
    }
  } catch (error) {
    problems.push(error instanceof Error ? error.message : String(error))
  } finally {
    await service?.stop()
    if (kept !== undefined) returnStart(KEPT_BUILDS, kept)
    await rm(folder, { recursive: true, force: true })
  }
  return { blocks: blocks.length, problems }
}

/** Whether commands only start the service, without a setting that changes its build. */
function isPlainStart(commands: string): boolean {
  const { now, start } = separateStart(commands)
  return (
    now === '' &&
    start !== undefined &&
    !/\b(PORT|CORPUS_DIR|DIST_DIR|BASE_URL|SEARCH_)/.test(start)
  )
}

/** Pages that start no service of their own read from the shared one, on its port. */
async function choosePorts(first: number | undefined, starts: boolean): Promise<Ports> {
  if (!starts) return new Map([[8080, first ?? 0]])
  const free = await Promise.all(PORTS_SHOWN.map(() => freePort()))
  const ports = new Map(PORTS_SHOWN.map((shown, at) => [shown, free[at] ?? 0] as const))
  return first === undefined ? ports : ports.set(8080, first)
}

/** Puts our own Bun first on the PATH. */
async function createBin(folder: string): Promise<string> {
  const bin = join(folder, '.bin')
  await mkdir(bin)
  await symlink(process.execPath, join(bin, 'bun'))
  return `${bin}:${process.env.PATH ?? ''}`
}

async function makeClone(folder: string): Promise<void> {
  for (const name of CLONE) await symlink(join(ROOT, name), join(folder, name))
  await cp(join(ROOT, 'corpus'), join(folder, 'corpus'), { recursive: true })
}

function separateStart(commands: string): {
  readonly now: string
  readonly start: string | undefined
} {
  const lines = commands.trimEnd().split('\n')
  const started = START.exec(lines.at(-1) ?? '')
  if (started === null) return { now: commands, start: undefined }
  const [, settings = '', redirect = ''] = started
  const start = `exec env ${settings}bun app/main.ts serve${redirect}`
  return { now: lines.slice(0, -1).join('\n').trim(), start }
}

async function runBlock(block: CommandBlock, place: RunPlace): Promise<readonly string[]> {
  const child = spawnScript(block.commands, place)
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

function spawnScript(commands: string, { folder, ports, path }: RunPlace) {
  return Bun.spawn(['bash', '-eu', '-c', insertPorts(commands, ports)], {
    cwd: folder,
    env: {
      PATH: path,
      HOME: folder,
      LANG: 'C.UTF-8',
      PORT: String(ports.get(8080)),
    },
    stdin: 'ignore',
    stdout: 'pipe',
    stderr: 'pipe',
  })
}

function insertPorts(commands: string, ports: Ports): string {
  return commands.replace(
    /(?<=localhost:|127\.0\.0\.1:|\bPORT=|\bADMIN_PORT=)[0-9]{4}\b/g,
    (shown) => String(ports.get(Number(shown)) ?? shown),
  )
}

function restorePorts(output: string, ports: Ports): string {
  let text = output
  for (const [shown, actual] of ports) text = text.replaceAll(`:${actual}`, `:${shown}`)
  return text
}
