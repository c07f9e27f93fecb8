import type { Snapshot } from '../public_docs/mod.ts'
import type { Log } from '../telemetry/log.ts'

/** Files of a build that cannot be read: the log names each once, until it can be read again. */
export type UnreadableFiles = {
  /** `reason` is undefined when the file was read. */
  note(snapshot: Snapshot, path: string, reason: string | undefined): void
}

/** A folder that is gone would otherwise cost a line for each request. */
export function createUnreadableFiles(log: Log): UnreadableFiles {
  const namedOf = new WeakMap<Snapshot, Set<string>>()
  return {
    note: (snapshot, path, reason) => {
      const named = namedOf.get(snapshot)
      if (reason === undefined) named?.delete(path)
      else if (named?.has(path) !== true) {
        namedOf.set(snapshot, (named ?? new Set()).add(path))
        log.error('manifests_unreadable', { path, reason })
      }
    },
  }
}
