import { afterAll, expect, test } from 'bun:test'
import { readFile } from 'node:fs/promises'
import { formatGet } from '../bench/_requests.ts'
import { isKept } from '../bench/_rows.ts'
import { testLong, verifiesLong } from '../requirements/verifies.ts'
import { BASE_URL } from '../support/building.ts'
import { closeBuilds, makeTwoBuilds } from '../support/two_builds.ts'
import { compareQuarters } from './_growth.ts'
import { runDeploys, toRows } from './deploys.ts'
import { runMixed } from './mixed.ts'
import { runSockets } from './sockets.ts'

afterAll(closeBuilds)

const DEPLOYS = 8

verifiesLong(
  'reload.rollback',
  'a service takes one build after another, and answers every search meanwhile',
  async () => {
    const { distDir, first, second } = await makeTwoBuilds()
    const manifests = [await readFile(first, 'utf8'), await readFile(second, 'utf8')]
    const requests = [formatGet('/api/public/docs/search?q=first')]
    const load = { requests, perSecond: 50, steadyMs: 200 }
    const given = { distDir, baseUrl: BASE_URL, manifests, ...load, deploys: DEPLOYS }
    const run = await runDeploys(given)
    expect([run.notLoaded, run.stalls.deploysMs.length, run.usages.length]).toEqual([0, DEPLOYS, 4])
    expect(run.stalls.own.length).toBeGreaterThan(DEPLOYS)
    expect(run.stalls.own.filter(({ ok }) => !ok)).toEqual([])
    expect(toRows(run).map(({ figure }) => figure)).toContain(`${DEPLOYS} deploys, worst stall`)
    // A build that was replaced leaves no file open.
    const files = run.usages.map(({ openFiles }) => openFiles)
    expect(Math.max(...files) - Math.min(...files)).toBeLessThan(DEPLOYS)
  },
)

testLong('clients of every kind get what they expect, and leave no file behind', async () => {
  const passes = 3
  const { tally, samples } = await runMixed({ passes })
  expect(tally.faults).toEqual([])
  expect(tally.counts.get('oauth refresh 200')).toBe(3 * passes)
  expect(tally.counts.get('business cancel_job held 200')).toBe(passes)
  expect(tally.counts.get('file, again 304')).toBe(18 * passes)
  expect(Math.max(...samples.map(({ temporaryFiles }) => temporaryFiles))).toBe(0)
})

testLong('threat 30: slow sockets of every kind keep no answer from others', async () => {
  const run = await runSockets({ ofEachKind: 20, rounds: 1, loadSeconds: 1 })
  const answered = run.rounds.map(({ without, beside }) => [without.length, beside.length])
  expect([run.failed, answered]).toEqual([0, [[100, 100]]])
})

test('compareQuarters() refuses what grows by more than a tenth after the second quarter', () => {
  const grow = (by: number) =>
    Array.from({ length: 40 }, (_, at) => ({
      residentMb: 100 + (at > 19 ? by : 0),
      heapMb: 20,
      openFiles: 12,
      connections: 20,
      temporaryFiles: 0,
    }))
  expect(compareQuarters('part', grow(9)).every(isKept)).toBe(true)
  const short = compareQuarters('part', grow(12)).filter((row) => !isKept(row))
  expect(short.map(({ figure }) => figure)).toEqual(['part, resident memory, last quarter'])
})
