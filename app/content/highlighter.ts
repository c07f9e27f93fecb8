import { availableParallelism } from 'node:os'
import { Worker } from 'node:worker_threads'
import type { Program } from '../source_text/code_block.ts'
import type { ColouredLines } from './_tokenizer.ts'
import type { CodeCache } from './code_cache.ts'
import { grammarOf } from './languages.ts'

/** Colours code on threads of its own, and remembers what it has coloured. */
export type Highlighter = {
  /** Colours programs, for `find()`. */
  prepare(programs: readonly Program[]): Promise<void>
  /** HTML of the lines of a program; undefined where it has no colours. */
  find(program: Program): ColouredLines | undefined
  /** Ends the threads. */
  close(): Promise<void>
}

/** Each thread has its own copy of the grammars, so more of them cost memory. */
const THREADS_MAX = 3

/** Path of the thread's code in a compiled program; defined by `scripts/compile.ts`. */
declare const LECTERN_TOKENIZER: string | undefined
const CODE = typeof LECTERN_TOKENIZER === 'string' ? LECTERN_TOKENIZER : './_tokenizer_worker.ts'

export function createHighlighter(cache: CodeCache): Highlighter {
  const threads: Thread[] = []
  const running = new Map<string, Promise<ColouredLines | undefined>>()
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
  const colour = async (program: Program): Promise<void> => {
    if (grammarOf(program.language) === undefined) return
    if (cache.get(program) !== undefined) return
    const key = `${program.language}\n${program.code}`
    const lines =
      running.get(key) ??
      leastBusy()
        .tokenize(program)
        .finally(() => running.delete(key))
    running.set(key, lines)
    const found = await lines
    if (found !== undefined) cache.set(program, found)
  }
  return {
    prepare: async (programs) => {
      await Promise.all(programs.map(colour))
    },
    find: (program) => (grammarOf(program.language) === undefined ? undefined : cache.get(program)),
    close: async () => {
      await Promise.all(threads.splice(0).map((thread) => thread.end()))
    },
  }
}

type Thread = {
  readonly tokenize: (program: Program) => Promise<ColouredLines | undefined>
  readonly waiting: () => number
  readonly end: () => Promise<unknown>
}

type Request = {
  readonly resolve: (lines: ColouredLines | undefined) => void
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
  worker.on('message', (lines) => {
    // Only `_tokenizer_worker.ts` posts on this channel, and it posts nothing else.
    asked.shift()?.resolve(lines as ColouredLines | undefined)
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
