import { expect, test } from 'bun:test'
import { limitIdle } from './_idle_limit.ts'

/** After which a reader counts as held up. */
const READER_MS = 100

/** A body whose pieces a test sends, and a timer that a test lets end. */
function openLimited(bytesPerMsMin = 10) {
  const running = new Set<() => void>()
  const ended: string[] = []
  const given: number[] = []
  const paces: (() => void)[] = []
  const pauses: (() => void)[] = []
  let send: ReadableStreamDefaultController<Uint8Array> | undefined
  const body = new ReadableStream<Uint8Array>({
    start: (controller) => {
      send = controller
    },
  })
  const limited = limitIdle(body, {
    idleMsMax: 5000,
    pace: { bytesPerMsMin, msMax: 6000 },
    onIdle: () => ended.push('request'),
    startTimer: (end, ms) => {
      running.add(end)
      if (ms === READER_MS) pauses.push(end)
      else given.push(ms)
      if (end.name === 'checkPace') paces.push(end)
      return () => running.delete(end)
    },
  })
  return { reader: limited.getReader(), running, given, ended, send, paces, pauses }
}

/** A stream asks for its next piece in a turn of its own. */
const untilAsked = () => Bun.sleep(0)

test('limitIdle() gives each piece the whole time, and none of it to the reader', async () => {
  const { reader, running, given, ended, send } = openLimited()
  expect(running.size).toBe(0)
  // Beside them runs the time of all of it, or of a reader that is held up.
  for (const byte of [1, 2, 3]) {
    const reading = reader.read()
    await untilAsked()
    expect(running.size).toBe(2)
    send?.enqueue(Uint8Array.of(byte))
    expect((await reading).value).toEqual(Uint8Array.of(byte))
    expect(running.size).toBe(2)
  }
  const last = reader.read()
  send?.close()
  expect([(await last).done, running.size, ended]).toEqual([true, 0, []])
  expect(given).toEqual([6000, 5000, 5000, 5000, 5000])
})

test('limitIdle() fails, and ends the request, when nothing comes', async () => {
  const { reader, running, ended, paces } = openLimited()
  const reading = reader.read()
  await untilAsked()
  for (const end of running) if (!paces.includes(end)) end()
  await expect(reading).rejects.toMatchObject({ lasts: 'silent' })
  expect(ended).toEqual(['request'])
})

test('limitIdle() fails when a body trickles, and gives time for what has arrived', async () => {
  const { reader, given, ended, send, paces } = openLimited()
  for (const bytes of [1000, 10]) {
    send?.enqueue(new Uint8Array(bytes))
    await reader.read()
  }
  const reading = reader.read()
  await untilAsked()
  paces.at(-1)?.()
  send?.enqueue(new Uint8Array(5))
  await reading
  const last = reader.read()
  await untilAsked()
  paces.at(-1)?.()
  // One for all of it, and the time of 1010 bytes; five more earn none.
  expect(given.filter((ms) => ms !== 5000)).toEqual([6000, 101])
  await expect(last).rejects.toThrow('it sends too slowly')
  expect(ended).toEqual(['request'])
})

test('limitIdle() blames no store while its reader is held up', async () => {
  const { reader, running, given, ended, send, paces, pauses } = openLimited()
  const readSent = async () => {
    send?.enqueue(new Uint8Array(10))
    await reader.read()
  }
  await readSent()
  // A disk that stands still for a while: nothing runs any more.
  pauses.at(-1)?.()
  expect(running.size).toBe(0)
  await readSent()
  expect(given).toEqual([6000, 5000, 6000, 5000])
  // And one that stands still at the moment in which the pace is looked at.
  paces.at(-1)?.()
  await readSent()
  expect(given).toEqual([6000, 5000, 6000, 5000, 6000, 5000])
  expect(ended).toEqual([])
})

test('limitIdle() gives a fast beginning no more than the time of a body', async () => {
  const { reader, given, ended, send, paces } = openLimited()
  for (const bytes of [50_000_000, 60_000]) {
    send?.enqueue(new Uint8Array(bytes))
    await reader.read()
    const reading = reader.read()
    await untilAsked()
    paces.at(-1)?.()
    send?.enqueue(new Uint8Array(bytes))
    await reading
  }
  const reading = reader.read()
  await untilAsked()
  paces.at(-1)?.()
  paces.at(-1)?.()
  expect(new Set(given.filter((ms) => ms !== 5000))).toEqual(new Set([6000]))
  await expect(reading).rejects.toThrow('it sends too slowly')
  expect(ended).toEqual(['request'])
})

test('limitIdle() stops its timers at the end of a body', async () => {
  for (const finish of ['close', 'cancel'] as const) {
    const { reader, running, send } = openLimited()
    send?.enqueue(new Uint8Array(1))
    await reader.read()
    expect(running.size).toBe(2)
    if (finish === 'cancel') await reader.cancel()
    else {
      send?.close()
      await reader.read()
    }
    expect([finish, running.size]).toEqual([finish, 0])
  }
})
