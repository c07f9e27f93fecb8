import { ObjectStoreFailure } from './failure.ts'

const ATTEMPTS = 4
const PAUSE_MS_FIRST = 400

/** Tries again what may succeed in a moment; the last failure is thrown. */
export async function repeatPassing<Value>(
  attempt: () => Promise<Value>,
  attemptsMax: number = ATTEMPTS,
): Promise<Value> {
  for (let tried = 1; ; tried += 1) {
    try {
      return await attempt()
    } catch (error) {
      const isPassing = error instanceof ObjectStoreFailure && error.lasts === 'passing'
      if (!isPassing || tried >= attemptsMax) throw error
    }
    await Bun.sleep(PAUSE_MS_FIRST * 2 ** (tried - 1))
  }
}
