import type { EventsEntry } from '../../contract/registry.ts'
import type { Corpus } from '../model/corpus.ts'
import { findFieldName } from './_asyncapi_envelope.ts'
import { makeExampleDelivery } from './_asyncapi_messages.ts'
import { makeTestSecret, signDelivery } from './_asyncapi_signature.ts'

/**
 * What AsyncAPI has no field for: how a delivery is signed, tried again and recognised. A program
 * reads these members; the description of the operation says the same in words.
 */
export function describeDelivery(corpus: Corpus, generated: string): object {
  const { events } = corpus.registry
  const { retry, deduplication, signature } = events
  return {
    'x-delivery': {
      sent: false,
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

/** A repetition may come until the last attempt, and is taken while its timestamp is fresh. */
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

const VECTOR_USE =
  'The secret of the test vector is public and proves nothing but a receiver; check its ' +
  'timestamp as if now were that very instant.'

/** A delivery with everything that goes into its signature, to prove a receiver by. */
function makeTestVector(corpus: Corpus, secret: string, generated: string): object {
  const { types, signature } = corpus.registry.events
  const [entry] = types
  if (entry === undefined) throw new Error('Cannot write a test vector: there is no event type')
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

/** The rules of the operation in words, for those who read rather than generate. */
export function explainDelivery(events: EventsEntry): string {
  const { signature, retry, deduplication } = events
  const id = findFieldName(events, 'delivery_id')
  return [
    'No events are sent today: this service has no sender and no way to subscribe. The ' +
      'description fixes what a receiver may rely on, and the test vector proves a receiver. ' +
      VECTOR_USE,
    `Signature. \`${signature.header}\` holds \`${signature.value_format}\`, or several such ` +
      `values separated by a space while secrets change. {signature} is the base64 of ` +
      `${signature.algorithm} over \`${signature.signed_content}\`: {id} is ` +
      `\`${signature.id_header}\`, {timestamp} is \`${signature.timestamp_header}\`, {body} is ` +
      'the raw body, byte for byte. The key is the base64 text of the secret behind ' +
      `\`${signature.secret_prefix}\`, decoded. Compare in constant time, accept if one value ` +
      `fits, and refuse a timestamp more than ${signature.tolerance_seconds} seconds from now ` +
      `in either direction, and an \`${id}\` that is not the one of the header.`,
    `Retries. Success is a status from ${retry.success.from} to ${retry.success.to} within ` +
      `${retry.timeout_seconds} seconds; anything else, a redirection included, is ` +
      `${explainFailure(retry.schedule_seconds.length)} Seconds before each: ` +
      `${retry.schedule_seconds.join(', ')}. ${retry.description} Every attempt has the same ` +
      'id and body, and a timestamp and a signature of its own.',
    `Duplicates. The key is \`${deduplication.key}\`. ${deduplication.description} Attempts may ` +
      `overlap and arrive in any order; remember ids for ${countRememberSeconds(events)} seconds.`,
    'Unknown. More types and fields may come: answer success to a type or field that you do not ' +
      'know, and do nothing.',
  ].join('\n\n')
}

function explainFailure(attempts: number): string {
  if (attempts === 1) return 'a failure, and nothing is tried again.'
  return `tried again, ${attempts} attempts in all.`
}
