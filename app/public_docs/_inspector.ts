import { setPriority } from 'node:os'
import { parentPort, workerData } from 'node:worker_threads'

// The thread that inspects a new build once and then ends. Requests take priority: Linux has a
// priority for each thread, other systems only one for the process.
const LOWEST_PRIORITY = 19
if (process.platform === 'linux') setPriority(0, LOWEST_PRIORITY)

// Loaded after the priority is set, because loading is half of the work.
const { inspectBuild } = await import('./_inspection.ts')
const inspected = inspectBuild(String(workerData), 'whole')
// The bytes of the manifest are transferred, not copied.
parentPort?.postMessage(inspected, inspected.ok ? [inspected.value.manifestBytes.buffer] : [])
