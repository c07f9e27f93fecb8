import { afterAll, expect } from 'bun:test'
import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { verifies, verifiesLong } from '../requirements/verifies.ts'
import { removeFolders } from '../support/building.ts'
import { ROOT } from '../support/repository.ts'
import { type FaultName, PROMISES } from './promises.ts'
import { needsOf, runFaults } from './run.ts'
import { formatTable } from './table.ts'

// The long version of this, with every fault, is `bun run chaos`.
const LOCAL: readonly FaultName[] = [
  'disk-read-only',
  'disk-failing',
  'disk-slow',
  'file-locked',
  'build-format',
  'builds-gone',
  'service-paused',
]
const REMOTE: readonly FaultName[] = ['objects-killed']

afterAll(removeFolders)

verifies('faults.table', 'the page names each fault, what it promises and its test', () => {
  const page = readFileSync(join(ROOT, 'corpus/pages/run/faults.md'), 'utf8')
  const table = page.split('\n').filter((line) => line.startsWith('|'))
  expect(table.join('\n')).toBe(formatTable())
  // The keys of a literal.
  const names = Object.keys(PROMISES) as FaultName[]
  const here = names.filter((name) => PROMISES[name].test === 'chaos/chaos')
  expect([...LOCAL, ...REMOTE].sort()).toEqual([...here].sort())
  for (const { test } of Object.values(PROMISES)) {
    expect([test, existsSync(join(ROOT, `spec/${test}_spec.ts`))]).toEqual([test, true])
  }
})

for (const names of [LOCAL, REMOTE]) {
  verifiesLong(
    'faults.kept',
    `what is promised of ${names.join(', ')} holds under load`,
    async () => {
      const reports = await runFaults(names, { seconds: 0, isTimed: false })
      const broken = [...reports].map(([name, { violations }]) => [name, violations])
      expect(broken).toEqual(names.map((name) => [name, []]))
    },
    { needs: names.slice(0, 1).flatMap(needsOf) },
  )
}
