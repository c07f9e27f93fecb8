import { expect, test } from 'bun:test'
import { findPatterns, judgePattern, readProven } from './patterns.ts'

/** Patterns that take quadratic time, over text that is too short for it to matter. */
const BOUNDED: ReadonlyMap<string, string> = new Map([
  ['/^[ \\t]+|[ \\t]+$/g', 'a padded header, which a Headers object never has'],
  ['/^[("\'`<[]+|[)"\'`>\\],.;:!?]+$/g', 'a message to the agent: 8,192 characters'],
  ['/^\\/+|\\/+$/g', 'a message to the agent: 8,192 characters'],
  ['/\\/+$/', 'a setting of the operator'],
  [
    '/[\\p{L}\\p{N}][\\p{M}\\p{Default_Ignorable_Code_Point}]*$/u',
    'a query of a search: 1,024 characters',
  ],
  ['/#+$/', 'a heading in the corpus of the operator'],
  ['/(?<=^[\\p{sc=Katakana}ー]{3,})ー$/u', 'a word of a query: 1,024 characters'],
  ['/[^\\s@]+@[^\\s@]+\\.[^\\s@]+/', 'a query of a search: 1,024 characters'],
  ['/https?:\\/\\/\\S*[?@]/', 'a query of a search: 1,024 characters'],
  [
    '/(?:pass\\w*|secret|token|key|bearer|authorization)["\']?\\s*[=:]\\s*\\S/',
    'a query of a search: 1,024 characters',
  ],
  ['/(?=\\S*\\d)(?=\\S*[a-z])\\S{20,}/', 'a query of a search: 1,024 characters'],
  ['/(?=\\S*\\d)[0-9a-f]{12,}/', 'a query of a search: 1,024 characters'],
  ['/^[\\s"\'([]+|[\\s"\').,;!?\\]]+$/g', 'a query of a search: 1,024 characters'],
  ['/(%?)"((?:\\\\.|[^"\\\\])*)"/g', 'a header of this service, read in the browser'],
  [
    '/["“«„]([^"“”«»„]{2,120})["”»“]|(?<!\\p{L})\'([^\']{2,120})\'(?!\\p{L})/gu',
    'at most 120 characters from each of the 8,192 of a message',
  ],
  [
    '/^\\/(assets\\/[^/%\\\\]+?\\.([0-9a-f]{16})\\.[a-z0-9.]+)$/',
    'a path of at most 300 characters',
  ],
  ['/%.*$/', 'an address in a header, which has no line breaks'],
])

/** More than these would cost minutes in every run. */
const UNPROVEN_MAX = 10

test('threat 33: no pattern of the service can be made to run long', async () => {
  const [all, proven] = [findPatterns(), await readProven()]
  expect(all.size).toBeGreaterThan(90)
  const unproven = [...all.keys()].filter((pattern) => !proven.has(pattern))
  // Run `bun spec/threats/prove_patterns.ts`, which proves and lists them.
  expect(unproven.length > UNPROVEN_MAX ? unproven : []).toEqual([])
  const slow = new Map<string, string>()
  for (const [pattern, path] of all) {
    const verdict = proven.get(pattern) ?? (await judgePattern(pattern))
    if (verdict !== 'safe') slow.set(pattern, `${path}: ${verdict}`)
  }
  const unknown = [...slow].filter(([pattern]) => !BOUNDED.has(pattern))
  expect(unknown).toEqual([])
  for (const verdict of slow.values()) expect(verdict).toEndWith('vulnerable, polynomial')
  // A pattern that is gone needs no reason. (Which of them count as slow depends on how far the
  // checker comes in its own time limits.)
  expect([...BOUNDED.keys()].filter((pattern) => !all.has(pattern))).toEqual([])
  expect([...proven.keys()].filter((pattern) => !all.has(pattern))).toEqual([])
})

test('threat 33: a pattern that can be made to run long is found', async () => {
  expect(await judgePattern('/^(?:a|a?)+$/')).toBe('vulnerable, exponential')
  expect(await judgePattern('/^[a-z]+$/')).toBe('safe')
})
