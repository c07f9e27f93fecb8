import type { Log } from '../../foundation/telemetry/log.ts'
import type { ManifestIdentity } from './_inspection.ts'

/** How often a refused build is tried again, in case its files have been completed. */
const RETRY_EVERY_MS = 3000

/** The last manifest whose build was refused: retried from time to time, logged once. */
export class Refusals {
  readonly #log: Log
  readonly #report: (line: string) => void
  /** Absent when there was no manifest. */
  #identity: ManifestIdentity | undefined
  #reason: string | undefined
  #retryTimer: ReturnType<typeof setTimeout> | undefined

  constructor(log: Log, report: (line: string) => void = () => {}) {
    this.#log = log
    this.#report = report
  }

  /** Why the manifest is refused; absent if it is not. */
  get reason(): string | undefined {
    return this.#reason
  }

  /** Whether this manifest was refused too recently to try again. */
  isResting(identity: ManifestIdentity | undefined): boolean {
    return this.#retryTimer !== undefined && this.#identity === identity
  }

  /** Records a refusal, and logs it unless that would repeat the last line: then false. */
  note(identity: ManifestIdentity | undefined, reason: string, build: string): boolean {
    const isLogged = this.#identity === identity && this.#reason === reason
    this.forget()
    this.#identity = identity
    this.#reason = reason
    this.#retryTimer = setTimeout(() => {
      this.#retryTimer = undefined
    }, RETRY_EVERY_MS)
    if (isLogged) return false
    this.#log.error('reload_refused', { reason, build })
    this.#report(`${reason}. Still serving build ${build}`)
    return true
  }

  forget(): void {
    clearTimeout(this.#retryTimer)
    this.#retryTimer = undefined
    this.#reason = undefined
  }
}
