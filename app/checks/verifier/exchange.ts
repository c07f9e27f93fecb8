import type { Limit } from './pace.ts'

/** An answer with its whole body. Status 0 means no answer at all; `text` then says why. */
export type Answer = {
  readonly status: number
  readonly headers: Headers
  readonly text: string
}

export function mediaTypeOf({ headers }: Answer): string | undefined {
  return headers.get('content-type')?.split(';')[0]
}

export type Call = {
  readonly method?: string
  readonly headers?: Readonly<Record<string, string>>
  readonly body?: string
  /** The limit that the call counts against; static files have none. */
  readonly limit?: Limit
}
