import { join } from 'node:path'
import type { Answer, Request, Times } from './protocol.ts'

/** Names of the engines that `program.ts` knows. */
export type EngineName =
  | 'ours'
  | 'ours_sections'
  | 'minisearch_zero'
  | 'minisearch_body'
  | 'minisearch_usual'
  | 'minisearch_segmented'
  | 'fts5_zero'
  | 'fts5_body'
  | 'fts5_usual'
  | 'orama_zero'
  | 'orama_body'

/** An engine in a process of its own, over one set of documents. */
export type Contestant = {
  readonly name: EngineName
  /** Builds the index again; returns milliseconds. */
  build(): Promise<number>
  rank(queries: readonly string[]): Promise<readonly (readonly number[])[]>
  time(queries: readonly string[]): Promise<Times>
  /** Bytes of the index as a file; NaN for an engine without one. */
  fileBytes(): Promise<number>
  /** Resident bytes of the process once the documents are released. */
  residentBytes(): Promise<number>
  stop(): Promise<void>
}

export async function startContestant(
  name: EngineName,
  file: string,
  language = 'en',
): Promise<Contestant> {
  const waiting: ((answer: Answer) => void)[] = []
  const program = join(import.meta.dir, 'program.ts')
  const child = Bun.spawn([process.execPath, program, name, file, language], {
    stdout: 'inherit',
    stderr: 'inherit',
    // The program answers every request, in order.
    ipc: (message: Answer) => waiting.shift()?.(message),
  })
  const next = async (): Promise<Answer> => {
    const answered = new Promise<Answer>((resolve) => waiting.push(resolve))
    const ended = child.exited.then((code) => {
      throw new Error(`Cannot ask the engine "${name}": it ended with ${code}`)
    })
    return await Promise.race([answered, ended])
  }
  const ask = async <Form extends Answer>(request: Request): Promise<Form> => {
    const answered = next()
    child.send(request)
    return (await answered) as Form
  }
  await next()
  return {
    name,
    build: async () => (await ask<{ ms: number }>({ ask: 'build' })).ms,
    rank: async (queries) => (await ask<{ pages: number[][] }>({ ask: 'rank', queries })).pages,
    time: async (queries) => await ask<Times>({ ask: 'time', queries }),
    fileBytes: async () => (await ask<{ bytes: number }>({ ask: 'size' })).bytes,
    residentBytes: async () => (await ask<{ bytes: number }>({ ask: 'forget' })).bytes,
    stop: async () => {
      child.kill()
      await child.exited
    },
  }
}
