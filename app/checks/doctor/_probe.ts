import { readAnswerText } from '../../foundation/limits/body_limit.ts'

/** What came back from one request, or why nothing did. */
export type Answer =
  | {
      readonly ok: true
      readonly status: number
      readonly headers: Headers
      readonly text: string
    }
  | { readonly ok: false; readonly code: string }

const ANSWER_MS_MAX = 10_000
const ANSWER_BYTES_MAX = 8_000_000

/** Sends one request to a service; follows no redirect, and waits for ten seconds at most. */
export async function probe(base: string, path: string, init: RequestInit = {}): Promise<Answer> {
  const signal = AbortSignal.timeout(ANSWER_MS_MAX)
  try {
    const answer = await fetch(base + path, { ...init, redirect: 'manual', signal })
    const text = await readAnswerText(answer, ANSWER_BYTES_MAX)
    if (!text.ok) return { ok: false, code: `more than ${ANSWER_BYTES_MAX} bytes` }
    const { status, headers } = answer
    return { ok: true, status, headers, text: text.value }
  } catch (error) {
    return { ok: false, code: signal.aborted ? 'timeout' : codeOf(error) }
  }
}

function codeOf(error: unknown): string {
  if (error instanceof Error && 'code' in error) return String(error.code)
  return error instanceof Error ? error.name : String(error)
}

/** The value of a JSON answer; undefined where it is none. */
export function readJson(answer: Answer): unknown {
  if (!answer.ok) return undefined
  try {
    return JSON.parse(answer.text)
  } catch {
    return undefined
  }
}

export function isHtml(answer: Answer): boolean {
  return answer.ok && (answer.headers.get('content-type') ?? '').startsWith('text/html')
}

/** What a person needs to know of an answer that was not the expected one. */
export function describeAnswer(answer: Answer): string {
  if (!answer.ok) return answer.code === 'timeout' ? 'no answer' : `no answer (${answer.code})`
  const type = answer.headers.get('content-type')?.split(';')[0] ?? 'no type'
  return `${answer.status} with ${answer.text === '' ? 'nothing' : type}`
}

/** How far the clock of whoever answered is from ours; undefined where the answer has no date. */
export function measureSkewMs(headers: Headers, nowMs: number): number | undefined {
  const theirsMs = Date.parse(headers.get('date') ?? '')
  return Number.isNaN(theirsMs) ? undefined : Math.abs(theirsMs - nowMs)
}
