import { expect, test } from 'bun:test'
import { compare, isKept } from './_rows.ts'

const figure = { figure: 'calls', unit: 'answers/s', peerName: 'peer' } as const

test('compare() takes the median of the ratios when one round was disturbed', () => {
  const rounds = [
    { ours: 40, peer: 10 },
    { ours: 5, peer: 10 },
    { ours: 42, peer: 10 },
  ]
  const row = compare({ ...figure, better: 'more', rounds, wanted: 4 })
  expect(row).toMatchObject({ ours: 40, peer: 10, ratio: 4, ratioLeast: 0.5, ratioMost: 4.2 })
  expect(isKept(row)).toBe(true)
})

test('compare() inverts the ratio when less is better', () => {
  const rounds = [{ ours: 2, peer: 6 }]
  expect(compare({ ...figure, better: 'less', rounds }).ratio).toBe(3)
})

test('isKept() is false below the required ratio, and when nothing was measured', () => {
  const below = compare({ ...figure, better: 'more', rounds: [{ ours: 3, peer: 1 }], wanted: 4 })
  expect(isKept(below)).toBe(false)
  expect(isKept(compare({ ...figure, better: 'more', rounds: [], wanted: 4 }))).toBe(false)
})
