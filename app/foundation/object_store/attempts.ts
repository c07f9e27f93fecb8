import { setTimeout as wait } from 'node:timers/promises'
import { ObjectStoreFailure, toFailure } from './failure.ts'

const ATTEMPTS = 4
const PAUSE_MS_FIRST = 400

/** Each of these costs a whole deadline: a store that is silent twice is away. */
const ATTEMPTS_IN_SILENCE = 2

type Repeats = {
  /** 1 for a caller that comes again anyway. */
  readonly attemptsMax?: number | undefined
  /** Ends a pause between two attempts. */
  readonly signal?: AbortSignal | undefined
}

/** Tries again what may succeed in a moment; the last failure is thrown. */
export async function repeatPassing<Value>(
  attempt: () => Promise<Value>,
  { attemptsMax = ATTEMPTS, signal }: Repeats = {},
): Promise<Value> {
  for (let tried = 1; ; tried += 1) {
    try {
      return await attempt()
    } catch (error) {
      if (tried >= Math.min(attemptsMax, limitAttempts(error))) throw error
    }
    await pause(PAUSE_MS_FIRST * 2 ** (tried - 1), signal)
  }
}

function limitAttempts(error: unknown): number {
  if (!(error instanceof ObjectStoreFailure) || error.lasts === 'lasting') return 1
  return error.lasts === 'silent' ? ATTEMPTS_IN_SILENCE : ATTEMPTS
}

async function pause(ms: number, signal: AbortSignal | undefined): Promise<void> {
  await wait(ms, undefined, signal === undefined ? {} : { signal }).catch((error: unknown) => {
    throw toFailure(signal?.reason ?? error)
  })
}
