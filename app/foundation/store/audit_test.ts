import { describe, expect, test } from 'bun:test'
import { BatchWriter } from './audit.ts'
import { StoreUnavailable } from './port.ts'

/** What was written, and a way to make the next writes fail. */
function createTarget() {
  const written: (readonly string[])[] = []
  let fails = 0
  const write = async (entries: readonly string[]) => {
    if (fails > 0) {
      fails -= 1
      throw new RangeError('of the target')
    }
    written.push(entries)
  }
  const failing = (times: number) => {
    fails = times
  }
  return { written, write, failing }
}

describe('BatchWriter', () => {
  test('writes what arrives together in one batch, in order', async () => {
    const { written, write } = createTarget()
    const lines = new BatchWriter(write)
    await Promise.all(['a', 'b', 'c'].map((line) => lines.add(line)))
    await lines.add('d')
    expect(written).toEqual([['a', 'b', 'c'], ['d']])
  })

  test('collects what arrives while it writes', async () => {
    const written: (readonly string[])[] = []
    const gate = Promise.withResolvers<void>()
    const begun = Promise.withResolvers<void>()
    const lines = new BatchWriter<string>(async (entries) => {
      written.push(entries)
      begun.resolve()
      await gate.promise
    })
    const first = lines.add('a')
    await begun.promise
    const others = [lines.add('b'), lines.add('c')]
    gate.resolve()
    await Promise.all([first, ...others])
    expect(written).toEqual([['a'], ['b', 'c']])
  })

  test('keeps what could not be written, and writes it before later entries', async () => {
    const { written, write, failing } = createTarget()
    const lines = new BatchWriter(write)
    failing(2)
    await expect(lines.add('a')).rejects.toThrow(StoreUnavailable)
    expect(lines.isHealthy()).toBe(false)
    await expect(lines.flush()).rejects.toThrow(StoreUnavailable)
    const later = lines.add('b')
    await lines.flush()
    await later
    expect(lines.isHealthy()).toBe(true)
    expect(written).toEqual([['a', 'b']])
  })

  test('writes a great many in parts, also after a failure', async () => {
    const { written, write, failing } = createTarget()
    const lines = new BatchWriter(write)
    failing(1)
    const texts = Array.from({ length: 1201 }, (_, index) => String(index))
    await Promise.allSettled(texts.map((line) => lines.add(line)))
    expect(lines.isHealthy()).toBe(false)
    await lines.flush()
    expect(written.map(({ length }) => length)).toEqual([500, 500, 201])
    expect(written.flat()).toEqual(texts)
  })

  test('retries by itself', async () => {
    const { written, write, failing } = createTarget()
    const lines = new BatchWriter(write)
    failing(1)
    await expect(lines.add('a')).rejects.toThrow('its commit failed')
    while (!lines.isHealthy()) await Bun.sleep(20)
    expect(written).toEqual([['a']])
  })

  test('refuses more than it keeps in memory', async () => {
    const { write, failing } = createTarget()
    const lines = new BatchWriter(write)
    failing(1)
    const results = await Promise.allSettled(
      Array.from({ length: 10_001 }, (_, index) => lines.add(String(index))),
    )
    expect(results.every(({ status }) => status === 'rejected')).toBe(true)
    await expect(lines.add('more')).rejects.toThrow('too many entries are waiting')
    await lines.flush()
    await lines.add('again')
    expect(lines.isHealthy()).toBe(true)
  })
})
