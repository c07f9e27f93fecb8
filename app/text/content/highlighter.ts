import { availableParallelism } from 'node:os'
import { Worker } from 'node:worker_threads'
import type { Program } from '../source_text/code_block.ts'
import type { CodeCache } from './code_cache.ts'
import { grammarOf } from './languages.ts'

/** Colours code on threads of its own, and remembers what it has coloured. */
export type Highlighter = {
  /**
   * Colours programs before anybody waits for them, as far as the threads have nothing else to do;
   * `list` is called only then.
   */
  offer(list: () => readonly Program[]): void
  /** Colours programs, for `find()`. */
  prepare(programs: readonly Program[]): Promise<void>
  /** HTML of each line of a program; undefined where it has no colours. */
  find(program: Program): readonly string[] | undefined
  close(): Promise<void>
}

/** Each thread has its own copy of the grammars, so more of them cost memory. */
const THREADS_MAX = 3

/** Programs that wait for the threads; more of what nobody waits for would only take memory. */
const OFFERED_MAX = 64

/** Path of the thread's code in a compiled program; defined by `scripts/compile.ts`. */
declare const LECTERN_TOKENIZER: string | undefined
const CODE = typeof LECTERN_TOKENIZER === 'string' ? LECTERN_TOKENIZER : './_tokenizer_worker.ts'

export function createHighlighter(cache: CodeCache): Highlighter {
  const threads: Thread[] = []
  /** What the threads were asked for, until it is in the cache. */
  const started = new Map<string, Promise<string | undefined>>()
  const threadsMax = Math.max(1, Math.min(THREADS_MAX, availableParallelism() - 1))
  const leastBusy = (): Thread => {
    const idle = threads.find((thread) => thread.waiting() === 0)
    if (idle !== undefined) return idle
    if (threads.length < threadsMax) {
      const started = startThread()
      threads.push(started)
      return started
    }
    return threads.reduce((one, other) => (other.waiting() < one.waiting() ? other : one))
  }
  const isToColour = (program: Program): boolean =>
    grammarOf(program.language) !== undefined && !cache.has(program)
  const start = (program: Program): Promise<string | undefined> => {
    const key = keyOf(program)
    const html = started.get(key) ?? leastBusy().tokenize(program)
    started.set(key, html)
    return html
  }
  const colour = async (program: Program): Promise<void> => {
    if (!isToColour(program)) return
    const html = await start(program).finally(() => started.delete(keyOf(program)))
    if (html !== undefined) cache.set(program, html)
  }
  const offer = (list: () => readonly Program[]): void => {
    const waiting = threads.reduce((sum, thread) => sum + thread.waiting(), 0)
    if (waiting >= OFFERED_MAX) return
    for (const program of list().filter(isToColour)) {
      // Whoever prepares it hears of a failure.
      start(program).catch(() => undefined)
    }
  }
  return {
    offer,
    prepare: async (programs) => {
      await Promise.all(programs.map(colour))
    },
    find: ({ language, code }) =>
      grammarOf(language) === undefined ? undefined : cache.get({ language, code })?.split('\n'),
    close: async () => {
      started.clear()
      await Promise.all(threads.splice(0).map((thread) => thread.end()))
    },
  }
}

function keyOf({ language, code }: Program): string {
  return `${language}\n${code}`
}

type Thread = {
  readonly tokenize: (program: Program) => Promise<string | undefined>
  readonly waiting: () => number
  readonly end: () => Promise<unknown>
}

type Request = {
  readonly resolve: (html: string | undefined) => void
  readonly reject: (reason: unknown) => void
}

/** A small heap: the grammars take 20 MB, and garbage would otherwise take more than they do. */
const THREAD = { name: 'colours of code', smol: true }

/** Programs come back in the order in which they were sent. */
function startThread(): Thread {
  const worker = new Worker(new URL(CODE, import.meta.url), THREAD)
  worker.unref()
  const asked: Request[] = []
  let broken: Error | undefined
  worker.on('message', (html) => {
    // Only `_tokenizer_worker.ts` posts on this channel, and it posts nothing else.
    asked.shift()?.resolve(html as string | undefined)
  })
  const fail = (reason: unknown): void => {
    // Plain code instead would be another page from the same Markdown.
    broken = new Error(`Cannot colour code: the thread ended (${reason})`)
    for (const { reject } of asked.splice(0)) reject(broken)
  }
  worker.on('error', fail)
  worker.on('exit', fail)
  return {
    tokenize: async (program) => {
      if (broken !== undefined) throw broken
      return await new Promise((resolve, reject) => {
        asked.push({ resolve, reject })
        worker.postMessage(program)
      })
    },
    waiting: () => asked.length,
    end: async () => await worker.terminate(),
  }
}
