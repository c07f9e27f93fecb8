import { Value } from '@sinclair/typebox/value'
import { importSigningKey, signRequest } from '../../business/tools/adapters/http_signature.ts'
import {
  DOMAIN_PATHS,
  DOMAIN_WIRE,
  type DomainAnswered,
  type DomainAsked,
  type DomainQuestion,
} from '../../contract/domain_wire.ts'
import { LIMITS } from '../../contract/limits.ts'
import { readAnswerText } from '../../foundation/limits/body_limit.ts'
import type { Call, Person, Place, ProductTarget } from './target_file.ts'

export type CheckedProduct = {
  readonly url: string
  /** Address of the product's own API, where tools call it. */
  readonly apiUrl?: string | undefined
  /** The one or two secrets that the product accepts now. */
  readonly secrets: readonly string[]
  readonly target: ProductTarget | undefined
  readonly fetch: (url: string, init: RequestInit) => Promise<Response>
  /** Milliseconds since the epoch. */
  readonly clock: () => number
}

/** A request that is ready to be sent; a check may alter any part of it. */
export type SignedRequest = {
  readonly origin: string
  path: string
  readonly method: string
  headers: Record<string, string>
  body: string
}

export type SigningOptions = {
  readonly secret?: string
  readonly timestampS?: number
  /** Sent and signed in place of the question as JSON. */
  readonly body?: string
}

export type CallHow = {
  readonly user?: Person
  readonly place?: Place
  readonly scopes?: DomainAsked<'call'>['context']['scopes']
  readonly key?: string
  readonly remainingMs?: number
}

/** A question as it is asked, by a name that a report shows. */
export type SignedQuestion = { readonly name: string; readonly request: SignedRequest }

const ANSWER_MS_MAX = 10_000

/** A person and a place that no product knows. */
export const NOBODY: Person = {
  id: 'user_of_the_check',
  issuer: 'https://check.invalid',
  subject: 'nobody',
}
const NO_CALL: Call = { operation: 'no.such.operation', args: {}, record_types: [] }
export const NOWHERE: Place = { workspace_id: 'no_such_workspace', business_id: 'no_such_business' }

/** Reads as much of an answer as the service would; a check reports the message. */
export async function readProductText(answer: Response): Promise<string> {
  const text = await readAnswerText(answer, LIMITS.domainBytesMax)
  if (!text.ok) throw new Error(`more than ${LIMITS.domainBytesMax} bytes`)
  return text.value
}

/** Asks a product as the service does, and in ways in which the service never would. */
export class ProductClient {
  readonly target: ProductTarget | undefined
  readonly secrets: readonly string[]
  readonly apiUrl: string | undefined
  readonly #product: CheckedProduct

  constructor(product: CheckedProduct) {
    this.target = product.target
    this.secrets = product.secrets
    this.apiUrl = product.apiUrl
    this.#product = product
  }

  nowS(): number {
    return Math.floor(this.#product.clock() / 1000)
  }

  pathOf(question: string): string {
    return `${new URL(this.#product.url).pathname.replace(/\/+$/, '')}${question}`
  }

  /** A question that every product answers with 200, ready to be spoilt. */
  async signStanding(how: SigningOptions = {}): Promise<SignedRequest> {
    const { member: user = NOBODY, active = NOWHERE } = this.target ?? {}
    return await this.sign('/standing', { user, ...active }, how)
  }

  /**
   * Every question, a call as a read and as a write: a product may guard one and forget another.
   * Without a target file they are about nobody, and still answered with 200.
   */
  async signQuestions(how: SigningOptions = {}): Promise<readonly SignedQuestion[]> {
    const { member: user = NOBODY, active = NOWHERE, read, write, writeAcross } = this.target ?? {}
    const { operation, args } = writeAcross?.own ?? NO_CALL
    const key = crypto.randomUUID()
    const asked: readonly (readonly [string, DomainQuestion, object])[] = [
      ['/describe', 'describe', {}],
      ['/businesses', 'businesses', { user }],
      ['/standing', 'standing', { user, ...active }],
      ['/target', 'target', { user, ...active, operation, args }],
      ['/call of a read', 'call', this.describeCall(read ?? NO_CALL, 'read', {})],
      ['/call of a write', 'call', this.describeCall(write ?? NO_CALL, 'write', { key })],
    ]
    return await Promise.all(
      asked.map(async ([name, question, body]) => {
        return { name, request: await this.sign(DOMAIN_PATHS[question], body, how) }
      }),
    )
  }

  async sign(question: string, asked: object, how: SigningOptions = {}): Promise<SignedRequest> {
    const path = this.pathOf(question)
    const body = how.body ?? JSON.stringify(asked)
    const key = await importSigningKey(how.secret ?? this.secrets[0] ?? '')
    const headers = await signRequest(key, {
      path,
      timestampS: how.timestampS ?? this.nowS(),
      requestId: crypto.randomUUID(),
      body: new TextEncoder().encode(body),
    })
    const all = { ...headers, 'content-type': 'application/json' }
    const { origin } = new URL(this.#product.url)
    return { origin, path, method: 'POST', headers: all, body }
  }

  async send({ origin, path, method, headers, body }: SignedRequest): Promise<Response> {
    const sent = method === 'GET' || body === '' ? {} : { body }
    const signal = AbortSignal.timeout(ANSWER_MS_MAX)
    const init = { method, headers, signal, redirect: 'manual', ...sent } as const
    return await this.#product.fetch(`${origin}${path}`, init)
  }

  /** The status of an answer, in words that a check compares. */
  async status(request: SignedRequest): Promise<string> {
    const answer = await this.send(request)
    await answer.body?.cancel()
    return `status ${answer.status}`
  }

  /** The answer, if the service would accept it; otherwise what is wrong with it. */
  async ask<Question extends DomainQuestion>(
    question: Question,
    asked: object,
    how?: SigningOptions,
  ): Promise<DomainAnswered<Question> | string> {
    const answer = await this.send(await this.sign(DOMAIN_PATHS[question], asked, how))
    const type = answer.headers.get('content-type') ?? 'none'
    const text = await readProductText(answer)
    if (answer.status !== 200) return `status ${answer.status}`
    if (!/^application\/json *(;|$)/i.test(type)) return `content type "${type}"`
    try {
      const value: unknown = JSON.parse(text)
      const fault = Value.Errors(DOMAIN_WIRE[question].answered, value).First()
      if (fault !== undefined)
        return `an answer of another form at "${fault.path}": ${fault.message}`
      // The schema of this question has just accepted it.
      return value as DomainAnswered<Question>
    } catch {
      return 'an answer that is not JSON'
    }
  }

  async call(
    call: Call,
    kind: DomainAsked<'call'>['kind'],
    how: CallHow = {},
  ): Promise<DomainAnswered<'call'> | string> {
    return await this.ask('call', this.describeCall(call, kind, how))
  }

  describeCall(call: Call, kind: DomainAsked<'call'>['kind'], how: CallHow): DomainAsked<'call'> {
    const { member = NOBODY, active = NOWHERE } = this.target ?? {}
    return {
      operation: call.operation,
      kind,
      context: {
        request_id: 'check',
        grant_id: 'grant_check',
        client_id: 'check',
        user: how.user ?? member,
        ...(how.place ?? active),
        scopes: how.scopes ?? ['mcp:business:read', 'mcp:business:write'],
      },
      args: call.args,
      record_types: call.record_types,
      ...(how.key === undefined ? {} : { idempotency_key: how.key }),
      deadline: this.#product.clock() + (how.remainingMs ?? ANSWER_MS_MAX),
    }
  }

  /** The outcome of a call, or what is wrong with its answer. */
  async outcome(call: Call, kind: 'read' | 'write', how: CallHow = {}): Promise<string> {
    const answer = await this.call(call, kind, how)
    return typeof answer === 'string' ? answer : answer.outcome
  }
}
