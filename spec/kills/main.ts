import { parseArgs } from 'node:util'
import { startPostgres } from '../support/postgres.ts'
import type { RunResult } from './run.ts'
import { runKills } from './run.ts'

const KILLS_DEFAULT = 50

/**
 * `bun run kills [N] [--postgres] [--seed=S]`: kills the real program N times under writes and
 * reports in one table what was acknowledged and whether all of it is there once.
 */
async function main(words: readonly string[]): Promise<number> {
  const { values, positionals } = parseArgs({
    args: [...words],
    options: { postgres: { type: 'boolean' }, seed: { type: 'string' } },
    allowPositionals: true,
  })
  const kills = Number(positionals[0] ?? KILLS_DEFAULT)
  const seed = Number(values.seed ?? Math.floor(Math.random() * 2 ** 31))
  if (!(Number.isInteger(kills) && kills > 0 && Number.isInteger(seed))) {
    console.error('Cannot run: N must be a positive whole number, and --seed a whole number')
    return 2
  }
  const postgres = values.postgres === true ? await startPostgres() : undefined
  const ran = await runKills({
    kills,
    seed,
    databaseUrl: await postgres?.database(),
    report: console.error,
  })
  console.log(tableOf(ran, postgres === undefined ? 'SQLite' : 'PostgreSQL', seed))
  await ran.remove()
  await postgres?.remove()
  const violations = [...ran.record.violations]
  for (const violation of violations) console.log(violation)
  console.log(
    violations.length === 0 ? 'All promises kept' : `${violations.length} promises broken`,
  )
  return violations.length === 0 ? 0 : 1
}

function tableOf({ record, seconds }: RunResult, store: string, seed: number): string {
  const { figures, notes, held, applied, redeemed, refreshed } = record
  const rows: readonly (readonly [string, string | number])[] = [
    ['store', store],
    ['seed', seed],
    ['kills', figures.kills],
    ['of these during a start', figures.killsWhileStarting],
    ['of these at an answer', figures.killsAtAnswer],
    ['inspections of the store', figures.checks],
    ['notes acknowledged', notes.size],
    ['of these without a key', [...notes.values()].filter(({ key }) => key === undefined).length],
    ['acknowledged keys repeated', figures.repeats],
    ['calls held', held.size],
    ['approvals acknowledged', applied.size],
    ['codes redeemed', redeemed.length],
    ['of these replayed', figures.codesReplayed],
    ['refreshes acknowledged', refreshed.length],
    ['answers lost to a kill', figures.answersLost],
    ['writes applied before a kill', figures.foundApplied],
    ['grants ended by lost answers', figures.usedUpUnanswered],
    ['longest start, ms', Math.round(figures.restartMsMax)],
    ['seconds', Math.round(seconds)],
    ['promises broken', record.violations.size],
  ]
  const width = Math.max(...rows.map(([name]) => name.length))
  return rows.map(([name, value]) => `${name.padEnd(width)}  ${value}`).join('\n')
}

process.exit(await main(process.argv.slice(2)))
