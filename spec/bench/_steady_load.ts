import { join } from 'node:path'

/** Requests at a fixed rate, whether or not answers arrive. */
export type SteadyLoad = {
  readonly port: number
  readonly requests: readonly string[]
  readonly perSecond: number
  readonly seconds: number
}

/** One request: when it was due, and how long after that its answer was complete. */
export type Sample = {
  readonly dueMs: number
  readonly tookMs: number
  readonly ok: boolean
  /** The start of an answer that is not 200, or what became of the connection. */
  readonly failure?: string | undefined
}

export type RunningLoad = {
  /** Waits until all is sent and answered. */
  samples(): Promise<readonly Sample[]>
  /** The same, but sends nothing more. */
  stop(): Promise<readonly Sample[]>
}

/** Starts the load in a process of its own; resolves once it is running. */
export async function startSteadyLoad(load: SteadyLoad): Promise<RunningLoad> {
  const client = join(import.meta.dir, '_steady_load_client.ts')
  const child = Bun.spawn([process.execPath, client], {
    stdin: new Blob([JSON.stringify(load)]),
    stdout: 'pipe',
    stderr: 'inherit',
  })
  const lines = linesOf(child.stdout)
  const begun = await lines.next()
  if (begun.value !== 'begun') throw new Error('Cannot measure: the load did not start')
  const samples = async () => {
    const { value = '[]' } = await lines.next()
    if ((await child.exited) !== 0) throw new Error('Cannot measure: the load client failed')
    return JSON.parse(value) as readonly Sample[]
  }
  return {
    samples,
    stop: async () => {
      child.kill('SIGTERM')
      return await samples()
    },
  }
}

async function* linesOf(stream: ReadableStream<Uint8Array>): AsyncGenerator<string> {
  const decoder = new TextDecoder()
  let rest = ''
  for await (const chunk of stream) {
    const parts = (rest + decoder.decode(chunk, { stream: true })).split('\n')
    rest = parts.pop() ?? ''
    yield* parts
  }
}
