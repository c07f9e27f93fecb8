import { expect, test } from 'bun:test'
import { classifyRefresh, type RefreshFacts } from './_refresh.ts'

const at = { now: 1000, overlap: 30 }
const fresh: RefreshFacts = { ends: 2000, usedAt: undefined, superseded: false, successors: [] }
const untouched = { used: false, superseded: false }
const used: RefreshFacts = { ...fresh, usedAt: 990, successors: [untouched] }

test('refreshUse() is the first while the token is unused and lasts', () => {
  expect(classifyRefresh(fresh, at)).toBe('first')
  expect(classifyRefresh({ ...fresh, ends: 1000 }, at)).toBe('ended')
})

test('refreshUse() overlaps once, shortly after the use, while the successor is unused', () => {
  expect(classifyRefresh(used, at)).toBe('overlap')
  expect(classifyRefresh({ ...used, usedAt: 971 }, at)).toBe('overlap')
  expect(classifyRefresh({ ...used, usedAt: 970 }, at)).toBe('reuse')
  expect(classifyRefresh({ ...used, successors: [{ ...untouched, used: true }] }, at)).toBe('reuse')
  const again = [{ used: false, superseded: true }, untouched]
  expect(classifyRefresh({ ...used, successors: again }, at)).toBe('reuse')
  expect(classifyRefresh({ ...used, successors: again.toReversed() }, at)).toBe('reuse')
  expect(classifyRefresh({ ...used, successors: [] }, at)).toBe('reuse')
})

test('refreshUse() bears a clock that lags a little, and not one that lags much', () => {
  expect(classifyRefresh({ ...used, usedAt: 1002 }, at)).toBe('overlap')
  expect(classifyRefresh({ ...used, usedAt: 1030 }, at)).toBe('reuse')
})

test('refreshUse() finds no overlap where none is allowed', () => {
  expect(classifyRefresh({ ...used, usedAt: 1000 }, { now: 1000, overlap: 0 })).toBe('reuse')
})

test('refreshUse() takes a token that stepped back for reuse, also after its end', () => {
  expect(classifyRefresh({ ...fresh, superseded: true }, at)).toBe('reuse')
  expect(classifyRefresh({ ...used, superseded: true }, at)).toBe('reuse')
  expect(classifyRefresh({ ...used, usedAt: 1, ends: 2 }, at)).toBe('reuse')
})
