import { expect, test } from 'bun:test'
import { progressBar } from './_progress.ts'

function run(isTTY: boolean, elapsedMs: number, total: number): string {
  const written: string[] = []
  let nowMs = 0
  const output = { isTTY, write: (text: string) => written.push(text) }
  const report = progressBar('building', output, () => nowMs)
  nowMs = elapsedMs
  for (let done = 1; done <= total; done += 1) report(done, total)
  return written.join('')
}

test('progressBar() rewrites one line on a terminal and ends it', () => {
  expect(run(true, 0, 2)).toBe(
    '\r\u001b[2Kbuilding  50 % (1 of 2 pages)\r\u001b[2Kbuilding 100 % (2 of 2 pages)\n',
  )
})

test('progressBar() writes a line every tenth into a log when the run is slow', () => {
  const lines = run(false, 2500, 1000).trimEnd().split('\n')
  expect(lines).toHaveLength(11)
  expect(lines[1]).toBe('building  10 % (100 of 1000 pages)')
})

test('progressBar() writes nothing into a log when the run is quick', () => {
  expect(run(false, 1999, 1000)).toBe('')
})
