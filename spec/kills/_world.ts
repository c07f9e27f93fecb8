import type { Gate } from './_gate.ts'
import type { RunRecord } from './run_record.ts'

/** What every client of a run is given. */
export type World = {
  readonly url: string
  readonly gate: Gate
  readonly record: RunRecord
  readonly random: () => number
}

/** How long after a broken connection the kill that broke it must show. */
const KILL_SHOWS_MS = 2000

/**
 * One step of a client. Nothing is known of a step whose answer a kill took away; a step that fails
 * while nobody was killed goes against a promise.
 */
export async function attempt<Answer>(
  { gate, record: ledger }: World,
  what: string,
  step: () => Promise<Answer>,
): Promise<Answer | undefined> {
  try {
    return await step()
  } catch (error) {
    const deadlineMs = Date.now() + KILL_SHOWS_MS
    while (gate.isOpen() && Date.now() < deadlineMs) await Bun.sleep(5)
    if (gate.isOpen()) ledger.violations.add(`${what} failed though nobody was killed: ${error}`)
    ledger.figures.answersLost += 1
    return undefined
  }
}

/** Asks until there is an answer: for steps that may be made any number of times. */
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
