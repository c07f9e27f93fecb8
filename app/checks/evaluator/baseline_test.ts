import { expect, test } from 'bun:test'
import {
  compareFigures,
  type FiguresByKind,
  findUnwatchedKinds,
  formatBaseline,
} from './baseline.ts'

const place = { file: 'corpus/eval/baseline.yaml', line: 3, column: 15 }
const baseline = {
  exists: true,
  entries: [{ kind: 'typo', measure: 'mrr', minimum: 0.93, place }],
} as const

const NONE = { queries: 0, mrr: 0, success: 0, recall: 0 }

function typoOf(mrr: number): FiguresByKind {
  return new Map([['typo', { queries: 200, mrr, success: mrr, recall: 1 }]])
}

test('compareFigures() says which kind fell by how much', () => {
  expect(compareFigures(baseline, typoOf(0.899))).toEqual([
    {
      ...place,
      what: 'MRR@10 of "typo" is 0.899, 0.031 below 0.93',
      fix: 'find the cause with eval --json, or lower the figure',
    },
  ])
})

test('compareFigures() accepts a figure that is reached', () => {
  expect(compareFigures(baseline, typoOf(0.93))).toEqual([])
})

test('compareFigures() reports a kind without queries', () => {
  expect(compareFigures(baseline, new Map())[0]?.what).toContain('no "typo" query is left')
})

test('findUnwatchedKinds() names the kinds that are measured but not compared', () => {
  const measured: FiguresByKind = new Map([...typoOf(1), ['judged', { ...NONE, queries: 3 }]])
  expect(findUnwatchedKinds(baseline, measured)).toEqual(['judged'])
  expect(findUnwatchedKinds(baseline, typoOf(1))).toEqual([])
})

test('formatBaseline() rounds every figure down to hundredths', () => {
  expect(formatBaseline(typoOf(0.899))).toEndWith(
    '\ntypo: { mrr: 0.89, success: 0.89, recall: 1 }\n',
  )
  expect(formatBaseline(typoOf(0.29))).toContain('mrr: 0.29,')
})
