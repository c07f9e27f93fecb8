import { expect, test } from 'bun:test'
import { ROOT_CONTEXT, SpanKind, trace } from '@opentelemetry/api'
import { createSampler, REQUEST_IS_SENT } from './_sampler.ts'

const TRACE = '0af7651916cd43dd8448eb211c80319c'
const SENT = 2
const NOT_SENT = 0

function choose(drawn: number, context = ROOT_CONTEXT): number {
  const sampler = createSampler(0.25, () => drawn)
  return sampler.shouldSample(context, TRACE, 'a span', SpanKind.SERVER, {}, []).decision
}

function withParent(isRemote: boolean, traceFlags: number) {
  const parent = { traceId: TRACE, spanId: 'b7ad6b7169203331', traceFlags, isRemote }
  return trace.setSpanContext(ROOT_CONTEXT, parent)
}

test('createSampler() sends the share that it is given', () => {
  expect([choose(0), choose(0.24), choose(0.25), choose(0.99)]).toEqual([
    SENT,
    SENT,
    NOT_SENT,
    NOT_SENT,
  ])
})

test('createSampler() draws anew for a parent from outside, whatever its flag', () => {
  for (const flags of [0, 1]) {
    expect([choose(0, withParent(true, flags)), choose(0.5, withParent(true, flags))]).toEqual([
      SENT,
      NOT_SENT,
    ])
  }
})

test('createSampler() follows a parent of its own, and the request of a message', () => {
  expect([choose(0.5, withParent(false, 1)), choose(0, withParent(false, 0))]).toEqual([
    SENT,
    NOT_SENT,
  ])
  const asked = withParent(true, 1).setValue(REQUEST_IS_SENT, false)
  expect(choose(0, asked)).toBe(NOT_SENT)
})
