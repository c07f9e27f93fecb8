import { chmod, mkdir, mkdtemp, readFile, rm, symlink, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { dirname, join, resolve } from 'node:path'
import { ROOT } from '../support/repository.ts'
import { copyTree } from '../support/tree_files.ts'
import type { Fault } from './fault.ts'
import { FAULTS } from './faults.ts'
import { separate } from './separation.ts'

type Outcome =
  | { readonly state: 'caught'; readonly by: string }
  | { readonly state: 'survived' | 'uncited' | 'not_applicable'; readonly why: string }

/** Half of the work of a spec is waiting; each job has a copy of the tree. */
const JOBS = 3

/** A fault may make a test wait in vain; without one, a quiet machine needs no half of this. */
const TEST_MS_MAX = 120_000

/** Without a fault, a test takes as long as the machine has it take. */
const SOUND_MS_MAX = 600_000

type Run = { readonly code: number; readonly output: string }

/**
 * `bun run mutate`: seeds one fault at a time into a copy of the tree and runs the tests that
 * should catch it. A fault counts as caught only when a test that cites the named requirement
 * or threat turns red, and was green without the fault. Arguments choose faults by id, or by file
 * or folder: `app/business/grants`.
 */
async function main(only: readonly string[]): Promise<number> {
  const chosen = FAULTS.filter(
    (fault) => only.length === 0 || only.some((each) => isOf(fault, each)),
  )
  if (chosen.length === 0) {
    console.error(`Cannot seed "${only.join(' ')}": no fault has that id or file`)
    return 1
  }
  const waiting = [...chosen]
  const sound = new Map<string, Promise<boolean>>()
  const missed = await Promise.all(
    Array.from({ length: Math.min(JOBS, chosen.length) }, () => seedWaiting(waiting, sound)),
  )
  const missing = missed.reduce((sum, each) => sum + each, 0)
  console.log(`${chosen.length - missing} of ${chosen.length} faults caught`)
  return missing === 0 ? 0 : 1
}

/** Takes faults in turn; tells how many were not caught. */
async function seedWaiting(
  waiting: Fault[],
  sound: Map<string, Promise<boolean>>,
): Promise<number> {
  const copy = await copyProject()
  let missed = 0
  try {
    for (let fault = waiting.shift(); fault !== undefined; fault = waiting.shift()) {
      const outcome = (await isSound(copy, fault, sound))
        ? await seed(copy, fault)
        : ({ state: 'uncited', why: `${fault.spec}: no green test cites it` } as const)
      if (outcome.state !== 'caught') missed += 1
      const detail = outcome.state === 'caught' ? outcome.by : outcome.why
      console.log(`${outcome.state.padEnd(14)} ${fault.id.padEnd(34)} ${detail}`)
    }
  } finally {
    await rm(dirname(copy), { recursive: true, force: true })
  }
  return missed
}

/** Tells whether tests cite the requirement, and are green without a fault; asked once for each. */
async function isSound(
  copy: string,
  fault: Fault,
  known: Map<string, Promise<boolean>>,
): Promise<boolean> {
  const key = `${fault.spec} ${fault.id}`
  const test = async () => {
    const { code, output } = await runTests(copy, fault, SOUND_MS_MAX)
    return code === 0 && /^ *[1-9]\d* pass$/m.test(output)
  }
  const answer = known.get(key) ?? test()
  known.set(key, answer)
  return await answer
}

function isOf({ id, file }: Fault, name: string): boolean {
  return id === name || file === name || file.startsWith(`${name.replace(/\/$/, '')}/`)
}

async function copyProject(): Promise<string> {
  const home = await mkdtemp(join(tmpdir(), 'lectern-mutate-'))
  // PostgreSQL runs as a user of its own, below this folder.
  await chmod(home, 0o711)
  const copy = join(home, 'tree')
  await copyTree(copy)
  await mkdir(temporaryOf(copy))
  // A fresh clone has no such folder, and a link to nothing would be in the way of one.
  await mkdir(join(ROOT, '.cache'), { recursive: true })
  for (const shared of ['node_modules', '.cache']) {
    await symlink(join(ROOT, shared), join(copy, shared)).catch(() => undefined)
  }
  // Published schemas may lie beside the project; the specs look for them there.
  await symlink(resolve(ROOT, '../shared'), join(home, 'shared')).catch(() => undefined)
  return copy
}

function temporaryOf(copy: string): string {
  return join(dirname(copy), 'tmp')
}

async function seed(copy: string, fault: Fault): Promise<Outcome> {
  const path = join(copy, fault.file)
  const good = await readFile(path, 'utf8')
  const places = good.split(fault.find).length - 1
  if (places !== 1) {
    return { state: 'not_applicable', why: `${fault.file} holds the text ${places} times` }
  }
  await writeFile(
    path,
    good.replace(fault.find, () => fault.replace),
  )
  try {
    await bundleAfter(copy, fault)
    const outcome = judge(fault, await runTests(copy, fault, TEST_MS_MAX))
    // What comes before the tests may have met their limit, on a machine that is busy.
    if (outcome.state !== 'uncited') return outcome
    return judge(fault, await runTests(copy, fault, SOUND_MS_MAX))
  } finally {
    await writeFile(path, good)
    await bundleAfter(copy, fault)
  }
}

/** What runs in browsers is kept bundled: a fault in its source must get there. */
async function bundleAfter(copy: string, { file }: Fault): Promise<void> {
  if (!/^app\/\w+\/\w+\/client\//.test(file)) return
  const words = [process.execPath, 'scripts/bundle_clients.ts']
  const child = Bun.spawn(words, { cwd: copy, stdout: 'ignore', stderr: 'inherit' })
  if ((await child.exited) !== 0) throw new Error(`Cannot bundle "${file}"`)
}

/** Runs the tests of a spec that cite the requirement or threat. */
async function runTests(copy: string, { spec, id }: Fault, limitMs: number): Promise<Run> {
  // The first red test settles it: those after it may wait in vain, each for its whole limit.
  const limits = [`--timeout=${limitMs}`, '--bail=1']
  const words = ['test', ...limits, `./${spec}`, '-t', toTitlePattern(id)]
  const child = Bun.spawn([process.execPath, ...words], {
    cwd: copy,
    stdout: 'pipe',
    stderr: 'pipe',
    // Tests that are ended leave folders behind, which go with the copy.
    env: { ...separate(process.env), TMPDIR: temporaryOf(copy) },
    detached: true,
  })
  const output = Promise.all([new Response(child.stdout).text(), new Response(child.stderr).text()])
  const code = await child.exited
  endGroup(child.pid)
  return { code, output: (await output).join('\n') }
}

/** Tests that end early leave programs behind, which hold the output open. */
function endGroup(pid: number): void {
  try {
    process.kill(-pid, 'SIGKILL')
  } catch {
    // Nothing was left.
  }
}

function toTitlePattern(id: string): string {
  const exactly = RegExp.escape(id)
  return id.startsWith('threat ') ? `${exactly}: ` : `[\\[ ]${exactly}[,\\]]`
}

function judge(fault: Fault, run: Run): Outcome {
  if (run.code === 0) return { state: 'survived', why: `${fault.spec} stayed green` }
  const red = run.output.split('\n').filter((line) => line.includes('(fail)'))
  const cited = red.find((line) => citesIn(line).includes(fault.id))
  if (cited === undefined) {
    return { state: 'uncited', why: `${red.length} red tests, none cites ${fault.id}` }
  }
  return { state: 'caught', by: cited.replace(/^.*\(fail\) /, '').slice(0, 100) }
}

/** What the title of a test cites: requirements in brackets, and a threat before a colon. */
function citesIn(title: string): readonly string[] {
  const lists = [...title.matchAll(/\[([a-z0-9_., ]+)\] /g)].map(([, ids = '']) => ids.split(', '))
  const threats = [...title.matchAll(/\b(threat \d+): /g)].map(([, threat = '']) => threat)
  return [...lists.flat(), ...threats]
}

process.exit(await main(process.argv.slice(2)))
