import { expect, test } from 'bun:test'
import { createLog, type LogFields } from './log.ts'
import { formatPrettyLine } from './pretty_log.ts'

function lineOf(fields: LogFields, hasColours = false): string {
  let pretty = ''
  const log = createLog(
    'info',
    (line) => {
      pretty = formatPrettyLine(line, hasColours)
    },
    () => Date.parse('2026-11-22T10:00:00.123Z'),
  )
  log.error('outage_began', fields)
  return pretty
}

test('formatPrettyLine() writes the time, the level, the event and the fields', () => {
  expect(lineOf({ part: 'store', reason: 'the disk is full', seconds: 3 })).toBe(
    '10:00:00.123 error outage_began   part=store reason="the disk is full" seconds=3',
  )
  expect(lineOf({})).toBe('10:00:00.123 error outage_began')
})

test('formatPrettyLine() colours the level where the terminal has colours', () => {
  expect(lineOf({}, true)).toContain('\u001b[31merror\u001b[0m')
})
