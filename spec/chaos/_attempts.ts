export const DOCS_KINDS = ['http_api', 'mcp', 'a2a', 'pages'] as const
export const TOOL_KINDS = ['reads', 'writes', 'tokens'] as const

type Kind = (typeof DOCS_KINDS)[number] | (typeof TOOL_KINDS)[number]

/**
 * `refused`: the service says that it cannot, by its protocol; `expired`: 401 for a token whose
 * time is over; `unanswered`: the connection was refused or broke; `wrong`: any other answer.
 */
export type Outcome = 'answered' | 'refused' | 'expired' | 'unanswered' | 'wrong'

/** One request of the load. */
export type Attempt = {
  readonly kind: Kind
  readonly outcome: Outcome
  /** What came instead of the answer. */
  readonly detail: string
  readonly sentMs: number
  readonly doneMs: number
}

/** Requests so far, with the last of each kind at hand. */
export type Attempts = {
  add(attempt: Attempt): void
  all(): readonly Attempt[]
  /** The last of each kind; a kind without one is missing. */
  last(): readonly Attempt[]
}

export function createAttempts(): Attempts {
  const all: Attempt[] = []
  const last = new Map<Kind, Attempt>()
  return {
    add: (attempt) => {
      all.push(attempt)
      last.set(attempt.kind, attempt)
    },
    all: () => all,
    last: () => [...last.values()],
  }
}

export type Reading = { readonly outcome: Outcome; readonly detail: string }

/** Sends one request and notes what became of it. */
export async function attempt(
  attempts: Attempts,
  kind: Kind,
  send: () => Promise<Reading>,
): Promise<Outcome> {
  const sentMs = performance.now()
  const { outcome, detail } = await send().catch(readFailure)
  attempts.add({ kind, outcome, detail, sentMs, doneMs: performance.now() })
  return outcome
}

/** An answer that cannot be read is wrong; anything else that throws was no answer. */
function readFailure(error: unknown): Reading {
  const outcome = error instanceof SyntaxError ? 'wrong' : 'unanswered'
  return { outcome, detail: String(error) }
}
