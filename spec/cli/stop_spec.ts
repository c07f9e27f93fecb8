import { expect } from 'bun:test'
import { readFile } from 'node:fs/promises'
import { verifies, verifiesLong } from '../requirements/verifies.ts'
import { MAIN } from '../support/repository.ts'
import { startRunning } from '../support/running.ts'
import { waitUntil } from '../support/wait_until.ts'

const HEAD = [
  'POST /mcp HTTP/1.1',
  'Host: localhost',
  'Content-Type: application/json',
  'Connection: close',
  // The service says when it has the head.
  'Expect: 100-continue',
].join('\r\n')

/** Has a service begin a call, sends half of its body, and waits to be told to send the rest. */
async function halfCall(url: string, body: string) {
  const { port } = new URL(url)
  let answer = ''
  const closed = Promise.withResolvers<void>()
  const socket = await Bun.connect({
    hostname: '127.0.0.1',
    port: Number(port),
    socket: {
      data: (_socket, bytes) => {
        answer += new TextDecoder().decode(bytes)
      },
      close: () => closed.resolve(),
    },
  })
  const half = Math.floor(body.length / 2)
  socket.write(`${HEAD}\r\nContent-Length: ${body.length}\r\n\r\n`)
  await waitUntil(() => answer.startsWith('HTTP/1.1 100 '))
  socket.write(body.slice(0, half))
  return {
    finish: async () => {
      socket.write(body.slice(half))
      await closed.promise
      return answer
    },
  }
}

verifiesLong(
  'admin.health',
  'serve answers what is in hand after SIGTERM, says that it is no longer ready, and exits with 0',
  async () => {
    const running = await startRunning()
    const body = JSON.stringify({ jsonrpc: '2.0', id: 7, method: 'ping' })
    const call = await halfCall(running.url, body)
    const stopped = running.stop()
    await waitUntil(async () => (await fetch(`${running.adminUrl}/readyz`)).status === 503)
    expect((await fetch(`${running.adminUrl}/healthz`)).status).toBe(200)
    expect(await call.finish()).toContain('"id":7,"result":{}')
    expect(await stopped).toBe(0)
  },
)

/** Longer than any test: whoever waits for the end of it does not end. */
const LONG = { DRAIN_SECONDS: '600' }

verifies(
  'admin.drain',
  'serve goes on after SIGTERM, keeps no connection open, and a second signal ends it',
  async () => {
    const running = await startRunning({ env: LONG })
    try {
      const ready = () => fetch(`${running.adminUrl}/readyz`).then(({ status }) => status)
      const ask = (path: string) => fetch(`${running.url}${path}`)
      expect((await ask('/robots.txt')).headers.get('connection')).not.toBe('close')
      process.kill(running.pid, 'SIGTERM')
      while ((await ready()) === 200) await Bun.sleep(10)
      const answers = [await ask('/robots.txt'), await ask('/mcp')]
      expect(answers.map(({ status }) => status)).toEqual([200, 405])
      // The refusal of a body that nobody read must not be lost with its connection.
      const closing = answers.map(({ headers }) => headers.get('connection') === 'close')
      expect(closing).toEqual([true, false])
    } finally {
      // The second signal.
      expect(await running.stop()).toBe(0)
    }
    expect(running.log()).toContainEqual(
      expect.objectContaining({ event: 'stopping', drain_seconds: 600 }),
    )
  },
)

verifiesLong('admin.drain', 'serve waits for nobody after SIGINT', async () => {
  const running = await startRunning({ env: LONG })
  process.kill(running.pid, 'SIGINT')
  while (!running.log().some(({ event }) => event === 'stopping')) await Bun.sleep(10)
  // A second signal would end it in any case.
  while (await isAlive(running.pid)) await Bun.sleep(10)
  expect(await running.stop()).toBe(0)
  expect(running.log()).toContainEqual(
    expect.objectContaining({ event: 'stopping', drain_seconds: 0 }),
  )
})

verifies('admin.early_stop', 'serve that is stopped while it starts exits with 0', async () => {
  const asked = Promise.withResolvers<void>()
  // It has a build for nobody, so the service still starts when the signal comes.
  const store = Bun.serve({
    port: 0,
    fetch: async () => {
      asked.resolve()
      return await new Promise<Response>(() => undefined)
    },
  })
  try {
    const child = Bun.spawn([process.execPath, MAIN, 'serve'], {
      env: {
        ...process.env,
        DIST_DIR: 's3://docs',
        AWS_ENDPOINT_URL: store.url.origin,
        AWS_ACCESS_KEY_ID: 'key',
        AWS_SECRET_ACCESS_KEY: 'secret',
      },
      stdout: 'pipe',
      stderr: 'pipe',
    })
    await asked.promise
    child.kill('SIGTERM')
    expect(await new Response(child.stdout).text()).toBe('Stopped before it served\n')
    expect([await child.exited, child.signalCode]).toEqual([0, null])
  } finally {
    await store.stop(true)
  }
})

async function isAlive(pid: number): Promise<boolean> {
  const stat = await readFile(`/proc/${pid}/stat`, 'utf8').catch(() => ' Z ')
  return !stat.includes(' Z ')
}

verifiesLong('program.exit_codes', 'serve says which port is taken, and exits with 1', async () => {
  const running = await startRunning()
  try {
    const { port } = new URL(running.url)
    const { corpusDir, distDir } = running
    const second = Bun.spawn([process.execPath, MAIN, 'serve'], {
      env: { ...process.env, PORT: port, CORPUS_DIR: corpusDir, DIST_DIR: distDir },
      stdout: 'pipe',
      stderr: 'pipe',
    })
    const complaint = await new Response(second.stderr).text()
    expect(await second.exited).toBe(1)
    expect(complaint).toContain(`Cannot listen on "127.0.0.1:${port}"`)
  } finally {
    await running.stop()
  }
})
