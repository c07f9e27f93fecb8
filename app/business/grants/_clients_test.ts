import { expect, test } from 'bun:test'
import { clientIn } from './_clients.ts'

const row = {
  id: 'client_a',
  kind: 'dynamic',
  name: 'A',
  redirect_uris: '["x","y"]',
  refreshes: 1,
  document_sha256: null,
  consented_sha256: null,
}

test('clientIn() reads the list of redirect addresses', () => {
  expect(clientIn(row).redirectUris).toEqual(['x', 'y'])
})

test('clientIn() takes another value in the list for a bug', () => {
  const damaged = { ...row, redirect_uris: '{}' }
  expect(() => clientIn(damaged)).toThrow('Cannot read column "redirect_uris"')
})
