import { join } from 'node:path'
import type { PreviewMessage } from '../../../app/build/preview/messages.ts'
import { ROOT } from '../../support/repository.ts'
import { freePort } from '../../support/running.ts'

/** A preview that runs as its user would start it. */
export type RunningPreview = {
  readonly url: string
  readonly pid: number
  readonly lines: () => readonly string[]
  /** What it wrote to standard error. */
  readonly complaints: () => string
  /** Waits for a message that fits; earlier ones count, except those that were taken. */
  readonly take: (fits: (message: PreviewMessage) => boolean) => Promise<PreviewMessage>
  readonly stop: (signal?: 'SIGTERM' | 'SIGKILL') => Promise<number>
}

type PreviewOptions = {
  readonly port?: number
  readonly words?: readonly string[]
  readonly env?: Readonly<Record<string, string>>
  /** What the program runs under: `['setpriv', …]`. */
  readonly under?: readonly string[]
  /** Where its lines go instead of to the test. */
  readonly output?: string
}

export async function startPreview(
  folder: string,
  options: PreviewOptions = {},
): Promise<RunningPreview> {
  const port = String(options.port ?? (await freePort()))
  const words = ['dev', folder, '--port', port, ...(options.words ?? [])]
  const program = [...(options.under ?? []), process.execPath, join(ROOT, 'app/main.ts')]
  const child = Bun.spawn([...program, ...words], {
    cwd: folder,
    env: { ...process.env, NODE_ENV: 'test', ...options.env },
    stdout: options.output === undefined ? 'pipe' : Bun.file(options.output),
    stderr: 'pipe',
  })
  let [output, complaints] = ['', '']
  const started = Promise.withResolvers<string>()
  const readOutput = async (): Promise<void> => {
    if (typeof child.stdout !== 'object') return started.resolve(await waitForAnswer(port))
    await readLines(child.stdout, (text) => {
      output += text
      const url = /^ {2}pages {2}(\S+)\/$/m.exec(output)?.[1]
      if (url !== undefined && output.includes('Ctrl+C')) started.resolve(url)
    })
  }
  const reading = Promise.all([
    readOutput(),
    readLines(child.stderr, (text) => {
      complaints += text
    }),
  ])
  void child.exited.then(() => started.reject(new Error(`Cannot preview: ${output}${complaints}`)))
  const url = await started.promise
  const messages = await listen(url)
  return {
    url,
    pid: child.pid,
    lines: () => output.split('\n'),
    complaints: () => complaints,
    take: messages.take,
    stop: async (signal = 'SIGTERM') => {
      messages.close()
      child.kill(signal)
      const code = await child.exited
      await reading
      return code
    },
  }
}

/** Waits for a service that cannot say where it is. */
async function waitForAnswer(port: string): Promise<string> {
  const url = `http://localhost:${port}`
  for (;;) {
    const answer = await fetch(url).catch(() => undefined)
    if (answer?.status === 200) return url
    await Bun.sleep(50)
  }
}

async function listen(url: string) {
  const seen: PreviewMessage[] = []
  let wake = Promise.withResolvers<void>()
  // Bun takes headers here, which the type of browsers does not know.
  const headers = { headers: { origin: url } } as unknown as string[]
  const socket = new WebSocket(`${url.replace('http', 'ws')}/.lectern/live`, headers)
  socket.addEventListener('message', ({ data }) => {
    seen.push(JSON.parse(String(data)))
    wake.resolve()
    wake = Promise.withResolvers<void>()
  })
  // The first one says how things are; what happened before it, nobody would hear of.
  await wake.promise
  const take = async (fits: (message: PreviewMessage) => boolean): Promise<PreviewMessage> => {
    for (;;) {
      const at = seen.findIndex(fits)
      const [found] = at < 0 ? [] : seen.splice(0, at + 1).slice(-1)
      if (found !== undefined) return found
      await wake.promise
    }
  }
  return { take, close: () => socket.close() }
}

async function readLines(
  stream: ReadableStream<Uint8Array>,
  take: (text: string) => void,
): Promise<void> {
  const decoder = new TextDecoder()
  for await (const bytes of stream) take(decoder.decode(bytes, { stream: true }))
}
