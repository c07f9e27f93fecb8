import { expect, test } from 'bun:test'
import { treeSources } from '../tidy/tree.ts'

/** How many attacks the tests know by number. */
const THREATS = 40

/** A title of a test begins with the number of the attack that it shows to fail. */
const TITLE = /(?:\b(?:test|testWith|verifies)\(.*|^\s*)['"`]threat (\d+): /gm

test('every threat by its number has a test whose title names it', () => {
  const named = new Set(
    treeSources()
      .filter(({ path }) => /_(spec|test)\.ts$/.test(path))
      .flatMap(({ bare }) => [...bare.matchAll(TITLE)].map(([, number]) => Number(number))),
  )
  const numbers = Array.from({ length: THREATS }, (_, index) => index + 1)
  expect(numbers.filter((number) => !named.has(number))).toEqual([])
  expect([...named].filter((number) => !numbers.includes(number))).toEqual([])
})
