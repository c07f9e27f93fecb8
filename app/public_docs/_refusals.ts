import type { Log } from '../telemetry/log.ts'
import type { ManifestIdentity } from './_inspection.ts'

/** How often a build that was refused is tried again, in case its files are whole by now. */
const RETRY_EVERY_MS = 3000

/** The last manifest whose build could not be used: tried again now and then, told once. */
export class Refusals {
  readonly #log: Log
  /** Absent for a manifest that is not there. */
  #identity: ManifestIdentity | undefined
  #reason: string | undefined
  #rest: ReturnType<typeof setTimeout> | undefined

  constructor(log: Log) {
    this.#log = log
  }

  /** Whether this manifest was refused just now. */
  isResting(identity: ManifestIdentity | undefined): boolean {
    return this.#rest !== undefined && this.#identity === identity
  }

  /** Notes a refusal, and logs it unless that would only repeat the last line. */
  note(identity: ManifestIdentity | undefined, reason: string, build: string): void {
    const isTold = this.#identity === identity && this.#reason === reason
    this.forget()
    this.#identity = identity
    this.#reason = reason
    this.#rest = setTimeout(() => {
      this.#rest = undefined
    }, RETRY_EVERY_MS)
    if (!isTold) this.#log.error('reload_refused', { reason, build })
  }

  forget(): void {
    clearTimeout(this.#rest)
    this.#rest = undefined
    this.#reason = undefined
  }
}
