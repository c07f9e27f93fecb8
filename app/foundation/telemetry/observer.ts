import type { JsonObject } from '../../contract/json_rpc.ts'
import type { Operation } from '../../contract/operations/mod.ts'
import type { McpRevision } from '../../contract/protocol.ts'
import type { LogLevel } from './log.ts'

/**
 * How a call ended. `nothing`: a search found no page. `degraded`: bodies could not be searched.
 * `held`: a write waits for approval. `refused`: the caller is told what is wrong with the call.
 * `failed`: something of ours is broken or away. Any other answer is `found`.
 */
export type CallOutcome = 'found' | 'nothing' | 'degraded' | 'held' | 'refused' | 'failed'

/** A message over MCP as it was sent: method and tool may be anything. */
export type McpMessage = {
  readonly interface: 'mcp'
  readonly method: string
  /** The tool, prompt or resource that it names. */
  readonly name: string | undefined
  /** The agreed revision; `other` where none could be agreed. */
  readonly revision: McpRevision | 'other'
}

/** A call over an interface whose paths or skills are bound to operations. */
type OperationCall = {
  readonly interface: 'http_api' | 'a2a'
  /** Absent where the call was refused before it was known. */
  readonly operation: Operation | undefined
}

export type FinishedCall = (McpMessage | OperationCall) & {
  readonly outcome: CallOutcome
  readonly ms: number
}

/** A request that was answered, whatever the answer. */
type RequestAnswer = {
  readonly path: string
  readonly status: number
  readonly ms: number
}

/** Limits of calls for each client address. */
export type LimitName = 'public' | 'mcp' | 'authorization'

/** Work on the store, and whether it came to an end. */
export type StoreUse = {
  readonly kind: 'read' | 'change' | 'transaction'
  readonly isAnswered: boolean
  readonly ms: number
}

/** A question to the product behind private tools; without a status it was not answered. */
type ProductUse = { readonly status: number | undefined; readonly ms: number }

/** An attempt to deliver an event; `failed` is tried again, `dead` is not. */
type DeliveryAttempt = {
  readonly endpoint: string
  readonly outcome: 'delivered' | 'failed' | 'dead' | 'dropped'
}

/** Counts what the service does. Nothing that it counts may make a call fail. */
export type Counters = {
  countCall(call: FinishedCall): void
  countRequest(request: RequestAnswer): void
  countRefusal(limit: LimitName): void
  countEvent(level: LogLevel, event: string): void
  countStoreUse(use: StoreUse): void
  countProductUse(use: ProductUse): void
  countDelivery(attempt: DeliveryAttempt): void
}

/** A message over MCP, and what its sender says about the trace that it belongs to. */
export type TracedMessage = McpMessage & { readonly id: string | number; readonly meta: JsonObject }

/** How a message was answered; an error is named by its code, or by what it is. */
export type CallEnd = { readonly outcome: CallOutcome; readonly error: string | undefined }

/** Follows a request through the service, where an operator asked for it. */
export type Tracer = {
  traceRequest(
    request: Request,
    answer: () => Response | Promise<Response>,
  ): Response | Promise<Response>
  traceMessage<Value>(
    message: TracedMessage,
    answer: () => Value | Promise<Value>,
    describe: (value: Value) => CallEnd,
  ): Value | Promise<Value>
  /** A request to the product, which is given the trace. */
  traceProduct(
    address: string,
    init: RequestInit,
    fetch: (address: string, init: RequestInit) => Promise<Response>,
  ): Promise<Response>
}

/** What watches the service; a service that nobody watches has none. */
export type Observer = {
  /** The clock that durations are taken from, in milliseconds. */
  readonly stopwatch: () => number
  readonly counters: Counters
  readonly tracer: Tracer | undefined
}
