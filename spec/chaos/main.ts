import { parseArgs } from 'node:util'
import { DOCS_KINDS, type Outcome } from './_attempts.ts'
import type { FaultReport } from './_fault_run.ts'
import { type FaultName, PROMISES } from './promises.ts'
import { needsOf, runFaults } from './run.ts'

const SECONDS_DEFAULT = 3
const SHOWN_MAX = 5

/**
 * `bun run chaos [FAULT …] [--seconds N]`: makes faults under load, each as the table of promises
 * names it, and says which promises were kept. A part of a name stands for all faults that have it.
 */
async function main(words: readonly string[]): Promise<number> {
  const { values, positionals } = parseArgs({
    args: [...words],
    options: { seconds: { type: 'string' } },
    allowPositionals: true,
  })
  const seconds = Number(values.seconds ?? SECONDS_DEFAULT)
  const asked = listFaults(positionals)
  if (!(seconds >= 0) || asked.length === 0) {
    const names = Object.keys(PROMISES).join(', ')
    console.error(`Cannot run: no such fault, or --seconds is no number: ${names}`)
    return 2
  }
  const names = asked.filter(isPossible)
  console.log(formatLine(HEAD))
  let broken = 0
  const onReport = (name: FaultName, report: FaultReport) => {
    console.log(formatLine(cellsOf(name, report)))
    for (const violation of report.violations.slice(0, SHOWN_MAX)) console.log(`  ${violation}`)
    if (report.violations.length > 0) broken += 1
  }
  await runFaults(names, { seconds, isTimed: true, onReport })
  const left = asked.length - names.length
  console.log(`${names.length - broken} kept, ${broken} broken, ${left} not run`)
  return broken === 0 ? 0 : 1
}

function listFaults(parts: readonly string[]): readonly FaultName[] {
  // The keys of a literal.
  const all = Object.keys(PROMISES) as FaultName[]
  return all.filter((name) => parts.length === 0 || parts.some((part) => name.includes(part)))
}

function isPossible(name: FaultName): boolean {
  const missing = needsOf(name).filter(({ available }) => !available)
  for (const { what, fix } of missing) console.error(`not run: ${name}: ${what}: ${fix}`)
  return missing.length === 0
}

const HEAD = [
  'fault',
  'docs',
  'tools',
  'refused',
  'expired',
  'unanswered',
  'wrong',
  'slowest ms',
  'seen ms',
  'back ms',
  'lost',
  'promise',
]

function cellsOf(name: FaultName, report: FaultReport): readonly string[] {
  const { attempts, slowestMs, seenMs, backMs, lost, violations } = report
  const count = (outcome: Outcome) =>
    attempts.filter((attempt) => attempt.outcome === outcome).length
  const answered = attempts.filter(({ outcome }) => outcome === 'answered')
  const docs = answered.filter(({ kind }) => DOCS_KINDS.some((each) => each === kind)).length
  const figures = [
    docs,
    answered.length - docs,
    ...(['refused', 'expired', 'unanswered', 'wrong'] as const).map(count),
    Math.round(slowestMs),
    Math.round(seenMs),
    Math.round(backMs),
    lost.length,
  ]
  return [name, ...figures.map(String), violations.length === 0 ? 'kept' : 'BROKEN']
}

function formatLine(cells: readonly string[]): string {
  const [name = '', ...others] = cells
  return name.padEnd(20) + others.map((cell) => cell.padStart(11)).join('')
}

process.exit(await main(process.argv.slice(2)))
