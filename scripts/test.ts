import { mkdir, readdir, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { install } from './_install.ts'
import { run } from './_run.ts'

/**
 * Most specs wait now and then for a program or a clock: four workers leave two processors idle for
 * a third of the time. Many more at once would starve each other.
 */
const WORKERS_MAX = 6

const REPORT = '.cache/junit.xml'

/**
 * What each file took, so that the slowest start first: one that starts last keeps five workers
 * waiting. `bun run test --update-timings` measures anew.
 */
const TIMINGS = 'spec/timings.json'

/** Files in which every test is long by nature. */
const LONG_SPECS = '**/*_long_spec.ts'

type Tally = { readonly passed: number; readonly failed: number; readonly skipped: number }

/**
 * `bun run test`: every check that a developer needs, and one closing line. With `--all` the long
 * tests run, too, as in continuous integration: those that `verifiesLong` and `testLong` declare,
 * and whole files of them.
 */
async function main(): Promise<number> {
  const installed = await install('all')
  if (installed !== 0) return installed
  const tallies = [
    await runStep('formatting and lint', ['run', 'lint']),
    await runStep('types', ['run', 'types']),
    await runSpecs(process.argv.slice(2)),
  ]
  const sum = (pick: (tally: Tally) => number) => tallies.reduce((all, one) => all + pick(one), 0)
  const passed = sum((tally) => tally.passed)
  const skipped = sum((tally) => tally.skipped)
  const strict = process.env.REQUIRE_ALL === '1'
  const failed = sum((tally) => tally.failed) + (strict ? skipped : 0)
  if (strict && skipped > 0) console.log(`${skipped} skipped, and REQUIRE_ALL=1 wants every one`)
  const skips = skipped > 0 && !strict ? `, ${skipped} skipped` : ''
  console.log(`${passed} passed, ${failed} failed${skips}`)
  return failed === 0 ? 0 : 1
}

async function runStep(name: string, args: readonly string[]): Promise<Tally> {
  console.log(`\nChecking ${name}`)
  const code = await run(args)
  return { passed: code === 0 ? 1 : 0, failed: code === 0 ? 0 : 1, skipped: 0 }
}

async function runSpecs(options: readonly string[]): Promise<Tally> {
  const isWhole = options.includes('--all')
  console.log(`\nRunning specs and unit tests${isWhole ? ', with the long ones' : ''}`)
  await mkdir('.cache', { recursive: true })
  const workers = `--parallel=${Math.min(navigator.hardwareConcurrency + 4, WORKERS_MAX)}`
  const args = ['run', 'spec', workers, '--no-isolate', `--timings=${TIMINGS}`]
  const only = options.filter((option) => option !== '--all')
  if (!isWhole) args.push(`--path-ignore-patterns=${LONG_SPECS}`)
  const reporter = ['--reporter=junit', `--reporter-outfile=${REPORT}`]
  const folder = await createTemporaryFolder()
  const stage = isWhole ? 'whole' : 'first'
  const env = { TMPDIR: folder, KEPT_BUILDS: join(folder, 'kept'), TEST_STAGE: stage }
  const failures = new Failures()
  const onLine = (line: string) => failures.take(line)
  const code = await run([...args, ...reporter, ...only], { env, onLine })
  await removeFolder(folder)
  if (failures.found.length > 0) console.log(['', 'What failed', ...failures.found].join('\n'))
  const report = await readFile(REPORT, 'utf8').catch(() => '')
  const count = (name: string) => Number(new RegExp(` ${name}="(\\d+)"`).exec(report)?.[1] ?? 0)
  const [tests, counted, skipped] = [count('tests'), count('failures'), count('skipped')]
  // A crash outside a test leaves no failure in the report: the exit code still counts.
  const failed = counted === 0 && code !== 0 ? 1 : counted
  return { passed: tests - counted - skipped, failed, skipped }
}

const LINES_MAX = 40

/** Picks what went wrong out of the runner's output, so that it can be said again at the end. */
class Failures {
  readonly found: string[] = []
  #before: string[] = []
  #rulesLeft = 0

  take(line: string): void {
    if (this.#rulesLeft > 0) {
      this.found.push(line)
      if (/^-{9,}$/.test(line)) this.#rulesLeft -= 1
    } else if (line.startsWith('# Unhandled error')) {
      // Between two lines of hyphens. The file it belongs to was printed just before.
      this.found.push(...this.#before.filter((text) => text.endsWith('.ts:')), line)
      this.#rulesLeft = 2
    } else if (line.startsWith('(fail)')) {
      this.found.push(...this.#before, line, '')
      this.#before = []
    } else if (line.startsWith('(pass)')) {
      this.#before = []
    } else {
      this.#before.push(line)
      if (this.#before.length > LINES_MAX) this.#before.shift()
    }
  }
}

const PREFIX = 'lectern-test-'

/**
 * A folder for everything that a test run writes elsewhere, named after this process. Folders of
 * runs that were killed are removed first: a process that is gone can no longer use its own.
 */
async function createTemporaryFolder(): Promise<string> {
  const parent = tmpdir()
  const left = (await readdir(parent)).filter((name) => isLeftBehind(name))
  await Promise.all(left.map((name) => removeFolder(join(parent, name))))
  const folder = join(parent, `${PREFIX}${process.pid}`)
  await mkdir(folder, { recursive: true })
  return folder
}

async function removeFolder(folder: string): Promise<void> {
  await rm(folder, { recursive: true, force: true })
}

function isLeftBehind(name: string): boolean {
  const pid = name.startsWith(PREFIX) ? Number(name.slice(PREFIX.length)) : Number.NaN
  return Number.isInteger(pid) && pid !== process.pid && !isRunning(pid)
}

function isRunning(pid: number): boolean {
  try {
    process.kill(pid, 0)
    return true
  } catch (error) {
    // A process of somebody else may not be asked, and is there.
    return error instanceof Error && 'code' in error && error.code === 'EPERM'
  }
}

process.exit(await main())
