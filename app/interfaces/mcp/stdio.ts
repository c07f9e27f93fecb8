import { type JsonRpcRequest, readMessage } from '../../contract/json_rpc.ts'
import { LIMITS, type LimitSettings } from '../../contract/limits.ts'
import type { ResultText } from '../../contract/protocol.ts'
import type { PublicDocs } from '../../docs/public_docs/mod.ts'
import { logIncident } from '../../foundation/telemetry/incident.ts'
import type { Log } from '../../foundation/telemetry/log.ts'
import { readLines } from './_lines.ts'
import { dispatch } from './_methods.ts'
import { agreeRevision, checkBodyMetadata } from './_revision.ts'
import { type Reply, replyWithRefusal, replyWithResult } from './_wire.ts'

/** No token comes this way, so private tools have no port here. */
type StdioPorts = {
  readonly docs: PublicDocs
  readonly limits: LimitSettings
  readonly log: Log
  readonly resultText?: ResultText | undefined
}

const NO_HEADERS = new Headers()

/**
 * Answers the messages of one host until its stream ends: one at a time and in order, so that
 * nothing follows a message that cancels another. `write` gets whole lines and nothing else.
 */
export async function serveLines(
  input: ReadableStream<Uint8Array>,
  write: (line: string) => Promise<void>,
  ports: StdioPorts,
): Promise<void> {
  for await (const line of readLines(input, LIMITS.callBytesMax)) {
    const reply = line === 'too_long' ? refuseLongLine() : await answerLine(line, ports)
    if (reply?.body !== undefined) await write(`${JSON.stringify(reply.body)}\n`)
  }
}

function refuseLongLine(): Reply {
  const message = `Cannot read message: its line is longer than ${LIMITS.callBytesMax} bytes`
  return replyWithRefusal({ reason: 'not_a_message', message })
}

/** The checks of the endpoint, without those of headers; a notification gets no answer. */
async function answerLine(line: Uint8Array, ports: StdioPorts): Promise<Reply | undefined> {
  const read = readMessage(line)
  if (!read.ok) {
    return replyWithRefusal(read.error, 'id' in read.error ? read.error.id : undefined)
  }
  const message = read.value
  if (message.kind === 'notification') return undefined
  const agreed = agreeRevision(message, NO_HEADERS)
  if (!agreed.ok) return replyWithRefusal(agreed.error, message.id)
  const { revision, metadata } = agreed.value
  const refusal = checkBodyMetadata(message, metadata)
  if (refusal !== undefined) return replyWithRefusal(refusal, message.id, revision)
  try {
    const outcome = await dispatch(message, revision, ports, NO_HEADERS)
    return outcome.ok
      ? replyWithResult(message.id, outcome.value, revision)
      : replyWithRefusal(outcome.error, message.id, revision)
  } catch (error) {
    return reportBug(error, message, ports.log)
  }
}

/** A throw is a bug: the host gets an incident id, the log gets the reason under it. */
function reportBug(error: unknown, { id, method }: JsonRpcRequest, log: Log): Reply {
  const incident = logIncident(log, 'mcp_failed', error, { method })
  return replyWithRefusal({ reason: 'failed', incident }, id)
}
