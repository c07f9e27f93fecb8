import { type ExportResult, ExportResultCode } from '@opentelemetry/core'
import { JsonMetricsSerializer, JsonTraceSerializer } from '@opentelemetry/otlp-transformer'
import type { PushMetricExporter } from '@opentelemetry/sdk-metrics'
import type { SpanExporter } from '@opentelemetry/sdk-trace'
import type { Log } from '../../foundation/telemetry/log.ts'
import type { OtlpSettings } from '../settings/otlp.ts'

/** A collector that takes longer is taken for one that is away. */
const ANSWER_MS_MAX = 5000

type Exporters = {
  readonly spans: SpanExporter
  readonly figures: PushMetricExporter
  /** Gives up whatever is being sent, and sends nothing from then on. */
  abort(): void
}

/**
 * Sends what the SDK hands over, once: spans that a collector does not take are lost, and figures
 * are whole again with the next message. Those of OpenTelemetry read the environment themselves,
 * and their repeated attempts would hold up a stop.
 */
export function createExporters(settings: OtlpSettings, log: Log): Exporters {
  const aborted = new AbortController()
  const post = createPost(settings, aborted.signal, createOutageLog(log))
  return {
    spans: {
      export: (spans, done) =>
        void post('traces', JsonTraceSerializer.serializeRequest(spans), done),
      shutdown: async () => {},
    },
    figures: {
      export: (metrics, done) =>
        void post('metrics', JsonMetricsSerializer.serializeRequest(metrics), done),
      forceFlush: async () => {},
      shutdown: async () => {},
    },
    abort: () => aborted.abort(),
  }
}

type Post = (
  signal: 'traces' | 'metrics',
  body: Uint8Array | undefined,
  done: (result: ExportResult) => void,
) => Promise<void>

function createPost(
  { endpoint, headers }: OtlpSettings,
  aborted: AbortSignal,
  note: (reason: string | undefined) => void,
): Post {
  let [lastSent, lastNoted] = [0, 0]
  return async (signal, body, done) => {
    lastSent += 1
    const number = lastSent
    const reason = await send(`${endpoint}/v1/${signal}`, {
      method: 'POST',
      // The configured headers come last: a collector may want a content type of its own.
      headers: { 'content-type': 'application/json', ...headers },
      // The serializers give bytes of their own, no view of shared memory.
      body: (body ?? new Uint8Array()) as Uint8Array<ArrayBuffer>,
      redirect: 'manual',
      // Nobody reads the answer, and a small one could unpack into all memory.
      decompress: false,
      signal: AbortSignal.any([aborted, AbortSignal.timeout(ANSWER_MS_MAX)]),
    })
    // One that was given up late says nothing about a collector that has answered since.
    if (!aborted.aborted && number > lastNoted) {
      lastNoted = number
      note(reason)
    }
    const { SUCCESS, FAILED } = ExportResultCode
    done({ code: reason === undefined ? SUCCESS : FAILED })
  }
}

/** Why a message was not taken, in words without an address; undefined when it was. */
async function send(url: string, init: BunFetchRequestInit): Promise<string | undefined> {
  try {
    const answer = await fetch(url, init)
    await answer.body?.cancel()
    return answer.ok ? undefined : `status ${answer.status}`
  } catch (error) {
    if (!(error instanceof Error)) return 'not reached'
    return 'code' in error && typeof error.code === 'string' ? error.code : error.name
  }
}

/** One line when the collector goes away, one when it is back. */
function createOutageLog(log: Log): (reason: string | undefined) => void {
  let isAway = false
  return (reason) => {
    const wasAway = isAway
    isAway = reason !== undefined
    if (isAway === wasAway) return
    if (isAway) log.warn('collector_away', { reason })
    else log.info('collector_back')
  }
}
