/**
 * Loads HTTP servers in turns from a process of its own, with a fixed number of connections and one
 * request in flight on each, the same one every time.
 */
import { createLane, takeTurns } from './_lane.ts'
import type { Load } from './_load.ts'

const load = JSON.parse(process.argv[2] ?? '{}') as Load
const lanes = load.targets.map(({ port, request }) => {
  const bytes = new TextEncoder().encode(request)
  return createLane(port, load.connections, () => bytes)
})
await takeTurns(lanes, load)
process.exit(0)
