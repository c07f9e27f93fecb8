import { Value } from '@sinclair/typebox/value'
import type { Standing } from '../../../contract/authority.ts'
import type { HttpBinding } from '../../../contract/business_http.ts'
import type {
  DomainCall,
  DomainContext,
  DomainOutcome,
  DomainTarget,
  StandingState,
} from '../../../contract/domain.ts'
import {
  DOMAIN_UNKNOWN_QUESTION,
  DOMAIN_WIRE,
  type DomainAnswered,
  type DomainAsked,
  type DomainPerson,
  type DomainQuestion,
} from '../../../contract/domain_wire.ts'
import { LIMITS } from '../../../contract/limits.ts'
import { textIn } from '../../../foundation/store/columns.ts'
import { type Sql, StoreUnavailable } from '../../../foundation/store/port.ts'
import type { Log } from '../../../foundation/telemetry/log.ts'
import type { DomainServices } from '../port.ts'
import { callApi } from './http_api.ts'
import { type Exchange, type ExchangePorts, exchange, type FetchDomain } from './http_exchange.ts'
import { lostOutcomeOf, outcomeOf, targetOf } from './http_outcome.ts'
import { toQuestion } from './http_question.ts'
import { parseDomainSecrets, parseDomainUrl } from './http_settings.ts'
import { importSigningKeys } from './http_signature.ts'

export type HttpDomainPorts = {
  /** `DOMAIN_URL`, as `parseDomainUrl` accepts it. */
  readonly url: string
  /** `DOMAIN_API_URL`: where the product's own HTTP API is, if tools call it. */
  readonly apiUrl?: string | undefined
  /** `DOMAIN_SECRET`: the first signs; the second, where the product refuses the first. */
  readonly secret: string
  /** A name for the first secret; otherwise both are named after what they sign. */
  readonly keyId?: string | undefined
  /** Issuer and subject of a user: a product knows people by these, not by our ids. */
  readonly identityOf: (userId: string) => Promise<Identity | undefined>
  /** Milliseconds since the epoch. */
  readonly clock: () => number
  readonly fetch: FetchDomain
  readonly randomId: () => string
  /** The operator learns why an answer was rejected; a caller never does. */
  readonly log: Pick<Log, 'warn'>
}

/**
 * The domain services of a product behind HTTP. Nothing is cached between calls, least of all the
 * state of a business (contract 5, rule 3), and no client token is ever forwarded.
 */
export function createHttpDomain(ports: HttpDomainPorts): DomainServices {
  const domain = new HttpDomain(ports)
  return {
    describe: () => domain.describe(),
    businessesOf: (userId) => domain.businessesOf(userId),
    standing: (who) => domain.standing(who),
    mayDecide: (who) => domain.mayDecide(who),
    target: (who, call) => domain.target(who, call),
    call: (context, call) => domain.call(context, call),
  }
}

const UNKNOWN_QUESTION = new Set([...DOMAIN_UNKNOWN_QUESTION].map((status) => `status_${status}`))
const UNSUPPORTED_MS = 60_000

type Answer<Question extends DomainQuestion> =
  | { readonly state: 'taken'; readonly value: DomainAnswered<Question> }
  | { readonly state: 'refused' | 'lost'; readonly reason: string }

class HttpDomain implements DomainServices {
  readonly #ports: HttpDomainPorts
  readonly #exchange: ExchangePorts
  /** When the product last said that it does not know what a target is. */
  #unsupportedMs = Number.NEGATIVE_INFINITY

  constructor(ports: HttpDomainPorts) {
    const { clock, fetch, randomId } = ports
    const url = parseDomainUrl(ports.url)
    const secrets = parseDomainSecrets(ports.secret)
    if (!url.ok) throw new Error(url.error)
    if (!secrets.ok) throw new Error(secrets.error)
    this.#ports = ports
    this.#exchange = {
      url: url.value,
      keys: importSigningKeys(secrets.value, ports.keyId),
      clock,
      fetch,
      randomId,
    }
  }

  async describe(): ReturnType<DomainServices['describe']> {
    const answer = await this.#ask('describe', {})
    if (answer.state !== 'taken') throw makeUnavailable('operations')
    const { operations, record_types: recordTypes } = answer.value
    return { operations, recordTypes }
  }

  /** Throws instead of returning none: an unreachable product is not an empty one. */
  async businessesOf(userId: string): ReturnType<DomainServices['businessesOf']> {
    const user = await this.#person(userId)
    if (user === undefined) return []
    const answer = await this.#ask('businesses', { user })
    if (answer.state !== 'taken') throw makeUnavailable('businesses')
    return answer.value.businesses.map((each) => ({
      workspaceId: each.workspace_id,
      workspaceName: each.workspace_name,
      businessId: each.business_id,
      businessName: each.business_name,
    }))
  }

  async standing(who: Standing): ReturnType<DomainServices['standing']> {
    return (await this.#standing(who)).standing
  }

  /** Nobody decides while the product is unreachable. */
  async mayDecide(who: Standing): Promise<boolean> {
    const { standing, may_decide } = await this.#standing(who)
    return standing === 'active' && may_decide
  }

  /** `absent` only where the product says so: whatever else happens, nobody can tell. */
  async target(
    who: Standing,
    { operation, args }: Pick<DomainCall, 'operation' | 'args'>,
  ): Promise<DomainTarget> {
    const nowMs = this.#ports.clock()
    if (Math.abs(nowMs - this.#unsupportedMs) < UNSUPPORTED_MS) return 'unknown'
    const user = await this.#person(who.userId)
    if (user === undefined) return 'unknown'
    const { workspaceId: workspace_id, businessId: business_id } = who
    const asked = { user, workspace_id, business_id, operation, args }
    const answer = await this.#ask('target', asked, nowMs + LIMITS.domainTargetMsMax)
    if (answer.state !== 'taken') {
      // A product of before this question is not asked again for each line of a page.
      if (UNKNOWN_QUESTION.has(answer.reason)) this.#unsupportedMs = nowMs
      return 'unknown'
    }
    const target = targetOf(answer.value, business_id)
    if (target === undefined) this.#logUnanswered('target', 'foreign_record')
    return target ?? 'unknown'
  }

  async call(context: DomainContext, call: DomainCall): Promise<DomainOutcome> {
    const user = await this.#person(context.userId)
    if (user === undefined) return { outcome: 'inactive' }
    if (call.http !== undefined) return await this.#callApi(context, user, call, call.http)
    const answer = await this.#ask('call', toQuestion(context, user, call), call.deadline)
    switch (answer.state) {
      case 'taken': {
        const { businessId } = context
        const outcome = outcomeOf(answer.value, { businessId, types: call.records })
        if (outcome !== undefined) return outcome
        this.#logUnanswered('call', 'foreign_record')
        return { ...lostOutcomeOf(context, call), foreignRecord: true }
      }
      case 'refused':
        return { outcome: 'unavailable' }
      case 'lost':
        return lostOutcomeOf(context, call)
    }
  }

  /** The product's API may not know who is a member of a business, so that is asked beside it. */
  async #callApi(
    context: DomainContext,
    user: DomainPerson,
    call: DomainCall,
    http: HttpBinding,
  ): Promise<DomainOutcome> {
    const { apiUrl } = this.#ports
    const isRead = call.kind === 'read'
    // A write has asked before: nothing is sent for a business that is out of reach.
    const [standing, answer] = await Promise.all([
      isRead ? this.standing(context) : 'active',
      callApi({ ...this.#exchange, url: apiUrl }, toQuestion(context, user, call), http),
    ])
    if (standing === 'inactive') return { outcome: 'inactive' }
    if (standing === 'unavailable') return { outcome: 'unavailable' }
    if (answer.state === 'taken') return answer.outcome
    this.#logUnanswered('call', answer.reason)
    switch (answer.state) {
      case 'refused':
        return { outcome: 'unavailable' }
      case 'lost':
        return lostOutcomeOf(context, call)
      case 'foreign':
        return { ...lostOutcomeOf(context, call), foreignRecord: true }
    }
  }

  async #standing(
    who: Standing,
  ): Promise<{ readonly standing: StandingState; readonly may_decide: boolean }> {
    const user = await this.#person(who.userId)
    if (user === undefined) return { standing: 'inactive', may_decide: false }
    const { workspaceId: workspace_id, businessId: business_id } = who
    const answer = await this.#ask('standing', { user, workspace_id, business_id })
    return answer.state === 'taken' ? answer.value : { standing: 'unavailable', may_decide: false }
  }

  async #person(userId: string): Promise<DomainPerson | undefined> {
    const identity = await this.#ports.identityOf(userId)
    if (identity === undefined) return undefined
    return { id: userId, issuer: identity.issuer, subject: identity.subject }
  }

  async #ask<Question extends DomainQuestion>(
    question: Question,
    asked: DomainAsked<Question>,
    deadline?: number,
  ): Promise<Answer<Question>> {
    const got: Exchange = await exchange(this.#exchange, question, asked, deadline)
    if (got.state !== 'answered') {
      const isOptional = question === 'target' && UNKNOWN_QUESTION.has(got.reason)
      if (!isOptional) this.#logUnanswered(question, got.reason)
      return got
    }
    if (!isAnswerTo(question, got.value)) {
      this.#logUnanswered(question, 'schema')
      return { state: 'lost', reason: 'schema' }
    }
    return { state: 'taken', value: got.value }
  }

  #logUnanswered(question: DomainQuestion, reason: string): void {
    const { log } = this.#ports
    log.warn('domain_unanswered', { question, reason })
  }
}

function isAnswerTo<Question extends DomainQuestion>(
  question: Question,
  value: unknown,
): value is DomainAnswered<Question> {
  return Value.Check(DOMAIN_WIRE[question].answered, value)
}

function makeUnavailable(what: string): StoreUnavailable {
  return new StoreUnavailable(`Cannot ask the product for "${what}": no usable answer`)
}

/** Issuer and subject of a user, by which a product knows people; absent if the id is unknown. */
type Identity = Pick<DomainPerson, 'issuer' | 'subject'>

export async function findIdentity(sql: Sql, userId: string): Promise<Identity | undefined> {
  const row = await sql.one('SELECT issuer, subject FROM app_user WHERE id = ?', userId)
  if (row === undefined) return undefined
  return { issuer: textIn(row, 'issuer'), subject: textIn(row, 'subject') }
}
