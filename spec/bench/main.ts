import type { Bench, Row } from './_rows.ts'
import { printRows } from './_table.ts'
import { benchAgents } from './agents/mod.ts'
import { benchBombs } from './bombs.ts'
import { benchBuild } from './build.ts'
import { benchBusiness } from './business.ts'
import { benchDev } from './dev.ts'
import { benchHeldOut } from './held_out.ts'
import { benchHeldout } from './heldout.ts'
import { benchHttp } from './http.ts'
import { benchImport } from './import.ts'
import { benchLanguages } from './languages.ts'
import { benchMcp } from './mcp.ts'
import { benchMemory } from './memory.ts'
import { benchRelevance } from './relevance.ts'
import { benchReload } from './reload.ts'
import { benchScale } from './scale.ts'
import { benchServed } from './served.ts'
import { benchSpeed } from './speed.ts'
import { benchStart } from './start.ts'
import { benchVerify } from './verify.ts'
import { benchWalk } from './walk.ts'

const BENCHES: Readonly<Record<string, Bench>> = {
  mcp: benchMcp,
  http: benchHttp,
  relevance: benchRelevance,
  languages: benchLanguages,
  speed: benchSpeed,
  served: benchServed,
  start: benchStart,
  reload: benchReload,
  memory: benchMemory,
  verify: benchVerify,
  business: benchBusiness,
  dev: benchDev,
  build: benchBuild,
  heldout: benchHeldout,
  held_out: benchHeldOut,
  scale: benchScale,
  import: benchImport,
  agents: benchAgents,
  bombs: benchBombs,
  walk: benchWalk,
}

const NUMBER = /^\d+$/

/** Benches that run only when they are asked for. */
const BY_NAME_ONLY: ReadonlySet<string> = new Set([
  'dev',
  'heldout',
  'held_out',
  'build',
  'scale',
  'import',
  'agents',
  'bombs',
  'walk',
])

/**
 * `bun run bench [name [number …] …]`: measures ours and its peers on this machine in one run, and
 * shows in a table whether the required ratios are reached. Absolute figures depend on the machine.
 */
async function main(words: readonly string[]): Promise<number> {
  const names = words.filter((word) => !NUMBER.test(word))
  const chosen =
    names.length === 0 ? Object.keys(BENCHES).filter((name) => !BY_NAME_ONLY.has(name)) : names
  const rows: Row[] = []
  for (const name of chosen) {
    const bench = BENCHES[name]
    if (bench === undefined) {
      console.error(`Cannot run "${name}": choose from ${Object.keys(BENCHES).join(', ')}`)
      return 2
    }
    console.error(`Measuring ${name}`)
    rows.push(...(await bench(takeNumbers(words, name))))
  }
  return printRows(rows)
}

/** The numbers that follow a name. */
function takeNumbers(words: readonly string[], name: string): readonly string[] {
  const after = words.slice(words.indexOf(name) + 1)
  const end = after.findIndex((word) => !NUMBER.test(word))
  return words.includes(name) ? after.slice(0, end === -1 ? after.length : end) : []
}

process.exit(await main(process.argv.slice(2)))
