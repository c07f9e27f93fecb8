import { Value } from '@sinclair/typebox/value'
import { importSigningKey, signRequest } from '../../app/business/adapters/http_signature.ts'
import {
  DOMAIN_PATHS,
  DOMAIN_WIRE,
  type DomainAnswered,
  type DomainAsked,
  type DomainQuestion,
} from '../../app/contract/domain_wire.ts'
import type { Call, Person, Place, Target } from './target.ts'

/** A request that is ready to be sent; a check may alter any part of it. */
export type SignedRequest = {
  path: string
  readonly method: string
  headers: Record<string, string>
  body: string
}

export type SigningOptions = {
  readonly secret?: string
  readonly timestampS?: number
  readonly path?: string
}

/** Asks a product as the service does, and in ways in which the service never would. */
export class ProductClient {
  readonly target: Target
  readonly #origin: string
  readonly #basePath: string

  constructor(target: Target) {
    this.target = target
    const { origin, pathname } = new URL(target.url)
    this.#origin = origin
    this.#basePath = pathname.replace(/\/+$/, '')
  }

  pathOf(question: DomainQuestion): string {
    return `${this.#basePath}${DOMAIN_PATHS[question]}`
  }

  async sign(
    question: DomainQuestion,
    asked: object,
    signed: SigningOptions = {},
  ): Promise<SignedRequest> {
    const path = this.pathOf(question)
    const body = JSON.stringify(asked)
    const key = await importSigningKey(signed.secret ?? this.target.secrets[0] ?? '')
    const headers = await signRequest(key, {
      path: signed.path ?? path,
      timestampS: signed.timestampS ?? Math.floor(Date.now() / 1000),
      requestId: crypto.randomUUID(),
      body: new TextEncoder().encode(body),
    })
    return {
      path,
      method: 'POST',
      headers: { ...headers, 'content-type': 'application/json' },
      body,
    }
  }

  async send({ path, method, headers, body }: SignedRequest): Promise<Response> {
    const sent = method === 'GET' ? {} : { body }
    const init = {
      method,
      headers,
      redirect: 'manual',
      signal: AbortSignal.timeout(10_000),
    } as const
    return await fetch(`${this.#origin}${path}`, { ...init, ...sent })
  }

  async status(request: SignedRequest): Promise<number> {
    const answer = await this.send(request)
    await answer.body?.cancel()
    return answer.status
  }

  /** The answer, if the service would accept it; otherwise what is wrong with it. */
  async ask<Question extends DomainQuestion>(
    question: Question,
    asked: object,
    signed?: SigningOptions,
  ): Promise<DomainAnswered<Question> | string> {
    const answer = await this.send(await this.sign(question, asked, signed))
    const type = answer.headers.get('content-type') ?? 'none'
    const text = await answer.text()
    if (answer.status !== 200) return `status ${answer.status}`
    if (!/^application\/json *(;|$)/i.test(type)) return `content type "${type}"`
    try {
      const value: unknown = JSON.parse(text)
      const fault = Value.Errors(DOMAIN_WIRE[question].answered, value).First()
      return fault === undefined
        ? (value as DomainAnswered<Question>)
        : `an answer of another form at "${fault.path}": ${fault.message}`
    } catch {
      return 'an answer that is not JSON'
    }
  }

  async call(call: Call, how: CallHow = {}): Promise<DomainAnswered<'call'> | string> {
    return await this.ask('call', this.toQuestion(call, how))
  }

  #kindOf(call: Call): Kind {
    const { write, otherWrite, writeAcross } = this.target
    const writes: readonly Call[] = [write, otherWrite, writeAcross.foreign, writeAcross.unknown]
    return writes.includes(call) ? 'write' : 'read'
  }

  toQuestion(call: Call, how: CallHow): object {
    const { member, active } = this.target
    return {
      operation: call.operation,
      kind: how.kind ?? this.#kindOf(call),
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
      deadline: Date.now() + (how.remainingMs ?? 10_000),
    }
  }
}

type Kind = DomainAsked<'call'>['kind']

export type CallHow = {
  readonly kind?: Kind
  readonly user?: Person
  readonly place?: Place
  readonly scopes?: readonly string[]
  readonly key?: string
  readonly remainingMs?: number
}
