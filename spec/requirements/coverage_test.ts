import { describe, expect, test } from 'bun:test'
import { sourceOf } from '../tidy/source.ts'
import { citationsOf } from './citations.ts'
import { blocksOf, unitsOf } from './contract.ts'
import { checkCoverage } from './coverage.ts'
import { parseRequirements, type Requirement, type RequirementsFile } from './requirements.ts'

const CONTRACT = `# Title

Two sentences stand here. The second has \`code\`.

## 1. Things

1. A rule of one sentence.
2. Names of the things: not shown.

| Head | Value |
|---|---|
| \`size\` | 256 KiB | |
`

const BUILT = { section: '1', binds: 'service', state: 'built' } as const

const GOOD: readonly Requirement[] = [
  { ...BUILT, id: 'zero.first', section: '0', sentence: 'Two sentences stand here.' },
  { ...BUILT, id: 'zero.second', section: '0', sentence: ['The second', 'has\n `code`.'] },
  { ...BUILT, id: 'one.rule', sentence: 'A rule of one sentence.' },
  {
    ...BUILT,
    id: 'open.names',
    sentence: 'Names of the things: not shown.',
    open: true,
    case: 'D',
    choice: 'In the registry.',
    source: 'registry.yaml',
  },
  { ...BUILT, id: 'one.size', sentence: '`size` | 256 KiB', state: 'pending', pending: 'Work' },
]

const FILE: RequirementsFile = {
  requirements: [...GOOD],
  choices: [{ id: 'ours.first', sentence: 'Ours.', source: 'shapes: pages', state: 'built' }],
}

const TESTS = `
verifies('zero.first', 'one', () => {})
verifies(['zero.second', 'one.rule'], 'two', () => {})
verifies(
  [
    'open.names',
    'ours.first',
  ],
  'three',
  () => {},
)
// verifies('in.comment', 'x', y)
const text = "verifies('in.string', 'x', y)"
export function verifies(id: string): void {}
`

function findFaults(file: RequirementsFile, tests = TESTS): readonly string[] {
  return checkCoverage(CONTRACT, file, citationsOf([sourceOf('spec/a_spec.ts', tests)]))
}

function changeEntry(id: string, change: Partial<Requirement>): RequirementsFile {
  const requirements = GOOD.map((entry) => (entry.id === id ? { ...entry, ...change } : entry))
  return { ...FILE, requirements }
}

function without(id: string): RequirementsFile {
  return { ...FILE, requirements: GOOD.filter((entry) => entry.id !== id) }
}

describe('checkCoverage()', () => {
  test('finds nothing when contract, file and tests agree', () => {
    expect(findFaults(FILE)).toEqual([])
  })
  test('names a sentence that no entry quotes', () => {
    const tests = TESTS.replace("'zero.first'", "'zero.second'")
    expect(findFaults(without('zero.first'), tests)).toEqual([
      'contract.md:3: no entry quotes all of "Two sentences stand here."',
    ])
  })
  test('names a sentence that is quoted in part', () => {
    expect(findFaults(changeEntry('one.rule', { sentence: 'A rule of one' }))).toEqual([
      'contract.md:7: no entry quotes all of "A rule of one sentence."',
    ])
  })
  test('names a table row that no entry quotes', () => {
    expect(findFaults(without('one.size'))).toEqual([
      'contract.md:12: no entry quotes all of "`size` | 256 KiB |"',
    ])
  })
  test('names a built entry that no test cites', () => {
    expect(findFaults(FILE, TESTS.replace(", 'one.rule'", ''))).toEqual([
      'one.rule: built, but no test cites it',
    ])
  })
  test('names a built choice that no test cites', () => {
    expect(findFaults(FILE, TESTS.replace("'ours.first',", ''))).toEqual([
      'ours.first: built, but no test cites it',
    ])
  })
  test('names a built entry that only a long test cites', () => {
    const tests = TESTS.replace(", 'one.rule'", '')
    expect(findFaults(FILE, `${tests}\nverifiesLong('one.rule', 'x', () => {})`)).toEqual([
      'one.rule: only long tests cite it, which "bun run test" leaves out',
    ])
  })
  test('names a built entry that only a file of long tests cites', () => {
    const long = sourceOf('spec/a_long_spec.ts', "verifies('one.rule', 'x', () => {})")
    const quick = sourceOf('spec/a_spec.ts', TESTS.replace(", 'one.rule'", ''))
    expect(checkCoverage(CONTRACT, FILE, citationsOf([quick, long]))).toEqual([
      'one.rule: only long tests cite it, which "bun run test" leaves out',
    ])
  })
  test('names a cited id that does not exist, with its place', () => {
    expect(findFaults(FILE, `${TESTS}\nverifies('no.such', 'x', () => {})`)).toEqual([
      'spec/a_spec.ts:16: cites "no.such", which does not exist',
    ])
  })
  test('names a cited id that is not a literal', () => {
    expect(findFaults(FILE, `${TESTS}\nverifies(id, 'x', () => {})`)).toEqual([
      'spec/a_spec.ts:16: the cited id is not a literal',
    ])
  })
  test('names a list with an id that is not a literal', () => {
    expect(findFaults(FILE, `${TESTS}\nverifies(['one.rule', id], 'x', () => {})`)).toEqual([
      'spec/a_spec.ts:16: the cited id is not a literal',
    ])
  })
  test('names a quote that the contract does not hold', () => {
    const invented = [...GOOD, { ...BUILT, id: 'one.rule_two', sentence: 'A rule of our own.' }]
    const tests = `${TESTS}\nverifies('one.rule_two', 'x', () => {})`
    expect(findFaults({ ...FILE, requirements: invented }, tests)).toEqual([
      'one.rule_two: section 1 does not say "A rule of our own."',
    ])
  })
  test('names a quote from another section', () => {
    expect(findFaults(changeEntry('zero.first', { section: '1' }))).toEqual([
      'zero.first: section 1 does not say "Two sentences stand here."',
      'contract.md:3: no entry quotes all of "Two sentences stand here."',
    ])
  })
  test('names an id that is listed twice', () => {
    const twice = { ...FILE, requirements: [...GOOD, ...GOOD.slice(0, 1)] }
    expect(findFaults(twice)).toEqual(['zero.first: the id is listed twice'])
  })
  test('names an id that a choice shares with a requirement', () => {
    const choices = FILE.choices.map((choice) => ({ ...choice, id: 'one.rule' }))
    expect(findFaults({ ...FILE, choices }, TESTS.replace("'ours.first',", ''))).toEqual([
      'one.rule: the id is listed twice',
    ])
  })
  test('names an open entry without a choice', () => {
    const requirements = GOOD.map(({ choice: _choice, ...entry }) => entry)
    expect(findFaults({ ...FILE, requirements })).toEqual([
      'open.names: open, but "choice" is absent',
    ])
  })
  test('names an open point without an open entry', () => {
    const requirements = GOOD.map(
      ({ open: _open, case: _case, choice: _choice, source: _source, ...entry }) => entry,
    )
    expect(findFaults({ ...FILE, requirements })).toEqual([
      'contract.md:8: no open entry quotes all of "Names of the things: not shown."',
    ])
  })
  test('names a pending entry without a work', () => {
    const requirements = GOOD.map(({ pending: _pending, ...entry }) => entry)
    expect(findFaults({ ...FILE, requirements })).toEqual([
      'one.size: pending, but no work is named',
    ])
  })
  test('names a built entry that is still pending', () => {
    expect(findFaults(changeEntry('one.rule', { pending: 'Work' }))).toEqual([
      'one.rule: built, but "pending" is given',
    ])
  })
  test('lists all faults at once', () => {
    expect(findFaults({ requirements: [], choices: [] }, '')).toHaveLength(5)
  })
})

test('unitsOf() splits prose after full stops and leaves numbers whole', () => {
  const [block] = blocksOf('Revision 2.0 is in. It is `x.y`; e. g. this (section 4.1) too: yes.')
  const units = block === undefined ? [] : unitsOf(block)
  expect(units.map(({ start, end }) => block?.text.slice(start, end))).toEqual([
    'Revision 2.0 is in.',
    'It is `x.y`; e. g. this (section 4.1) too: yes.',
  ])
})

test('blocksOf() skips headings, table heads and fenced text', () => {
  expect(blocksOf('# A\n```\nfenced.\n```\n| a |\n|---|\n| b |\n').map(({ text }) => text)).toEqual(
    ['b'],
  )
})

test('parseRequirements() names the entry and the member that has the wrong shape', () => {
  const parsed = parseRequirements('requirements: []\nchoices: [{ id: a.b }]\n')
  expect(parsed.ok ? '' : parsed.error).toContain('choices, "a.b", sentence: ')
})
