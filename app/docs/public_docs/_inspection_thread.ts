import { Worker } from 'node:worker_threads'
import { MANIFEST_FILE } from '../../contract/build.ts'
import { err, type Result } from '../../contract/result.ts'
import type { Log } from '../../foundation/telemetry/log.ts'
import { type CheckedBuild, checkBuild } from './_checked_build.ts'

/** Checks builds on a thread of its own, so that no request waits. */
export type Inspector = {
  check(distDir: string, manifestFile?: string): Promise<Result<CheckedBuild, string>>
  /** Stops running checks. */
  close(): void
}

/** Path of the thread's code in a compiled program; defined by `scripts/compile.ts`. */
declare const LECTERN_INSPECTOR: string | undefined
const CODE = typeof LECTERN_INSPECTOR === 'string' ? LECTERN_INSPECTOR : './_inspector.ts'

export function createInspector(log: Log): Inspector {
  const running = new Set<Worker>()
  return {
    check: async (distDir, manifestFile = MANIFEST_FILE) => {
      const worker = new Worker(new URL(CODE, import.meta.url), {
        workerData: { distDir, manifestFile },
      })
      running.add(worker)
      try {
        return await waitForResult(worker)
      } catch (error) {
        // Without the thread the check delays requests, but a build is never served unchecked.
        log.warn('check_on_request_thread', { reason: String(error) })
        return await checkBuild(distDir, manifestFile)
      } finally {
        running.delete(worker)
        await worker.terminate()
      }
    },
    close: () => {
      for (const worker of running) void worker.terminate()
    },
  }
}

async function waitForResult(worker: Worker): Promise<Result<CheckedBuild, string>> {
  return await new Promise((resolve, reject) => {
    // Only `_inspector.ts` posts on this channel, and it posts nothing else.
    worker.once('message', (found) => resolve(found as Result<CheckedBuild, string>))
    worker.once('error', reject)
    worker.once('exit', () => resolve(err('Cannot check the build: the check was stopped')))
  })
}
