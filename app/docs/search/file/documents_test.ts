import { expect, test } from 'bun:test'
import { splitBody } from './documents.ts'
import { BLOCK_CHARACTERS } from './search_file.ts'

function pieces(body: string, ...starts: readonly number[]): readonly string[] {
  const sections = starts.map((start) => ({ heading: 'Heading', start }))
  return [...splitBody(body, sections)].map(({ start, end }) => body.slice(start, end))
}

test('splitBody() returns the whole body, in pieces of limited length', () => {
  for (const part of ['line\n', 'word ', '文档。', '漢', '𠮷', 'x']) {
    const body = part.repeat(9 * BLOCK_CHARACTERS)
    const found = pieces(body)
    expect(found.join('')).toBe(body)
    expect(Math.max(...found.map(({ length }) => length))).toBeLessThanOrEqual(2 * BLOCK_CHARACTERS)
    expect(found.every((piece) => piece.isWellFormed())).toBe(true)
  }
})

test('splitBody() cuts after a line, and after a word where no line ends', () => {
  const isCutBehind = (sign: string) => (piece: string) => piece.endsWith(sign)
  expect(pieces('some words\n'.repeat(999)).every(isCutBehind('\n'))).toBe(true)
  expect(pieces('some words '.repeat(999)).every(isCutBehind(' '))).toBe(true)
})

test('splitBody() starts a piece with each section and gives the start of its text', () => {
  const body = 'Lead\nHeading\nText\nLast'
  const sections = [5, 18].map((start) => ({ heading: 'Heading', start }))
  expect(
    [...splitBody(body, sections)].map(({ start, headingEnd }) => [start, headingEnd]),
  ).toEqual([
    [0, 0],
    [5, 13],
    [18, 22],
  ])
})
