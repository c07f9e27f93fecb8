import type { Attempt, Outcome } from './_attempts.ts'
import { DOCS_KINDS } from './_attempts.ts'
import type { Injection } from './_injection.ts'
import type { LoggedEvent } from './_readiness.ts'
import type { FaultPromise } from './promises.ts'

/** What was seen of one fault. */
export type Observation = {
  readonly attempts: readonly Attempt[]
  /** From when until when the fault lasted, and when everything answered again. */
  readonly fromMs: number
  readonly untilMs: number
  readonly backMs: number | undefined
  readonly events: readonly LoggedEvent[]
  /** Parts that `/readyz` named meanwhile. */
  readonly away: ReadonlySet<string>
  /** Whether a request may have met a process that was gone. */
  readonly wasAway: (fromMs: number, untilMs: number) => boolean
}

/** What each promise about private tools allows beside an answer while the fault lasts. */
const ALLOWED: Readonly<Record<FaultPromise['tools'], readonly Outcome[]>> = {
  work: [],
  late: [],
  refuse: ['refused'],
  away: [],
  refresh: ['expired'],
}

/** What a fault must show at least once, or it was not there. */
const EVIDENCE: Readonly<Record<FaultPromise['tools'], Outcome | undefined>> = {
  work: undefined,
  late: undefined,
  refuse: 'refused',
  away: 'unanswered',
  refresh: 'expired',
}

/** Whether what the promise says was seen already: the fault may end. */
export function isEvident(promise: FaultPromise, injection: Injection, seen: Observation): boolean {
  return findMissing(promise, injection, seen).length === 0
}

/** Everything that breaks the promise; wrong answers first. */
export function findViolations(
  promise: FaultPromise,
  injection: Injection,
  seen: Observation,
): readonly string[] {
  const wrong = seen.attempts.filter((each) => !isKept(promise, seen, each))
  const { backMs, untilMs, events } = seen
  return [
    ...new Set(wrong.map(({ kind, outcome, detail }) => `${kind} ${outcome}: ${detail}`)),
    ...findMissing(promise, injection, seen),
    ...findLogFaults(promise, injection, events),
    ...(backMs === undefined ? ['it did not come back'] : []),
    ...(backMs !== undefined && backMs - untilMs > promise.backSeconds * 1000
      ? [`it was back after ${Math.round(backMs - untilMs)} ms`]
      : []),
  ]
}

function isKept(promise: FaultPromise, seen: Observation, attempt: Attempt): boolean {
  const { kind, outcome, sentMs, doneMs, detail } = attempt
  if (outcome === 'answered') return true
  if (outcome === 'unanswered') return seen.wasAway(sentMs, doneMs)
  if (DOCS_KINDS.some((each) => each === kind)) {
    return promise.docs === 'search' && detail.includes('its file is missing')
  }
  if (doneMs < seen.fromMs || sentMs > (seen.backMs ?? seen.untilMs)) return false
  // A refresh whose answer was lost twice looks like a theft, and ends the grant.
  if (promise.tools === 'away' && detail.includes('invalid_grant')) return true
  return ALLOWED[promise.tools].includes(outcome)
}

function findMissing(
  promise: FaultPromise,
  { event, isBrief = false }: Injection,
  { attempts, events, away, fromMs }: Observation,
): readonly string[] {
  const { part } = promise
  const outcome = EVIDENCE[promise.tools]
  const during = attempts.filter(({ doneMs }) => doneMs > fromMs)
  const isShown = outcome === undefined || during.some((each) => each.outcome === outcome)
  const isLogged = isBrief && events.some(({ event: each }) => each === 'outage_began')
  const isNamed = part === undefined || away.has(part) || isLogged
  return [
    ...(isShown ? [] : [`no request was ${outcome}`]),
    ...(isNamed ? [] : [`/readyz did not name ${part}`]),
    ...(event === undefined || countOf(events, event) > 0 ? [] : [`no line ${event}`]),
  ]
}

const OUTAGE = ['outage_began', 'outage_ended']

/** One line for the begin and one for the end, and no other error. */
function findLogFaults(
  { part }: FaultPromise,
  { event: own, eventByPath }: Injection,
  events: readonly LoggedEvent[],
): readonly string[] {
  const hasOutage = part !== undefined && own === undefined
  const expected = [...(hasOutage ? OUTAGE : []), ...(own === undefined ? [] : [own])]
  const counted = expected.flatMap((event) => {
    const count = countOf(events, event)
    return count === 1 ? [] : [`${count} lines ${event}, not 1`]
  })
  const byPath = events.filter(({ event }) => event === eventByPath).map(({ path }) => path)
  const repeats = byPath.length - new Set(byPath).size
  const others = events.filter(
    ({ level, event, part: named }) =>
      level === 'error' &&
      event !== eventByPath &&
      !(expected.includes(event) && (named ?? part) === part),
  )
  const repeated = repeats === 0 ? [] : [`${repeats} lines ${eventByPath} for a path again`]
  return [...counted, ...repeated, ...others.map((line) => `the log: ${JSON.stringify(line)}`)]
}

function countOf(events: readonly LoggedEvent[], event: string): number {
  return events.filter((each) => each.event === event).length
}
