import { expect, test } from 'bun:test'
import { replyWithResult, toResponse } from './_wire.ts'

const request = new Request('http://localhost/mcp', { method: 'POST' })

test('toResponse() gives each answer headers of its own', () => {
  const first = toResponse(replyWithResult(1, {}, '2026-07-28'), request)
  first.headers.set('content-type', 'text/plain')
  const second = toResponse(replyWithResult(2, {}, '2026-07-28'), request)
  expect(second.headers.get('content-type')).toBe('application/json')
})

test('toResponse() names the agreed revision, and the origin when there is one', () => {
  const browser = new Request(request, { headers: { origin: 'https://app.example.com' } })
  const answer = toResponse(replyWithResult('a', { x: 1 }, '2025-06-18'), browser)
  expect(Object.fromEntries(answer.headers)).toEqual({
    'access-control-allow-origin': 'https://app.example.com',
    'access-control-expose-headers': 'MCP-Protocol-Version, WWW-Authenticate',
    'cache-control': 'no-store',
    'content-type': 'application/json',
    'mcp-protocol-version': '2025-06-18',
    vary: 'Origin',
    'x-content-type-options': 'nosniff',
  })
})
