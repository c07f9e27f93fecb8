import type { Gate } from './_gate.ts'
import type { RunRecord } from './run_record.ts'

/** What every client of a run shares. */
export type World = {
  readonly url: string
  readonly gate: Gate
  readonly record: RunRecord
  readonly random: () => number
}

/** How soon after a broken connection the gate must close, if a kill broke it. */
const KILL_SHOWS_MS = 2000

/**
 * One step of a client. Nothing is known about a step whose answer was lost to a kill; a step that
 * fails without a kill breaks a promise.
 */
export async function attempt<Answer>(
  { gate, record }: World,
  what: string,
  step: () => Promise<Answer>,
): Promise<Answer | undefined> {
  try {
    return await step()
  } catch (error) {
    const deadlineMs = Date.now() + KILL_SHOWS_MS
    while (gate.isOpen() && Date.now() < deadlineMs) await Bun.sleep(5)
    if (gate.isOpen()) record.violations.add(`${what} failed without a kill: ${error}`)
    record.figures.answersLost += 1
    return undefined
  }
}

/** Repeats a step until there is an answer: for steps that may be made any number of times. */
export async function insist<Answer>(
  world: World,
  what: string,
  step: () => Promise<Answer>,
): Promise<Answer | undefined> {
  while (await world.gate.pass()) {
    const answer = await attempt(world, what, step)
    if (answer !== undefined) return answer
  }
  return undefined
}
