import { type Context, createContextKey, TraceFlags, trace } from '@opentelemetry/api'
import { type Sampler, SamplingDecision } from '@opentelemetry/sdk-trace'

/** Whether the request that brought a message is sent: the message follows it. */
export const REQUEST_IS_SENT = createContextKey('request_is_sent')

/**
 * Sends a share of the traces, drawn anew for each request from outside. What a stranger sends
 * decides nothing: neither the flag, nor the number of the trace, from which the usual samplers
 * compute their choice.
 */
export function createSampler(ratio: number, random: () => number): Sampler {
  return {
    shouldSample: (context) => {
      const isSent = followedChoice(context) ?? random() < ratio
      const { RECORD_AND_SAMPLED, NOT_RECORD } = SamplingDecision
      return { decision: isSent ? RECORD_AND_SAMPLED : NOT_RECORD }
    },
    toString: () => `share of ${ratio}`,
  }
}

function followedChoice(context: Context): boolean | undefined {
  const ofRequest = context.getValue(REQUEST_IS_SENT)
  if (typeof ofRequest === 'boolean') return ofRequest
  const parent = trace.getSpanContext(context)
  if (parent === undefined || parent.isRemote === true) return undefined
  return isSent(parent.traceFlags)
}

export function isSent(traceFlags: number): boolean {
  return (traceFlags & TraceFlags.SAMPLED) === TraceFlags.SAMPLED
}
