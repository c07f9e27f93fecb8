import { run } from './_run.ts'

/** `bun run start`: installs what running needs, and nothing else, then serves. */
console.log('Installing run-time packages (frozen lockfile, no scripts)')
const installed = await run(['install', '--frozen-lockfile', '--production'], { quiet: true })
if (installed !== 0) process.exit(installed)
process.exit(await run(['app/main.ts', 'serve']))
