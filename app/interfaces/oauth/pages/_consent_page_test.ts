import { expect, test } from 'bun:test'
import { formTargetOf } from './_consent_page.ts'

test.each([
  ['https://client.example/callback?a=b', 'https://client.example'],
  ['https://client.example:8443/callback', 'https://client.example:8443'],
  ['http://127.0.0.1:51234/callback', 'http://127.0.0.1:51234'],
  ['http://localhost:1/', 'http://localhost:1'],
  ['http://[::1]:51234/callback', 'http:'],
  ['com.example.app:/callback', 'com.example.app:'],
  ['cursor://anysphere.cursor-mcp/oauth/callback', 'cursor:'],
  ['https://client.example;sandbox/callback', undefined],
  ["https://client.example'self'/callback", undefined],
])('formTargetOf() of "%s" is %p', (redirectUri, expected) => {
  expect(formTargetOf(redirectUri)).toBe(expected)
})
