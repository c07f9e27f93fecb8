/** Loads HTTP servers in turns from a process of its own, with many different requests. */
import { createLane, takeTurns } from './_lane.ts'
import type { VariedLoad } from './_varied_load.ts'

const load = JSON.parse(await Bun.file(process.argv[2] ?? '').text()) as VariedLoad
const lanes = load.targets.map(({ port, requests }) => {
  const texts = requests.map((request) => new TextEncoder().encode(request))
  let at = 0
  const takeNext = () => {
    at += 1
    return texts[at % texts.length] ?? new Uint8Array()
  }
  return createLane(port, load.connections, takeNext)
})
await takeTurns(lanes, load)
process.exit(0)
