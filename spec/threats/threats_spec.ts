import { expect, test } from 'bun:test'
import { readText, treeSources } from '../tidy/tree.ts'

type Threat = { readonly number: number; readonly files: readonly string[] }

/** A title begins with the number of the attack that the test shows to fail. */
const TITLE = /(?:\b(?:test|testLong|testWith|verifies|verifiesLong)\(.*|^\s*)['"`]threat (\d+): /gm

/** A line of the list: number, threat, what we do, and the files that prove it. */
const LINE = /^\| (\d+) \| [^|]+ \| [^|]+ \| ([^|]+) \|$/gm

function readThreats(): readonly Threat[] {
  return [...(readText('spec/threats.md') ?? '').matchAll(LINE)].map(([, number, proof = '']) => ({
    number: Number(number),
    files: [...proof.matchAll(/`([^`]+)`/g)].map(([, file = '']) => file),
  }))
}

/** Numbers in the titles of the tests of each file. */
function readTitles(): ReadonlyMap<string, ReadonlySet<number>> {
  const specs = treeSources().filter(({ path }) => /_(spec|test)\.ts$/.test(path))
  return new Map(
    specs.map(({ path, bare }) => [
      path,
      new Set([...bare.matchAll(TITLE)].map(([, number]) => Number(number))),
    ]),
  )
}

const THREATS = readThreats()
const TITLES = readTitles()

test('threats.md numbers its threats in order', () => {
  const numbers = THREATS.map(({ number }) => number)
  expect(numbers.length).toBeGreaterThan(0)
  expect(numbers).toEqual(numbers.map((_, index) => index + 1))
})

test('every threat is tested in each file that its line names', () => {
  for (const { number, files } of THREATS) {
    expect([number, files.length > 0]).toEqual([number, true])
    const unproven = files.filter((file) => TITLES.get(file)?.has(number) !== true)
    expect([number, ...unproven]).toEqual([number])
  }
})

test('every number in a title is a threat of the list', () => {
  const known = new Set(THREATS.map(({ number }) => number))
  const cited = new Set([...TITLES.values()].flatMap((numbers) => [...numbers]))
  expect([...cited].filter((number) => !known.has(number))).toEqual([])
})
