import { expect, test } from 'bun:test'
import { redirectHostOf } from './_consent.ts'

const places: readonly (readonly [redirectUri: string, host: string])[] = [
  ['https://host.example/callback?a=b', 'host.example'],
  ['http://127.0.0.1:49152/callback', '127.0.0.1'],
  ['http://[::1]:49152/', '[::1]'],
  ['http://localhost/callback', 'localhost'],
  ['cursor://anysphere.cursor-mcp/oauth/callback', 'cursor://anysphere.cursor-mcp'],
  ['com.example.app:/callback', 'com.example.app://'],
]

for (const [redirectUri, host] of places) {
  test(`redirectHost() of ${redirectUri} is ${host}`, () => {
    expect(redirectHostOf(redirectUri)).toBe(host)
  })
}
