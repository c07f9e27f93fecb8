import { judge, toPlain, type Verdict } from './_reader.ts'
import type { Task } from './_tasks.ts'

/** What a call gives the agent to read. */
export type Reply = {
  readonly text: string
  /** What can be read next, best first. */
  readonly hits: readonly string[]
  /** Whether the answer says that no page has this word. */
  lacks(word: string): boolean
}

/** One way to reach documentation. */
export type Setting = {
  readonly name: string
  readonly baseUrl: string
  /** What the agent reads before its first call. */
  readonly preamble: string
  /** Absent where the agent has nothing but the preamble. */
  readonly tools?: Tools
}

export type Tools = {
  search(query: string): Promise<Reply>
  read(hit: string): Promise<Reply>
  /** Where there is a tool for it. */
  listChanges?(): Promise<Reply>
}

/** What a task took. */
export type Outcome = { readonly verdict: Verdict; readonly calls: number; readonly text: string }

type Call = () => Promise<Reply> | undefined

/**
 * The agent's fixed policy: search for the question as it was asked, read the best hit, read the
 * next one, search in other words, read the best new hit, give up. It stops as soon as a perfect
 * reader would. What changed, it asks the tool for changes first, where there is one.
 */
export async function solve(task: Task, setting: Setting): Promise<Outcome> {
  const { tools, preamble, baseUrl } = setting
  const texts: string[] = []
  const end = (verdict: Verdict): Outcome => {
    return { verdict, calls: texts.length, text: texts.join('\n') }
  }
  let read = toPlainOnce(preamble)
  const known = judge(task, read, baseUrl)
  if (known !== undefined) return end(known)
  for (const call of tools === undefined ? [] : planCalls(task, tools)) {
    const reply = await call()
    if (reply === undefined) continue
    texts.push(reply.text)
    read += `\n${toPlain(reply.text)}`
    const verdict = judge(task, read, baseUrl)
    if (verdict !== undefined) return end(verdict)
    if (task.subject !== undefined && reply.lacks(task.subject)) return end('right')
  }
  // Nothing was found about a subject that no page has: "the documentation does not say so".
  return end(task.subject === undefined ? 'missed' : 'right')
}

function planCalls(task: Task, tools: Tools): readonly Call[] {
  const known: string[] = []
  const opened = new Set<string>()
  const search = (query: string) => async () => {
    const reply = await tools.search(query)
    known.unshift(...reply.hits.filter((hit) => !known.includes(hit)))
    return reply
  }
  const readNext = () => {
    const hit = known.find((each) => !opened.has(each))
    if (hit === undefined) return undefined
    opened.add(hit)
    return tools.read(hit)
  }
  const { listChanges } = tools
  const first = task.kind === 'changes' && listChanges !== undefined ? [listChanges] : []
  return [...first, search(task.ask), readNext, readNext, search(task.again), readNext]
}

/** A preamble may be a whole documentation, and is the same for every task. */
const plainTexts = new Map<string, string>()

function toPlainOnce(text: string): string {
  const known = plainTexts.get(text) ?? toPlain(text)
  plainTexts.set(text, known)
  return known
}
