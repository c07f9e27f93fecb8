import { expect } from 'bun:test'
import { cp, mkdir, mkdtemp, rm, symlink, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { needs, verifies } from '../requirements/verifies.ts'
import { NPX_BUN } from '../support/npx_bun.ts'
import { ROOT } from '../support/repository.ts'
import { freePort } from '../support/running.ts'

/** Stands in for the service: it says when it is there, and how it ended. */
const SERVICE = `
const server = Bun.serve({ port: Number(process.env.PORT), fetch: () => new Response('here') })
process.on('SIGTERM', () => { console.log('asked to stop'); server.stop(); process.exit(0) })
`

type Start = { readonly child: Bun.Subprocess<'ignore', 'pipe', 'pipe'>; readonly url: string }

/** Starts a folder that has our own start script and a service that starts at once. */
async function startIn(home: string, command: readonly string[]): Promise<Start> {
  await mkdir(join(home, 'app'), { recursive: true })
  await cp(join(ROOT, 'scripts'), join(home, 'scripts'), { recursive: true })
  await writeFile(join(home, 'app/main.ts'), SERVICE)
  await writeFile(
    join(home, 'package.json'),
    '{ "name": "a", "scripts": { "start": "bun scripts/start.ts" } }',
  )
  await mkdir(join(home, 'bin'))
  await symlink(process.execPath, join(home, 'bin/bun'))
  const port = await freePort()
  const child = Bun.spawn([...command], {
    cwd: home,
    env: { ...process.env, PORT: String(port), PATH: `${join(home, 'bin')}:${process.env.PATH}` },
    stdin: 'ignore',
    stdout: 'pipe',
    stderr: 'pipe',
    // A group of its own, so that a signal reaches nobody else.
    detached: true,
  })
  const url = `http://127.0.0.1:${port}/`
  while (!(await isAnswered(url))) {
    if (child.exitCode !== null) throw new Error(await new Response(child.stderr).text())
    await Bun.sleep(50)
  }
  return { child, url }
}

async function isAnswered(url: string): Promise<boolean> {
  return await fetch(url).then(
    () => true,
    () => false,
  )
}

const NPX = [...NPX_BUN.split(' '), 'run', 'start']

const WAYS = [
  { name: 'by its id to bun run start', command: ['bun', 'run', 'start'], sign: 1 },
  { name: 'to the process group of bun run start', command: ['bun', 'run', 'start'], sign: -1 },
  { name: 'by its id to npx', command: NPX, sign: 1 },
  { name: 'to the process group of npx', command: NPX, sign: -1 },
] as const

for (const { name, command, sign } of WAYS) {
  verifies(
    'start.stops',
    `SIGTERM ${name} ends the service`,
    async () => {
      const home = await mkdtemp(join(tmpdir(), 'lectern-signals-'))
      const { child, url } = await startIn(home, command)
      try {
        process.kill(sign * child.pid, 'SIGTERM')
        // The output ends when the last process of the chain has ended.
        expect(await new Response(child.stdout).text()).toContain('asked to stop')
        expect(await isAnswered(url)).toBe(false)
      } finally {
        await child.exited
        await rm(home, { recursive: true, force: true })
      }
    },
    {
      needs: command === NPX ? [needs('npx', Bun.which('npx') !== null, 'install Node.js 20')] : [],
    },
  )
}
