import { setPriority } from 'node:os'
import { parentPort } from 'node:worker_threads'

// The thread that writes the search index of a preview. Pages take priority: Linux has a priority
// for each thread, other systems only one for the process.
const LOWEST_PRIORITY = 19
if (process.platform === 'linux') setPriority(0, LOWEST_PRIORITY)

// Loaded after the priority is set, because loading is half of the work.
const { createIndexWriter } = await import('./_index_writer.ts')
const write = createIndexWriter()
parentPort?.on('message', (request) => {
  const bytes = write(request)
  parentPort?.postMessage(bytes, [bytes.buffer])
})
