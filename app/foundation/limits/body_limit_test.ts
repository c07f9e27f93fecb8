import { expect, test } from 'bun:test'
import { dropUnreadBody, readCapped } from './body_limit.ts'

const MAX = 1000

function requestWithLength(bytes: number): Request {
  return new Request('http://localhost/', {
    method: 'POST',
    headers: { 'content-length': String(bytes) },
    body: 'x'.repeat(bytes),
  })
}

/** A body without a declared length; `onPull` sees each requested chunk. */
function requestWithStream(
  chunks: number,
  chunkBytes: number,
  onPull: () => void = () => {},
): Request {
  let left = chunks
  const body = new ReadableStream<Uint8Array>({
    pull(controller) {
      onPull()
      if (left === 0) return controller.close()
      left -= 1
      controller.enqueue(new Uint8Array(chunkBytes))
    },
  })
  return new Request('http://localhost/', { method: 'POST', body })
}

test('readCapped() accepts a body of exactly the cap', async () => {
  const whole = await readCapped(requestWithLength(MAX), MAX)
  const parts = await readCapped(requestWithStream(10, 100), MAX)
  expect(whole.ok && whole.value.byteLength).toBe(MAX)
  expect(parts.ok && parts.value.byteLength).toBe(MAX)
})

test('readCapped() refuses a body one byte over the cap', async () => {
  expect(await readCapped(requestWithLength(MAX + 1), MAX)).toEqual({
    ok: false,
    error: 'too_large',
  })
  expect(await readCapped(requestWithStream(1, MAX + 1), MAX)).toEqual({
    ok: false,
    error: 'too_large',
  })
})

test('readCapped() does not read a body when its declared length is over the cap', async () => {
  const request = requestWithLength(MAX + 1)
  await readCapped(request, MAX)
  expect(request.bodyUsed).toBe(false)
})

test('readCapped() and dropUnreadBody() drop a bounded part of a body without end', async () => {
  for (const refuse of [(request: Request) => readCapped(request, MAX), dropUnreadBody]) {
    let pulls = 0
    const request = requestWithStream(1_000_000, 1024 * 1024, () => {
      pulls += 1
    })
    await refuse(request)
    expect(pulls).toBeGreaterThan(15)
    expect(pulls).toBeLessThan(25)
  }
})

test('dropUnreadBody() has nothing to do when a body was read or is absent', async () => {
  const read = requestWithLength(10)
  await readCapped(read, MAX)
  expect(dropUnreadBody(read)).toBeUndefined()
  expect(dropUnreadBody(new Request('http://localhost/'))).toBeUndefined()
})

test('readCapped() keeps the order of chunks when it joins them', async () => {
  const body = new ReadableStream<Uint8Array>({
    start(controller) {
      for (const part of ['ab', 'cde', 'f']) controller.enqueue(new TextEncoder().encode(part))
      controller.close()
    },
  })
  const read = await readCapped(new Request('http://localhost/', { method: 'POST', body }), MAX)
  expect(read.ok && new TextDecoder().decode(read.value)).toBe('abcdef')
})

test('readCapped() returns an empty body when there is none', async () => {
  const read = await readCapped(new Request('http://localhost/', { method: 'POST' }), MAX)
  expect(read.ok && read.value.byteLength).toBe(0)
})

test('readCapped() reports a body that is cut off', async () => {
  const body = new ReadableStream<Uint8Array>({
    pull(controller) {
      controller.error(new Error('connection lost'))
    },
  })
  const read = await readCapped(new Request('http://localhost/', { method: 'POST', body }), MAX)
  expect(read).toEqual({ ok: false, error: 'broken_off' })
})
