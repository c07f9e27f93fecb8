import { setPriority } from 'node:os'
import { parentPort, workerData } from 'node:worker_threads'

// The thread on which a new build is looked into; it does this once and is gone. Requests come
// before it: Linux keeps a priority for each thread, elsewhere it would be that of the process.
const LOWEST_PRIORITY = 19
if (process.platform === 'linux') setPriority(0, LOWEST_PRIORITY)

// Loaded only now, because to load it is the half of the work.
const { inspectBuild } = await import('./_inspection.ts')
const inspected = inspectBuild(String(workerData), 'whole')
// The bytes of the manifest are handed over, not copied.
parentPort?.postMessage(inspected, inspected.ok ? [inspected.value.manifestBytes.buffer] : [])
