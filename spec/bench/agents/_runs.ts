import { countTokens } from 'gpt-tokenizer/encoding/o200k_base'
import { findMedian } from '../_rows.ts'
import type { Outcome } from './_policy.ts'

/** All tasks in one setting. */
export type Run = {
  readonly name: string
  readonly tasks: number
  readonly right: number
  readonly wrong: readonly string[]
  readonly missed: readonly string[]
  readonly calls: readonly number[]
  readonly medianCalls: number
  /** What the tool list and instructions have, read before the first call. */
  readonly preambleTokens: number
  readonly medianTokens: number
  readonly tokens: readonly number[]
  /** The preamble once, and every result. */
  readonly sessionTokens: number
  /** The preamble for each task, and every result. */
  readonly aloneTokens: number
}

type SettingNames = { readonly name: string; readonly preamble: string }

/** What the same text has is counted once: the list of tools is that of every task. */
const counted = new Map<string, number>()

export function toRun(
  { name, preamble }: SettingNames,
  outcomes: readonly ({ readonly id: string } & Outcome)[],
): Run {
  const idsOf = (wanted: string) =>
    outcomes.filter(({ verdict }) => verdict === wanted).map(({ id }) => id)
  const tokens = outcomes.map(({ text }) => countOnce(text))
  const preambleTokens = countOnce(preamble)
  return summarise({
    name,
    right: idsOf('right').length,
    wrong: idsOf('wrong'),
    missed: idsOf('missed'),
    calls: outcomes.map(({ calls }) => calls),
    tokens,
    preambleTokens,
    sessionTokens: preambleTokens + sum(tokens),
    aloneTokens: preambleTokens * tokens.length + sum(tokens),
  })
}

/** Two corpora in one setting: each is a session of its own. */
export function addRuns(one: Run, other: Run): Run {
  return summarise({
    name: one.name,
    right: one.right + other.right,
    wrong: [...one.wrong, ...other.wrong],
    missed: [...one.missed, ...other.missed],
    calls: [...one.calls, ...other.calls],
    tokens: [...one.tokens, ...other.tokens],
    preambleTokens: one.preambleTokens + other.preambleTokens,
    sessionTokens: one.sessionTokens + other.sessionTokens,
    aloneTokens: one.aloneTokens + other.aloneTokens,
  })
}

export function formatRuns(runs: readonly Run[]): string {
  return runs.map(formatRun).join('\n')
}

function formatRun(run: Run): string {
  const { name, tasks, right, wrong, missed, medianCalls, calls } = run
  const figures = [
    `${right} of ${tasks} right`,
    `${wrong.length} wrong claims`,
    `calls ${medianCalls} median, ${sum(calls)} in all`,
    `tokens ${run.preambleTokens} before, ${run.medianTokens} median,`,
    `${run.sessionTokens} in one session, ${run.aloneTokens} alone`,
  ]
  const ids = [...wrong.map((id) => `wrong ${id}`), ...missed.map((id) => `missed ${id}`)]
  return `${name}: ${figures.join(' ')}${ids.length === 0 ? '' : `\n  ${ids.join(', ')}`}`
}

function summarise(run: Omit<Run, 'tasks' | 'medianCalls' | 'medianTokens'>): Run {
  const { calls, tokens } = run
  return {
    ...run,
    tasks: calls.length,
    medianCalls: findMedian(calls),
    medianTokens: findMedian(tokens),
  }
}

function countOnce(text: string): number {
  const known = counted.get(text) ?? countTokens(text)
  counted.set(text, known)
  return known
}

function sum(numbers: readonly number[]): number {
  return numbers.reduce((total, each) => total + each, 0)
}
