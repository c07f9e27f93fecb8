import { expect, test } from 'bun:test'
import { findStrays, type HeldOut, type HeldOutQuestion } from './_held_out_questions.ts'
import {
  countMarks,
  formatScores,
  formatShown,
  markAnswer,
  type QuestionMarks,
} from './_held_out_score.ts'

const question: HeldOutQuestion = {
  query: 'how do I keep a copy?',
  kind: 'sentence',
  pages: [
    { path: 'run/backup', grade: 3 },
    { path: 'run/store', grade: 1 },
  ],
  holds: ['copies the store to a file', 'every night at two'],
}
const sure = { isSure: true } as const
const NONE = { first: false, three: false, ten: false, passage: false, passages: false } as const

test('markAnswer() counts pages of grade 2 and 3 by rank, and not a related one', () => {
  const findPages = (...pages: string[]) => markAnswer(question, { pages, passages: [], ...sure })
  expect(findPages('run/backup')).toEqual({ ...NONE, first: true, three: true, ten: true })
  expect(findPages('run/store', 'a', 'b', 'run/backup')).toEqual({ ...NONE, ten: true })
  expect(findPages('run/store')).toEqual(NONE)
  const onlyRelated = { ...question, pages: [{ path: 'run/store', grade: 1 }] }
  expect(markAnswer(onlyRelated, { pages: ['run/store'], passages: [], ...sure }).first).toBe(true)
})

test('markAnswer() finds a quote in any marks, in the first three passages only', () => {
  const findPassages = (...passages: string[]) =>
    markAnswer(question, { pages: [], passages, ...sure })
  const marked = '> It [copies the\n`store`](/run/store "Store") to a **file**.'
  expect(findPassages(marked)).toEqual({ ...NONE, passage: true, passages: true })
  expect(findPassages('', 'Restores it', 'every night at two')).toEqual({ ...NONE, passages: true })
  expect(findPassages('', '', '', 'every night at two')).toEqual(NONE)
})

test('the tables count by language and kind, engine by engine', () => {
  const right = { first: true, three: true, ten: true, passage: true, passages: true }
  const scored: readonly QuestionMarks[] = [
    { language: 'de', kind: 'words', marks: [right, NONE] },
    { language: 'de', kind: 'sentence', marks: [{ ...right, passage: false }, right] },
    { language: 'ja', kind: 'words', marks: [NONE, { ...NONE, ten: true }] },
  ]
  expect(countMarks(scored, 'first')).toEqual([2, 1])
  const table = formatScores(['ours', 'peer'], scored)
  const cells = table.split('\n').map((line) => line.split(/\s{2,}/))
  expect(cells).toContainEqual(['all', '3', '2/2/2/1/2', '1/1/2/1/1'])
  expect(cells).toContainEqual(['de', '2', '2/2/2/1/2', '1/1/1/1/1'])
  expect(cells).toContainEqual(['words', '2', '1/1/1/1/1', '0/0/1/0/0'])
  expect(cells).toContainEqual(['ja words', '1', '0/0/0/0/0', '0/0/1/0/0'])
  expect(table).not.toContain('ja sentence')
  expect(formatShown(['ours', 'peer'], scored).split('\n')).toEqual([
    'ours: of 2 right pages that stand first 1 show the answer',
    'peer: of 1 right pages that stand first 1 show the answer',
  ])
})

test('findStrays() names pages and quotes that a documentation does not have', () => {
  const questions = [question]
  const heldOut: HeldOut = { name: 'x', source: '', language: 'en', questions, unanswered: [] }
  const bodies = new Map([
    ['run/backup', 'It *copies*\nthe store to a file every night at two.'],
    ['run/store', ''],
  ])
  expect(findStrays(heldOut, bodies)).toEqual([])
  expect(findStrays(heldOut, new Map([['run/backup', 'Copies the store.']]))).toEqual([
    'x: no page "run/store"',
    'x: no page says "copies the store to a file"',
    'x: no page says "every night at two"',
  ])
})
