import { expect, test } from 'bun:test'
import { createLog, type LogLevel } from './log.ts'

function linesOf(least: LogLevel, instantsMs: readonly number[]) {
  const lines: string[] = []
  let at = 0
  const log = createLog(
    least,
    (line) => lines.push(line),
    () => instantsMs[at++] ?? 0,
  )
  return { log, parsed: () => lines.map((line): unknown => JSON.parse(line)) }
}

test('createLog() writes one JSON object a line, with or without fields', () => {
  const { log, parsed } = linesOf('info', [0, 1.9])
  log.info('request', { path: '/a"b', status: 200, cached: false, gone: undefined })
  log.warn('stopping')
  expect(parsed()).toEqual([
    {
      time: '1970-01-01T00:00:00.000Z',
      level: 'info',
      event: 'request',
      path: '/a"b',
      status: 200,
      cached: false,
    },
    { time: '1970-01-01T00:00:00.001Z', level: 'warn', event: 'stopping' },
  ])
})

test('createLog() writes the instant of each line when the clock goes on or back', () => {
  const { log, parsed } = linesOf('info', [5.1, 5.8, 6, 4])
  for (const event of ['a', 'b', 'c', 'd']) log.info(event)
  expect(parsed()).toMatchObject([
    { time: '1970-01-01T00:00:00.005Z' },
    { time: '1970-01-01T00:00:00.005Z' },
    { time: '1970-01-01T00:00:00.006Z' },
    { time: '1970-01-01T00:00:00.004Z' },
  ])
})

test('createLog() drops lines below the least level', () => {
  const { log, parsed } = linesOf('warn', [0, 0, 0])
  log.debug('a')
  log.info('b')
  log.error('c')
  expect(parsed()).toMatchObject([{ level: 'error', event: 'c' }])
})
