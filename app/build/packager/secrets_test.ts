import { expect, test } from 'bun:test'
import { findSecret } from './secrets.ts'

test('findSecret() ignores words, addresses, versions and digests', () => {
  const harmless = [
    'Basic documentation tools, and bearer of good news',
    'No secret: everything here is public',
    'OAuth-bound business tools of this-is-a-rather-long-name-of-a-product',
    'https://docs.example.com/guides/Start_Here_And_Read_On/index.md?q=tokens',
    'https://docs.example.com/@scope/package',
    'https://docs.example.com/webhooks/Standard-Webhooks-Explained',
    'ThisIsARatherLongNameOfOneProduct and Another_Rather_Long_Name_Of_It',
    'modelcontextprotocol.io/schemas/2025-12-11/server.schema.json',
    'Token: a word of two or more letters',
    '2026-11-21T12:00:00Z, version 1.4.0-rc.1',
    'task-runner-for-documentation-builds',
    'costs $5, or ${price}',
  ]
  expect(harmless.filter((text) => findSecret(text) !== undefined)).toEqual([])
})

test('findSecret() returns the part that looks like a credential', () => {
  expect(findSecret('see https://me:pw@docs.example/')).toBe('https://me:pw@')
  expect(findSecret('send Basic dXNlcjpwYXNz= please')).toBe('Basic dXNlcjpwYXNz=')
  expect(findSecret('put ${input:api_key} there')).toBe('${input:api_key}')
})
