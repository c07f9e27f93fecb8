import { parseArgs } from 'node:util'
import { startPostgres } from '../support/postgres.ts'
import type { RunResult } from './run.ts'
import { runKills } from './run.ts'

const KILLS_DEFAULT = 50

/**
 * `bun run kills [N] [--postgres] [--seed=S]`: kills the real program N times under writes and says
 * in one table what was acknowledged and whether all of it is there once.
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
    console.error('Cannot run: give a number of kills, and --seed a whole number')
    return 2
  }
  const postgres = values.postgres === true ? await startPostgres() : undefined
  const ran = await runKills({
    kills,
    seed,
    databaseUrl: await postgres?.database(),
    say: console.error,
  })
  console.log(tableOf(ran, postgres === undefined ? 'SQLite' : 'PostgreSQL', seed))
  await ran.remove()
  await postgres?.remove()
  const violations = [...ran.record.violations]
  for (const violation of violations) console.log(violation)
  console.log(violations.length === 0 ? 'Every promise is kept' : `${violations.length} are broken`)
  return violations.length === 0 ? 0 : 1
}

function tableOf({ record: ledger, seconds }: RunResult, store: string, seed: number): string {
  const { figures, notes, held, applied, redeemed, refreshed } = ledger
  const rows: readonly (readonly [string, string | number])[] = [
    ['store', store],
    ['seed', seed],
    ['kills', figures.kills],
    ['of these while it started', figures.killsWhileStarting],
    ['of these at an answer', figures.killsAtAnswer],
    ['looks at the whole store', figures.checks],
    ['notes acknowledged', notes.size],
    ['of these without a key', [...notes.values()].filter(({ key }) => key === undefined).length],
    ['acknowledged keys sent again', figures.repeats],
    ['calls held', held.size],
    ['approvals acknowledged', applied.size],
    ['codes redeemed', redeemed.length],
    ['of these shown again', figures.codesReplayed],
    ['refreshes acknowledged', refreshed.length],
    ['answers lost to a kill', figures.answersLost],
    ['writes applied before that', figures.foundApplied],
    ['grants ended by lost answers', figures.usedUpUnanswered],
    ['longest start, ms', Math.round(figures.restartMsMax)],
    ['seconds', Math.round(seconds)],
    ['promises broken', ledger.violations.size],
  ]
  const width = Math.max(...rows.map(([name]) => name.length))
  return rows.map(([name, value]) => `${name.padEnd(width)}  ${value}`).join('\n')
}

process.exit(await main(process.argv.slice(2)))
