import { mkdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { Failures } from './_failures.ts'
import { install } from './_install.ts'
import { run } from './_run.ts'
import { createTemporaryFolder, removeFolder } from './_temporary_folder.ts'

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

process.exit(await main())
