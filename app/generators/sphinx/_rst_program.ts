import { parseRstDocuments, type RstDocument } from './_rst_nodes.ts'
import program from './read_rst.txt' with { type: 'text' }

/** Where Python may be; the first that has docutils is taken. */
const PYTHONS = ['python3', '/usr/bin/python3', 'python']

/** What `read_rst.txt` ends with where docutils is absent. */
const WITHOUT_DOCUTILS = 3

/** A start on a busy machine, and a long text, may each take this long. */
const DEADLINE_MS = { start: 300_000, eachText: 10_000 } as const

type Reading =
  | { readonly kind: 'read'; readonly documents: readonly RstDocument[] }
  | { readonly kind: 'absent' }
  | { readonly kind: 'failed'; readonly why: string; readonly fix: string }

/**
 * Reads texts with docutils, in one process for all of them. Python is an optional program: it gets
 * the texts and opens nothing itself.
 */
export async function readRstTexts(
  texts: readonly string[],
  defaultRole: string | undefined,
  pythons: readonly string[] = PYTHONS,
  deadlineMs: number = DEADLINE_MS.start + texts.length * DEADLINE_MS.eachText,
): Promise<Reading> {
  if (texts.length === 0) return { kind: 'read', documents: [] }
  const request = new Blob([JSON.stringify({ texts, defaultRole })])
  for (const python of pythons) {
    const command = Bun.which(python)
    if (command === null) continue
    const child = Bun.spawn([command, '-c', program], {
      stdin: request,
      stdout: 'pipe',
      stderr: 'pipe',
      timeout: deadlineMs,
    })
    const [out, err] = [readOutput(child.stdout), readOutput(child.stderr)]
    const code = await child.exited
    // Where Python is a script, the program that it started can hold the outputs open.
    if (child.signalCode === 'SIGTERM') await Promise.all([out.stop(), err.stop()])
    const [printed, errors] = await Promise.all([out.text, err.text])
    if (code === WITHOUT_DOCUTILS) continue
    const documents = code === 0 ? parseRstDocuments(printed) : undefined
    if (documents?.length === texts.length) return { kind: 'read', documents }
    if (child.signalCode === 'SIGTERM') return { kind: 'failed', ...describeStop(deadlineMs) }
    const why = errors.trim().split('\n').at(-1) ?? ''
    return { kind: 'failed', why: why === '' ? `docutils ended with ${code}` : why, fix: UPDATE }
  }
  return { kind: 'absent' }
}

type Output = { readonly text: Promise<string>; readonly stop: () => Promise<void> }

/** What a program prints, until it ends or nobody waits any longer. */
function readOutput(stream: ReadableStream<Uint8Array>): Output {
  const reader = stream.getReader()
  const read = async () => {
    const decoder = new TextDecoder()
    let text = ''
    for (let next = await reader.read(); !next.done; next = await reader.read()) {
      text += decoder.decode(next.value, { stream: true })
    }
    return text + decoder.decode()
  }
  return { text: read(), stop: () => reader.cancel() }
}

const UPDATE = 'run "pip install --upgrade docutils", and import again'

function describeStop(deadlineMs: number): { readonly why: string; readonly fix: string } {
  return {
    why: `docutils was stopped; its limit is ${deadlineMs / 1000} seconds`,
    fix: 'import again while the machine has less to do, or import a folder with fewer texts',
  }
}
