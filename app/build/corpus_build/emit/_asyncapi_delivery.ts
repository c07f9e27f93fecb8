import { STANDARD_HEADERS, signDelivery } from '../../../contract/event_signature.ts'
import type { EventsEntry } from '../../../contract/registry.ts'
import type { Corpus } from '../../../docs/model/corpus.ts'
import { findFieldName } from './_asyncapi_envelope.ts'
import { makeExampleDelivery } from './_asyncapi_messages.ts'
import { makeTestSecret } from './_asyncapi_signature.ts'

/**
 * What AsyncAPI has no field for: signing, retries and de-duplication. Programs read these members;
 * the description of the operation says the same in prose.
 */
export function describeDelivery(corpus: Corpus, generated: string): object {
  const { events } = corpus.registry
  const { retry, deduplication, signature } = events
  return {
    'x-delivery': {
      sent: true,
      timeoutSeconds: retry.timeout_seconds,
      success: { statusFrom: retry.success.from, statusTo: retry.success.to },
      attempts: retry.schedule_seconds.length,
      waitSecondsBeforeAttempt: retry.schedule_seconds,
      description: retry.description,
    },
    'x-deduplication': {
      key: `$message.payload#/${deduplication.key}`,
      header: signature.id_header,
      rememberSeconds: countRememberSeconds(events),
      description: deduplication.description,
    },
    'x-signature': describeSignature(corpus, generated),
  }
}

/** Repeats may arrive until the last attempt, and are accepted while their timestamp is fresh. */
function countRememberSeconds({ retry, signature }: EventsEntry): number {
  const waits = retry.schedule_seconds.reduce((sum, wait) => sum + wait, 0)
  return waits + signature.tolerance_seconds
}

function describeSignature(corpus: Corpus, generated: string): object {
  const { events, service } = corpus.registry
  const { signature } = events
  return {
    header: signature.header,
    idHeader: signature.id_header,
    timestampHeader: signature.timestamp_header,
    algorithm: signature.algorithm,
    secret: { prefix: signature.secret_prefix, encoding: 'base64' },
    signedContent: signature.signed_content,
    signatureEncoding: 'base64',
    value: signature.value_format,
    valueSeparator: ' ',
    toleranceSeconds: signature.tolerance_seconds,
    testVector: makeTestVector(corpus, makeTestSecret(service.name, signature), generated),
  }
}

const STANDARD_NAMES = Object.values(STANDARD_HEADERS)
  .map((name) => `\`${name}\``)
  .join(', ')

const VECTOR_USE =
  'The secret of the test vector is public: use it only to test a receiver, with the clock of ' +
  'the receiver set to the timestamp of the vector.'

/** A delivery with everything that its signature covers, for testing a receiver. */
function makeTestVector(corpus: Corpus, secret: string, generated: string): object {
  const { types, signature } = corpus.registry.events
  const [entry] = types
  if (entry === undefined) throw new Error('Cannot write a test vector: no event types')
  const { id, timestamp, body } = makeExampleDelivery(entry, corpus, generated)
  return {
    secret,
    id,
    timestamp,
    body,
    signature: signDelivery({ id, timestamp, body }, secret, signature),
    description: VECTOR_USE,
  }
}

/** The rules of the operation as prose. */
export function explainDelivery(events: EventsEntry): string {
  const { signature, retry, deduplication } = events
  const id = findFieldName(events, 'delivery_id')
  return [
    'Events are sent to the receivers that the operator of the service lists, and to nobody ' +
      'else: no client can subscribe. Delivery is at least once. The test vector lets you test ' +
      'a receiver. ' +
      VECTOR_USE,
    `Signature. \`${signature.header}\` holds \`${signature.value_format}\`, or several such ` +
      `values separated by spaces during a change of secrets. {signature} is the base64 of ` +
      `${signature.algorithm} over \`${signature.signed_content}\`: {id} is ` +
      `\`${signature.id_header}\`, {timestamp} is \`${signature.timestamp_header}\`, {body} is ` +
      'the raw body, byte for byte. The key is what follows ' +
      `\`${signature.secret_prefix}\` in the secret, base64-decoded. Compare in constant time ` +
      'and accept the delivery if one value matches. Refuse a timestamp more than ' +
      `${signature.tolerance_seconds} seconds from now in either direction, and a body whose ` +
      `\`${id}\` differs from the header. The same values are sent as ${STANDARD_NAMES} too, ` +
      'signed as Standard Webhooks says.',
    `Retries. A status from ${retry.success.from} to ${retry.success.to} within ` +
      `${retry.timeout_seconds} seconds is success. Anything else, including a redirect, is ` +
      `${explainFailure(retry.schedule_seconds.length)} Waits in seconds: ` +
      `${retry.schedule_seconds.join(', ')}. ${retry.description} Every attempt has the same ` +
      'id and body, but its own timestamp and signature.',
    `Duplicates. The key is \`${deduplication.key}\`. ${deduplication.description} Attempts may ` +
      `overlap and arrive in any order; remember ids for ${countRememberSeconds(events)} seconds.`,
    'Unknown events. Types and fields may be added: answer success to a type or field that you ' +
      'do not know, and ignore it.',
  ].join('\n\n')
}

function explainFailure(attempts: number): string {
  if (attempts === 1) return 'a failure and is not retried.'
  return `retried, with at most ${attempts} attempts in all.`
}
