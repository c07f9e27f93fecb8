import { expect, test } from 'bun:test'
import type { Attempt } from './_attempts.ts'
import type { Injection } from './_injection.ts'
import { findViolations, type Observation } from './_judgement.ts'
import { type FaultPromise, PROMISES } from './promises.ts'

const DISK = PROMISES['disk-read-only']
const REDIS = PROMISES['redis-killed']

const NOTHING = async () => undefined
const INJECTION: Injection = { deployment: 'local', begin: NOTHING, end: NOTHING }

function attemptOf(kind: Attempt['kind'], outcome: Attempt['outcome'], atMs: number): Attempt {
  return { kind, outcome, detail: 'because', sentMs: atMs, doneMs: atMs + 1 }
}

const OUTAGE = [
  { level: 'error', event: 'outage_began', part: 'store' },
  { level: 'error', event: 'outage_ended', part: 'store' },
]

/** A fault from 100 to 200 that was over at 300, with everything as `disk-read-only` promises. */
const KEPT: Observation = {
  attempts: [
    attemptOf('pages', 'answered', 150),
    attemptOf('reads', 'refused', 150),
    attemptOf('reads', 'answered', 300),
  ],
  fromMs: 100,
  untilMs: 200,
  backMs: 300,
  events: OUTAGE,
  away: new Set(['store']),
  wasAway: () => false,
}

function judge(change: Partial<Observation>, promise: FaultPromise = DISK): readonly string[] {
  return findViolations(promise, INJECTION, { ...KEPT, ...change })
}

function after(...attempts: readonly Attempt[]): Partial<Observation> {
  return { attempts: [...KEPT.attempts, ...attempts] }
}

test('findViolations() finds nothing where the promise was kept', () => {
  expect(judge({})).toEqual([])
})

test('findViolations() finds each answer that the promise does not allow', () => {
  expect(judge(after(attemptOf('pages', 'wrong', 150)))).toEqual(['pages wrong: because'])
  expect(judge(after(attemptOf('mcp', 'refused', 150)))).toEqual(['mcp refused: because'])
  expect(judge(after(attemptOf('writes', 'wrong', 150)))).toEqual(['writes wrong: because'])
  expect(judge(after(attemptOf('reads', 'refused', 50)))).toEqual(['reads refused: because'])
  expect(judge(after(attemptOf('reads', 'refused', 310)))).toEqual(['reads refused: because'])
  expect(judge(after(attemptOf('a2a', 'unanswered', 150)))).toEqual(['a2a unanswered: because'])
})

test('findViolations() finds a fault that nobody noticed, and one that does not end', () => {
  const { attempts } = KEPT
  const unnoticed = attempts.filter(({ outcome }) => outcome === 'answered')
  expect(judge({ attempts: unnoticed })).toEqual(['no request was refused'])
  expect(judge({ away: new Set() })).toEqual(['/readyz did not name store'])
  expect(judge({ backMs: undefined })).toEqual(['it did not come back'])
  expect(judge({ backMs: 9000 })).toEqual(['it was back after 8800 ms'])
})

test('findViolations() finds lines that are missing, there twice, or of another part', () => {
  expect(judge({ events: OUTAGE.slice(0, 1) })).toEqual(['0 lines outage_ended, not 1'])
  expect(judge({ events: [...OUTAGE, ...OUTAGE] })).toHaveLength(2)
  const failed = { level: 'error', event: 'failed' }
  expect(judge({ events: [...OUTAGE, failed] })).toEqual([`the log: ${JSON.stringify(failed)}`])
  expect(judge({ away: new Set(['limits']) }, REDIS)).toContain('reads refused: because')
})
