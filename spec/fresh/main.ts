import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { NPX_BUN } from '../support/npx_bun.ts'
import { ROOT } from '../support/repository.ts'
import { freePort } from '../support/running.ts'
import { installTools, linkSystem, MACHINES, type Machine } from './machines.ts'

type Outcome = { readonly seen: string; readonly isRight: boolean }
type Place = {
  readonly clone: string
  readonly home: string
  readonly path: string
  /** Where the service listens. */
  readonly port: number
}

const MINUTE_MS = 60_000

/**
 * `bun run fresh`: the README's two commands on a clone of what is committed, in an empty home,
 * with npm 10, 11 and 12, and with Bun alone. Of the test command it looks at the first minute:
 * until then, and until the first test has passed, nothing may fail.
 */
async function main(): Promise<number> {
  const folder = await mkdtemp(join(tmpdir(), 'lectern-fresh-'))
  let isRight = true
  try {
    const system = join(folder, 'system')
    await linkSystem(system)
    for (const machine of MACHINES) {
      const { path, version } = await installTools(machine, join(folder, machine.name), system)
      const outcomes = [
        await inFreshClone(folder, path, (place) => tryStart(machine, place)),
        await inFreshClone(folder, path, (place) => tryTest(machine, place)),
      ]
      isRight = isRight && outcomes.every((outcome) => outcome.isRight)
      console.log([version, ...outcomes.map(({ seen }) => seen)].join(' | '))
    }
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
  return isRight ? 0 : 1
}

async function inFreshClone(
  folder: string,
  path: string,
  tryIn: (place: Place) => Promise<Outcome>,
): Promise<Outcome> {
  const home = await mkdtemp(join(folder, 'home-'))
  const clone = join(home, 'clone')
  const cloned = Bun.spawnSync(['git', 'clone', '--quiet', '--no-hardlinks', ROOT, clone])
  if (!cloned.success) throw new Error(`Cannot clone "${ROOT}": ${cloned.stderr.toString()}`)
  try {
    return await tryIn({ clone, home, path, port: await freePort() })
  } finally {
    await endProcesses(home)
    await rm(home, { recursive: true, force: true })
  }
}

/** Starts one of the README's two commands. */
function startCommand({ packages }: Machine, place: Place, script: string) {
  const { clone, home, path, port } = place
  const [runner = '', ...words] = (packages.length === 0 ? 'bun' : NPX_BUN).split(' ')
  const program = Bun.which(runner, { PATH: path }) ?? runner
  // What the package runner of this very process says of itself must not reach another.
  const kept = Object.entries(process.env).filter(([name]) => !/^(npm|bun)_/i.test(name))
  return Bun.spawn([program, ...words, 'run', script], {
    cwd: clone,
    env: { ...Object.fromEntries(kept), HOME: home, PATH: path, PORT: String(port) },
    stdin: 'ignore',
    stdout: Bun.file(join(home, 'output.txt')),
    stderr: Bun.file(join(home, 'errors.txt')),
  })
}

async function readOutput(home: string): Promise<string> {
  const read = (name: string) => readFile(join(home, name), 'utf8').catch(() => '')
  return (await read('output.txt')) + (await read('errors.txt'))
}

async function tryStart(machine: Machine, place: Place): Promise<Outcome> {
  const child = startCommand(machine, place, 'start')
  const startedMs = Date.now()
  for (;;) {
    const answer = await fetch(`http://127.0.0.1:${place.port}/`).catch(() => undefined)
    const seconds = Math.round((Date.now() - startedMs) / 1000)
    if (answer !== undefined) {
      return { seen: `start: ${answer.status} after ${seconds} s`, isRight: answer.status === 200 }
    }
    if (child.exitCode !== null) return await describeFailure('start', child.exitCode, place)
    await Bun.sleep(100)
  }
}

async function tryTest(machine: Machine, place: Place): Promise<Outcome> {
  const child = startCommand(machine, place, 'test')
  const startedMs = Date.now()
  for (;;) {
    await Bun.sleep(1000)
    const output = await readOutput(place.home)
    const count = (mark: RegExp) => [...output.matchAll(mark)].length
    const [passes, fails] = [count(/^\(pass\)/gm), count(/^(\(fail\)|error: script )/gm)]
    const tookMs = Date.now() - startedMs
    if (child.exitCode !== null || fails !== 0)
      return await describeFailure('test', child.exitCode, place)
    if (tookMs > MINUTE_MS && passes !== 0) {
      const seen = `test: ${passes} passed, ${fails} failed after ${Math.round(tookMs / 1000)} s`
      return { seen, isRight: true }
    }
  }
}

async function describeFailure(
  script: string,
  code: number | null,
  { home }: Place,
): Promise<Outcome> {
  const output = (await readOutput(home)).trim().split('\n').slice(-20).join('\n')
  return { seen: `${script}: failed with ${code}:\n${output}`, isRight: false }
}

/** Ends what a run left, wherever it put itself: each process has its home in its environment. */
async function endProcesses(home: string): Promise<void> {
  const isOurs = async (pid: string) => {
    const environment = await readFile(`/proc/${pid}/environ`, 'latin1').catch(() => '')
    return environment.split('\0').includes(`HOME=${home}`)
  }
  for (;;) {
    const pids = (await readdir('/proc')).filter((name) => /^\d+$/.test(name))
    const ours = (await Promise.all(pids.map(isOurs))).map((is, at) => (is ? pids[at] : undefined))
    const left = ours.filter((pid) => pid !== undefined)
    if (left.length === 0) return
    for (const pid of left) {
      try {
        process.kill(Number(pid), 'SIGKILL')
      } catch {
        // It has ended by itself.
      }
    }
    await Bun.sleep(100)
  }
}

process.exit(await main())
