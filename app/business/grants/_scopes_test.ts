import { expect, test } from 'bun:test'
import { formatScopes, intersectScopes, scopesIn } from './_scopes.ts'

test('scopesIn() reads whole words, each once and in one order', () => {
  const [read, write] = ['mcp:business:read', 'mcp:business:write'] as const
  expect(scopesIn({ scopes: `${write} ${read}` }, 'scopes')).toEqual([read, write])
  expect(scopesIn({ scopes: `${read}er other` }, 'scopes')).toEqual([])
  expect(formatScopes([read, write])).toBe(`${read} ${write}`)
  expect(intersectScopes([read], [write, read, read])).toEqual([read])
  expect(intersectScopes([read], [write])).toEqual([])
})
