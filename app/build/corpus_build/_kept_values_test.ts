import { afterAll, expect, test } from 'bun:test'
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { openKeptValues } from './_kept_values.ts'

const folder = await mkdtemp(join(tmpdir(), 'lectern-kept-'))
afterAll(() => rm(folder, { recursive: true, force: true }))

const path = join(folder, 'values.bin')
const ONE = { text: 'eins, zwei, 三', list: [1, 2, 3] }

async function keepTwo(): Promise<Uint8Array> {
  await rm(path, { force: true })
  const kept = openKeptValues(path, 'v1')
  kept.set('one', ONE)
  kept.set('two', 'another value')
  await kept.save('0123')
  return await readFile(path)
}

test('openKeptValues() gives what was kept, and drops what nobody asked for', async () => {
  await keepTwo()
  const kept = openKeptValues(path, 'v1')
  expect([kept.build, kept.has('two'), kept.get('one')]).toEqual(['0123', true, ONE])
  await kept.save('4567')
  const again = openKeptValues(path, 'v1')
  expect([again.build, again.get('one'), again.get('two')]).toEqual(['4567', ONE, undefined])
  again.close()
})

test('openKeptValues() has nothing for another version', async () => {
  await keepTwo()
  const kept = openKeptValues(path, 'v2')
  expect([kept.build, kept.has('one'), kept.get('one')]).toEqual([undefined, false, undefined])
})

test('openKeptValues() never gives a value of a damaged file', async () => {
  const whole = await keepTwo()
  for (let at = 0; at < whole.length; at++) {
    const damaged = Uint8Array.from(whole)
    damaged[at] = (damaged[at] ?? 0) ^ 0x41
    await writeFile(path, damaged)
    const kept = openKeptValues(path, 'v1')
    const [one, two] = [kept.get('one'), kept.get('two')]
    expect(one === undefined || Bun.deepEquals(one, ONE)).toBe(true)
    expect(two === undefined || two === 'another value').toBe(true)
    expect(one === undefined || two === undefined).toBe(true)
    kept.close()
  }
  for (let length = 0; length < whole.length; length++) {
    await writeFile(path, whole.subarray(0, length))
    expect(openKeptValues(path, 'v1').get('one')).toBeUndefined()
  }
})
