import { setPriority } from 'node:os'
import { parentPort, workerData } from 'node:worker_threads'

// The thread that checks a new build once and then ends. Requests take priority: Linux has a
// priority for each thread, other systems only one for the process. The lowest one would get
// nothing done on a busy machine (spec/decisions/reload.md).
const LOW_PRIORITY = 10
if (process.platform === 'linux') setPriority(0, LOW_PRIORITY)

// Loaded after the priority is set, because loading is half of the work.
const { checkBuild } = await import('./_checked_build.ts')
const { distDir, manifestFile } = workerData
const checked = await checkBuild(String(distDir), String(manifestFile))
// The bytes are handed over, not copied: what was checked is what will be served.
const handed = checked.ok
  ? [checked.value.inspected.manifestBytes, ...Object.values(checked.value.files)]
  : []
parentPort?.postMessage(
  checked,
  handed.map(({ buffer }) => buffer),
)
