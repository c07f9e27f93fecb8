import { expect, test } from 'bun:test'
import { waitUntil } from '../../support/wait_until.ts'
import { createSenders } from './senders.ts'

const NEVER_MS = 3_600_000

test('createSenders() replaces a sender that crashes, and names the crash', async () => {
  const time = Float64Array.of(0, 1)
  const started: Bun.Subprocess[] = []
  const start = () => {
    const child = Bun.spawn(started.length === 0 ? ['sh', '-c', 'exit 3'] : ['sleep', '600'])
    started.push(child)
    return child
  }
  const options = { count: 1, killEveryMs: NEVER_MS, random: () => 0, time }
  const senders = createSenders(start, options)
  await waitUntil(() => started.length === 2)
  expect([senders.crashes(), senders.isSending()]).toEqual([
    ['sender 0 ended by itself: exit 3'],
    false,
  ])
  await senders.stop()
  expect(started.map(({ signalCode }) => signalCode)).toEqual([null, 'SIGKILL'])
})

test('createSenders() starts one sender for each that it kills', async () => {
  const started: Bun.Subprocess[] = []
  const start = () => {
    const child = Bun.spawn(['sleep', '600'])
    started.push(child)
    return child
  }
  const time = Float64Array.of(0, 0)
  const senders = createSenders(start, { count: 1, killEveryMs: 1, random: () => 0, time })
  await waitUntil(() => started.length > 5)
  senders.calm()
  await senders.stop()
  const ended = started.map(({ signalCode }) => signalCode)
  for (const child of started) child.kill('SIGKILL')
  expect(ended).toEqual(started.map(() => 'SIGKILL'))
  expect(senders.crashes()).toEqual([])
})
