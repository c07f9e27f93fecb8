import { expect, test } from 'bun:test'
import { readAcceptedModes } from './_fields.ts'

test('acceptedModes() gives every mode that a client accepts, in our order', () => {
  const both = ['text/plain', 'application/json'] as const
  const rows: readonly (readonly [unknown, readonly string[]])[] = [
    [undefined, both],
    [[''], both],
    [['*'], both],
    [['application/json', 'text/plain'], both],
    [['application/*;q=1'], ['application/json']],
    [['text/markdown'], []],
    [['text'], []],
  ]
  for (const [acceptedOutputModes, modes] of rows) {
    expect(readAcceptedModes({ acceptedOutputModes })).toEqual(modes as typeof both)
  }
  expect(readAcceptedModes({ accepted_output_modes: ['text/plain'] })).toEqual(['text/plain'])
})
