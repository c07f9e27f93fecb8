import type { Snapshot } from '../../docs/public_docs/mod.ts'
import type { Log } from '../../foundation/telemetry/log.ts'

type ReadForm = {
  readonly snapshot: Snapshot
  readonly path: string
  readonly coding: string
}

/** Files of a build that cannot be read: the log names each once, until it can be read again. */
export type UnreadableFiles = {
  /** `reason` is undefined when the form was read. */
  note(form: ReadForm, reason: string | undefined): void
}

/** A folder that is gone would otherwise cost a line for each request. */
export function createUnreadableFiles(log: Log): UnreadableFiles {
  /** By path, the coding that could not be read: another form of the file may be whole. */
  const failedOf = new WeakMap<Snapshot, Map<string, string>>()
  return {
    note: ({ snapshot, path, coding }, reason) => {
      const failed = failedOf.get(snapshot) ?? new Map<string, string>()
      if (reason === undefined) {
        if (failed.get(path) === coding) failed.delete(path)
      } else if (!failed.has(path)) {
        failedOf.set(snapshot, failed.set(path, coding))
        log.error('manifests_unreadable', { path, reason })
      }
    },
  }
}
