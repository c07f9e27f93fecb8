import { parentPort, workerData } from 'node:worker_threads'
import { inspectBuild } from './_inspect.ts'

// The thread on which a new build is looked into; it does this once and is gone.
const inspected = inspectBuild(String(workerData), 'whole')
// The bytes of the manifest are handed over, not copied.
parentPort?.postMessage(inspected, inspected.ok ? [inspected.value.manifestBytes.buffer] : [])
