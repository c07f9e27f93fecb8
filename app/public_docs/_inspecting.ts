import { Worker } from 'node:worker_threads'
import { err, type Result } from '../contract/result.ts'
import { type Inspected, inspectBuild } from './_inspect.ts'

/** Looks into builds on a thread of its own, so that no request waits for it. */
export type Inspector = {
  inspect(distDir: string): Promise<Result<Inspected, string>>
  /** Ends what is running. */
  close(): void
}

export function createInspector(): Inspector {
  const running = new Set<Worker>()
  return {
    inspect: async (distDir) => {
      const worker = new Worker(new URL('./_inspector.ts', import.meta.url), {
        workerData: distDir,
      })
      worker.unref()
      running.add(worker)
      try {
        return await outcome(worker)
      } catch {
        // Without its thread a check takes longer; without a check nothing could be served.
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

async function outcome(worker: Worker): Promise<Result<Inspected, string>> {
  return await new Promise((resolve, reject) => {
    // Only `_inspector.ts` speaks on this channel, and it says nothing else.
    worker.once('message', (found) => resolve(found as Result<Inspected, string>))
    worker.once('error', reject)
    worker.once('exit', () => resolve(err('Cannot check the build: the check was ended')))
  })
}
