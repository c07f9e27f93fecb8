import { expect, test } from 'bun:test'
import { logIncident } from './incident.ts'
import { createLog } from './log.ts'

function logOf(work: (log: ReturnType<typeof createLog>) => string): readonly [string, string] {
  const lines: string[] = []
  const id = work(
    createLog(
      'info',
      (line) => lines.push(line),
      () => 0,
    ),
  )
  return [id, lines.join('\n')]
}

const HEAD = '{"time":"1970-01-01T00:00:00.000Z","level":"error","event":"x_failed",'

test('logIncident() logs the reason under the id that it gives', () => {
  const [id, line] = logOf((log) => logIncident(log, 'x_failed', 'a reason', { method: 'GET' }))
  expect(line).toBe(`${HEAD}"incident":"${id}","method":"GET","reason":"a reason"}`)
})

test('logIncident() logs the stack of an error, and the id under another name', () => {
  const error = new Error('a fault')
  const [id, line] = logOf((log) => logIncident(log, 'x_failed', error, {}, 'id'))
  expect(line).toBe(`${HEAD}"id":"${id}","reason":${JSON.stringify(error.stack)}}`)
})
