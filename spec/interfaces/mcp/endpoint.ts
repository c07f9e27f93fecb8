import type { LimitSettings } from '../../../app/contract/limits.ts'
import type { ResultText } from '../../../app/contract/protocol.ts'
import type { PublicDocs } from '../../../app/docs/public_docs/mod.ts'
import { createAdmit } from '../../../app/foundation/limits/admit.ts'
import { createRateLimit } from '../../../app/foundation/limits/rate_limit.ts'
import { createLog } from '../../../app/foundation/telemetry/log.ts'
import { mcpPlugin } from '../../../app/interfaces/mcp/plugin.ts'

export type Fields = Readonly<Record<string, unknown>>

/** A parsed answer; members that it does not have are empty. */
export type Answer = {
  readonly status: number
  readonly headers: Headers
  readonly text: string
  readonly body: Fields
  readonly result: Fields
  readonly error: { readonly code: number; readonly message: string; readonly data?: Fields }
}

export type Endpoint = {
  send(request: Request): Promise<Answer>
  /** Log lines so far. */
  readonly lines: readonly string[]
}

export const ALLOWED_ORIGIN = 'https://app.example.com'

const ENOUGH_CALLS = 1_000_000

/** The MCP interface over `public_docs`, without a port. */
export function openEndpoint(
  docs: PublicDocs,
  options: {
    readonly callsPerMinute?: number
    readonly clock?: () => number
    readonly limits?: LimitSettings
    readonly chatgpt?: boolean
    readonly resultText?: ResultText
  } = {},
): Endpoint {
  const { callsPerMinute = ENOUGH_CALLS, clock = () => performance.now(), limits = {} } = options
  const { chatgpt = false, resultText } = options
  const lines: string[] = []
  const rateLimit = createRateLimit({ callsPerMinute, overrides: [] })
  const plugin = mcpPlugin({
    docs,
    limits,
    resultText,
    chatgpt,
    peerOf: () => undefined,
    allowedOrigins: new Set([ALLOWED_ORIGIN]),
    admit: createAdmit({ rateLimit, trusted: [], clock }),
    log: createLog('debug', (line) => lines.push(line), Date.now),
  })
  return { send: async (request) => await read(await plugin.handle(request)), lines }
}

export async function read(response: Response): Promise<Answer> {
  const text = await response.text()
  const body = (text === '' ? {} : JSON.parse(text)) as Fields
  return {
    status: response.status,
    headers: response.headers,
    text,
    body,
    result: (body.result ?? {}) as Fields,
    error: (body.error ?? { code: 0, message: '' }) as Answer['error'],
  }
}

/** Structured content of a tool result; the test fails if the call did. */
export function readContent(answer: Answer): Fields {
  const { structuredContent, isError } = answer.result
  if (isError === true || structuredContent === undefined) {
    throw new Error(`Cannot read tool result: ${answer.text.slice(0, 500)}`)
  }
  return structuredContent as Fields
}

/** The text of a tool result that is an error; the test fails if it is not. */
export function readToolError(answer: Answer): string {
  const { content: blocks, isError, structuredContent } = answer.result
  const [block] = (blocks ?? []) as readonly { readonly text: string }[]
  if (isError !== true || structuredContent !== undefined || block === undefined) {
    throw new Error(`Cannot read tool error: ${answer.text.slice(0, 500)}`)
  }
  return block.text
}
