import { err, ok, type Result } from '../../contract/result.ts'
import type { SettingReader } from './reader.ts'

/** Where traces and figures are sent, by the names that OpenTelemetry gives its settings. */
export type OtlpSettings = {
  /** Without a slash at its end; `/v1/traces` and `/v1/metrics` follow. */
  readonly endpoint: string
  /** Headers of each message, such as a key of the collector. */
  readonly headers: Readonly<Record<string, string>>
  /** Unset: the name of the service in the registry. */
  readonly serviceName: string | undefined
  readonly attributes: Readonly<Record<string, string>>
  /** Share of the traces that are sent, from 0 to 1. */
  readonly ratio: number
  /** How often figures are sent, and how long spans wait for others. */
  readonly intervalMs: number
  readonly spanDelayMs: number
}

const PROTOCOL_RULE = {
  what: 'this version sends JSON over HTTP alone, which collectors take on port 4318',
  words: ['http/json'],
} as const

/** Undefined without an endpoint: then nothing is sent, and none of that code is loaded. */
export function readOtlp(reader: SettingReader): OtlpSettings | undefined {
  reader.word('OTEL_EXPORTER_OTLP_PROTOCOL', PROTOCOL_RULE)
  const endpoint = reader.parsed('OTEL_EXPORTER_OTLP_ENDPOINT', parseEndpoint)
  const settings = {
    headers: reader.parsed('OTEL_EXPORTER_OTLP_HEADERS', parsePairs) ?? {},
    serviceName: reader.value('OTEL_SERVICE_NAME'),
    attributes: reader.parsed('OTEL_RESOURCE_ATTRIBUTES', parsePairs) ?? {},
    ratio: reader.parsed('OTEL_TRACES_SAMPLER_ARG', parseRatio) ?? 1,
    intervalMs: reader.whole('OTEL_METRIC_EXPORT_INTERVAL'),
    spanDelayMs: reader.whole('OTEL_BSP_SCHEDULE_DELAY'),
  }
  return endpoint === undefined ? undefined : { endpoint, ...settings }
}

/** A collector often listens beside the service or in its cluster, where there is no TLS. */
function parseEndpoint(text: string): Result<string, string> {
  const url = URL.canParse(text) ? new URL(text) : undefined
  const isWeb = url?.protocol === 'http:' || url?.protocol === 'https:'
  if (url === undefined || !isWeb || `${url.search}${url.hash}` !== '') {
    return err(`Cannot use "${text}": it is not a plain http or https address`)
  }
  return ok(url.href.replace(/\/+$/, ''))
}

/** `name=value` pairs with commas between them; values are percent-encoded (W3C Baggage). */
function parsePairs(text: string): Result<Readonly<Record<string, string>>, string> {
  const pairs: [string, string][] = []
  for (const part of text.split(',').filter((each) => each.trim() !== '')) {
    const at = part.indexOf('=')
    const name = part.slice(0, Math.max(at, 0)).trim()
    const value = decode(part.slice(at + 1).trim())
    // The pair is not quoted: it may be a key.
    if (!/^[\w.!#$%&'*+^`|~-]+$/.test(name) || value === undefined) {
      return err(`Cannot read pair ${pairs.length + 1}: it is not name=value`)
    }
    pairs.push([name, value])
  }
  return ok(Object.fromEntries(pairs))
}

function decode(text: string): string | undefined {
  try {
    const value = decodeURIComponent(text)
    return /[\u0000-\u001f\u007f]/.test(value) ? undefined : value
  } catch {
    return undefined
  }
}

function parseRatio(text: string): Result<number, string> {
  const ratio = /^(?:0|1|0?\.\d{1,9}|[01]\.\d{1,9})$/.test(text) ? Number(text) : Number.NaN
  if (ratio >= 0 && ratio <= 1) return ok(ratio)
  return err(`Cannot use "${text}": it is not a number from 0 to 1`)
}
