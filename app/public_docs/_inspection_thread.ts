import { Worker } from 'node:worker_threads'
import { err, type Result } from '../contract/result.ts'
import type { Log } from '../telemetry/log.ts'
import { type InspectedBuild, inspectBuild } from './_inspection.ts'

/** Inspects builds on a thread of its own, so that no request waits. */
export type Inspector = {
  inspect(distDir: string): Promise<Result<InspectedBuild, string>>
  /** Stops running inspections. */
  close(): void
}

/** Path of the thread's code in a compiled program; defined by `scripts/compile.ts`. */
declare const LECTERN_INSPECTOR: string | undefined
const CODE = typeof LECTERN_INSPECTOR === 'string' ? LECTERN_INSPECTOR : './_inspector.ts'

export function createInspector(log: Log): Inspector {
  const running = new Set<Worker>()
  return {
    inspect: async (distDir) => {
      const worker = new Worker(new URL(CODE, import.meta.url), {
        workerData: distDir,
      })
      worker.unref()
      running.add(worker)
      try {
        return await waitForResult(worker)
      } catch (error) {
        // Without the thread the check delays requests, but a build is never served unchecked.
        log.warn('check_on_request_thread', { reason: String(error) })
        return inspectBuild(distDir, 'whole')
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

async function waitForResult(worker: Worker): Promise<Result<InspectedBuild, string>> {
  return await new Promise((resolve, reject) => {
    // Only `_inspector.ts` posts on this channel, and it posts nothing else.
    worker.once('message', (found) => resolve(found as Result<InspectedBuild, string>))
    worker.once('error', reject)
    worker.once('exit', () => resolve(err('Cannot check the build: the check was stopped')))
  })
}
