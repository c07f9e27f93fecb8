import { startDeployment } from './deployment.ts'
import {
  type Row,
  type Size,
  tryKills,
  tryLimits,
  tryObjectStore,
  tryRaces,
  tryRedis,
  tryRestarts,
  tryRollout,
} from './scenarios.ts'

const SIZE: Size = { racers: 60, callersEach: 2, restMs: 20, calls: 60, restarts: 3 }

const SCENARIOS = [
  tryLimits,
  tryRaces,
  tryRollout,
  tryRestarts,
  tryKills,
  tryRedis,
  tryObjectStore,
] as const

/**
 * `bun run replicas`: three processes behind nginx, with PostgreSQL, Redis, an object store and a
 * product of their own; shows in a table what clients saw while parts were replaced or lost.
 */
async function main(): Promise<number> {
  const deployment = await startDeployment()
  const rows: Row[] = []
  try {
    for (const tryOne of SCENARIOS) {
      console.error(`Trying ${tryOne.name.replace('try', '').toLowerCase()}`)
      rows.push(...(await tryOne(deployment, SIZE)))
    }
  } finally {
    await deployment.remove()
  }
  const width = Math.max(...rows.map(({ what }) => what.length))
  for (const { what, seen, isKept } of rows) {
    console.log(`${isKept ? 'ok ' : 'NO '} ${what.padEnd(width)}  ${seen}`)
  }
  const broken = rows.filter(({ isKept }) => !isKept).length
  console.log(broken === 0 ? '\nAll promises kept' : `\n${broken} promises broken`)
  return broken === 0 ? 0 : 1
}

process.exit(await main())
