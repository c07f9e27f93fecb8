import { expect, test } from 'bun:test'
import { repeatPassing } from './attempts.ts'
import { ObjectStoreFailure } from './failure.ts'
import { readObject } from './reading.ts'

/** Fails as a store does, and counts how often it was asked. */
function failAs(lasts: 'passing' | 'silent' | 'lasting', onAttempt = () => {}) {
  const asked = { count: 0 }
  const attempt = async (): Promise<never> => {
    asked.count += 1
    onAttempt()
    throw new ObjectStoreFailure(`${lasts} ${asked.count}`, lasts)
  }
  return { asked, attempt }
}

test('repeatPassing() asks a silent store once more, and one that refuses not again', async () => {
  const [silent, refusing] = [failAs('silent'), failAs('lasting')]
  await expect(repeatPassing(silent.attempt)).rejects.toThrow('silent 2')
  await expect(repeatPassing(refusing.attempt)).rejects.toThrow('lasting 1')
})

test('a stop ends the pause before the next attempt', async () => {
  const ending = new AbortController()
  const { asked, attempt } = failAs('passing', () => {
    setTimeout(() => ending.abort(new ObjectStoreFailure('it is not asked any more')), 0)
  })
  const { signal } = ending
  await expect(repeatPassing(attempt, { signal })).rejects.toThrow('it is not asked any more')
  const store = { fetch: attempt, ending: signal }
  const reading = readObject(store, 'key', { bytesMax: 1 })
  await expect(reading).rejects.toThrow('it is not asked any more')
  expect(asked.count).toBe(2)
})
