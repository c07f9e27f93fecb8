import { type Static, Type } from '@sinclair/typebox'
import { BUSINESS_SCOPES } from './oauth.ts'
import { closed, identifier, oneLine, oneOf, patternText } from './registry_words.ts'

/**
 * The protocol between the service and a product over HTTP. It is our own agreement with the
 * operator's product and no part of the public contract: schemas are JSON Schema as they stand,
 * so a product team can generate its types from them.
 */
export const DOMAIN_PATHS = {
  describe: '/describe',
  businesses: '/businesses',
  standing: '/standing',
  target: '/target',
  call: '/call',
} as const
export type DomainQuestion = keyof typeof DOMAIN_PATHS

export const DOMAIN_HEADERS = {
  key: 'Lectern-Key',
  timestamp: 'Lectern-Timestamp',
  requestId: 'Lectern-Request-Id',
  signature: 'Lectern-Signature',
} as const

/** Headers of a call of the product's own HTTP API, beside those of a signed request. */
export const DOMAIN_API_HEADERS = {
  /**
   * Who calls, where, by which tool and until when, with the key and each header of the grant: JSON
   * in base64url. It is signed, and those headers are not: where they differ, it alone counts.
   */
  context: 'Lectern-Context',
  /** In the answer: the id of the business that the product acted for. */
  business: 'Lectern-Business',
  idempotencyKey: 'Idempotency-Key',
} as const

/** Comes first in what is signed, and before the `=` of the signature. */
export const DOMAIN_SIGNATURE_VERSION = 'v1'

/**
 * Statuses by which a product, or the server before it, says that it did nothing: each refuses a
 * request before any work (RFC 9110 section 15.5, RFC 6585). Any other but 200 says nothing about
 * what was done: 409 is a request id that was seen before, 408 may come in the middle of the
 * work, and 502 to 504 come from what stands between.
 */
export const DOMAIN_NOTHING_DONE: ReadonlySet<number> = new Set([
  400, 401, 404, 405, 411, 413, 414, 415, 421, 426, 428, 429, 431,
])

/** Statuses by which the product's own API says that it did what was asked. */
export const DOMAIN_API_DONE: ReadonlySet<number> = new Set([200, 201, 204])

/** Statuses by which a product says that it does not know a question: only `target` is optional. */
export const DOMAIN_UNKNOWN_QUESTION: ReadonlySet<number> = new Set([404, 405, 501])

/** The text whose HMAC-SHA-256, in hexadecimal, is the signature of a request. */
export function domainSignedText(signed: {
  readonly path: string
  readonly timestamp: string
  readonly requestId: string
  /** SHA-256 of the body as it is sent, in hexadecimal. */
  readonly bodyDigest: string
}): string {
  const { path, timestamp, requestId, bodyDigest } = signed
  return [DOMAIN_SIGNATURE_VERSION, 'POST', path, timestamp, requestId, bodyDigest].join('\n')
}

/**
 * The text that is signed for a call of the product's own HTTP API. It has a line more than that of
 * a question, so neither signature is ever one of the other kind.
 */
export function domainApiSignedText(signed: {
  readonly method: string
  /** Path and query as they are sent. */
  readonly target: string
  readonly timestamp: string
  readonly requestId: string
  readonly bodyDigest: string
  /** The value of the header with the context. */
  readonly context: string
}): string {
  const { method, target, timestamp, requestId, bodyDigest, context } = signed
  const parts = [method, target, timestamp, requestId, bodyDigest, context]
  return [DOMAIN_SIGNATURE_VERSION, ...parts].join('\n')
}

const id = oneLine(256)
const name = oneLine(300)
const message = oneLine(500)
const operation = patternText('^[a-z][a-z0-9_.]{0,63}$', 'a name such as follow_up.close')
const members = Type.Record(Type.String(), Type.Unknown())

/** A signed-in person: `issuer` and `subject` are those of the identity provider. */
const PersonSchema = Type.Object({ id, issuer: Type.String(), subject: id }, closed)

const RecordSchema = Type.Object({ type: identifier, id, business_id: id, fields: members }, closed)

const ChoiceSchema = Type.Object(
  { workspace_id: id, workspace_name: name, business_id: id, business_name: name },
  closed,
)

const ContextSchema = Type.Object(
  {
    request_id: Type.String(),
    grant_id: Type.String(),
    client_id: Type.String(),
    user: PersonSchema,
    workspace_id: id,
    business_id: id,
    scopes: Type.Array(oneOf(BUSINESS_SCOPES)),
  },
  closed,
)

const OutcomeSchema = Type.Union([
  Type.Object(
    {
      outcome: Type.Literal('records'),
      records: Type.Array(RecordSchema),
      more: Type.Boolean(),
    },
    closed,
  ),
  Type.Object(
    { outcome: Type.Literal('applied'), result: members, records: Type.Array(RecordSchema) },
    closed,
  ),
  Type.Object({ outcome: Type.Literal('held'), reason: message }, closed),
  Type.Object({ outcome: Type.Literal('inactive') }, closed),
  Type.Object({ outcome: Type.Literal('not_found') }, closed),
  Type.Object({ outcome: Type.Literal('denied') }, closed),
  Type.Object({ outcome: Type.Literal('invalid'), field: name, message }, closed),
  Type.Object({ outcome: Type.Literal('conflict'), message }, closed),
  Type.Object({ outcome: Type.Literal('unavailable') }, closed),
])

/** Body and answer of each question; every object of ours is closed on both sides. */
export const DOMAIN_WIRE = {
  describe: {
    asked: Type.Object({}, closed),
    answered: Type.Object(
      { operations: Type.Array(operation), record_types: Type.Array(identifier) },
      closed,
    ),
  },
  businesses: {
    asked: Type.Object({ user: PersonSchema }, closed),
    answered: Type.Object({ businesses: Type.Array(ChoiceSchema) }, closed),
  },
  standing: {
    asked: Type.Object({ user: PersonSchema, workspace_id: id, business_id: id }, closed),
    answered: Type.Object(
      {
        standing: Type.Union([Type.Literal('active'), Type.Literal('inactive')]),
        /** Whether this person approves held calls of the business. */
        may_decide: Type.Boolean(),
      },
      closed,
    ),
  },
  /** What a write is about, before a person is asked to approve it. It changes nothing. */
  target: {
    asked: Type.Object(
      { user: PersonSchema, workspace_id: id, business_id: id, operation, args: members },
      closed,
    ),
    answered: Type.Union([
      Type.Object({ target: Type.Literal('record'), business_id: id, name }, closed),
      Type.Object({ target: Type.Literal('absent') }, closed),
      Type.Object({ target: Type.Literal('unknown') }, closed),
    ]),
  },
  call: {
    asked: Type.Object(
      {
        operation,
        /** What the tool is declared to do: an operation of the other kind is `denied`. */
        kind: oneOf(['read', 'write']),
        context: ContextSchema,
        args: members,
        /** The only types of records that the answer may hold. */
        record_types: Type.Array(identifier),
        /** Names one write: the same key twice is the same write. */
        idempotency_key: Type.Optional(id),
        /** There when a person approved this call: it is not held a second time. */
        approval_id: Type.Optional(id),
        /** Milliseconds since the epoch after which nobody waits for the answer. */
        deadline: Type.Integer(),
      },
      closed,
    ),
    answered: OutcomeSchema,
  },
} as const

export type DomainPerson = Static<typeof PersonSchema>
export type DomainWireRecord = Static<typeof RecordSchema>
export type DomainAsked<Question extends DomainQuestion> = Static<
  (typeof DOMAIN_WIRE)[Question]['asked']
>
export type DomainAnswered<Question extends DomainQuestion> = Static<
  (typeof DOMAIN_WIRE)[Question]['answered']
>
