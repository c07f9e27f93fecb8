import { connect, type Socket } from 'node:net'
import type { Process } from './service.ts'

/** A POST that is sent except for its last byte. */
export type Shot = {
  readonly url: string
  readonly headers: Readonly<Record<string, string>>
  readonly body: string
}

const ANSWER_MS_MAX = 60_000

/** How long the last bytes take to arrive, on one machine. */
const ARRIVE_MS = 50

/** How long an ending process takes to be reaped. */
const END_MS_MAX = 2000

const LAST_LINES = 30

/**
 * Sends requests so that they arrive together: each has its own connection and has sent all but its
 * last byte; the last bytes go out while the processes are paused, and when they resume, all
 * requests are waiting. From a client library they would come one by one, and the first would be
 * answered before the last was sent.
 */
export async function sendAllAtOnce(
  shots: readonly Shot[],
  processes: readonly Process[],
): Promise<readonly Response[]> {
  const loaded = await Promise.all(shots.map(load))
  for (const process of processes) process.pause()
  for (const { fire } of loaded) fire()
  await Bun.sleep(ARRIVE_MS)
  for (const process of processes) process.resume()
  const answers = await Promise.all(loaded.map(({ answer }) => answer))
  if (answers.includes('')) throw new Error(await describeEnds(processes))
  return answers.map(parseAnswer)
}

/** What each process said last: a connection without an answer means that one ended. */
async function describeEnds(processes: readonly Process[]): Promise<string> {
  const ends = processes.map(async ({ url, exited, lines }) => {
    const end = await Promise.race([exited, Bun.sleep(END_MS_MAX).then(() => 'runs')])
    return `${url}: ${end}\n${lines.slice(-LAST_LINES).join('\n')}`
  })
  return `A connection closed without an answer\n${(await Promise.all(ends)).join('\n')}`
}

type LoadedShot = { fire(): void; readonly answer: Promise<string> }

async function load({ url, headers, body }: Shot): Promise<LoadedShot> {
  const { host, hostname, port, pathname } = new URL(url)
  const bytes = Buffer.from(body)
  const lines = [
    `POST ${pathname} HTTP/1.1`,
    `host: ${host}`,
    'connection: close',
    `content-length: ${bytes.length}`,
    ...Object.entries(headers).map(([name, value]) => `${name}: ${value}`),
  ]
  const socket = connect(Number(port), hostname)
  socket.setNoDelay(true)
  const answer = readAnswer(socket)
  await new Promise<void>((sent, failed) => {
    socket.once('error', failed)
    socket.once('connect', () => {
      const head = Buffer.from(`${lines.join('\r\n')}\r\n\r\n`)
      socket.write(Buffer.concat([head, bytes.subarray(0, -1)]), () => sent())
    })
  })
  return { fire: () => void socket.write(bytes.subarray(-1)), answer }
}

async function readAnswer(socket: Socket): Promise<string> {
  const chunks: Buffer[] = []
  await new Promise<void>((ended, failed) => {
    socket.setTimeout(ANSWER_MS_MAX, () => socket.destroy(new Error('Cannot wait any longer')))
    socket.on('data', (chunk: Buffer) => chunks.push(chunk))
    socket.on('error', failed)
    socket.on('close', () => ended())
  })
  return Buffer.concat(chunks).toString('utf8')
}

function parseAnswer(text: string): Response {
  const end = text.indexOf('\r\n\r\n')
  const [first = '', ...lines] = text.slice(0, end).split('\r\n')
  const headers = new Headers()
  for (const line of lines) headers.append(line.slice(0, line.indexOf(':')), readHeaderValue(line))
  const status = Number(first.split(' ')[1])
  return new Response(text.slice(end + 4), { status, headers })
}

function readHeaderValue(line: string): string {
  return line.slice(line.indexOf(':') + 1).trim()
}
