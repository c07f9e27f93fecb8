import { expect, test } from 'bun:test'
import { readText, treeSources } from '../tidy/tree.ts'
import { citationsOf } from './citations.ts'
import { checkCoverage } from './coverage.ts'
import { readRequirements } from './requirements.ts'
import { verifies } from './verifies.ts'

const contract = readText('spec/contract.md') ?? ''

test('contract, requirements and tests agree', () => {
  const file = readRequirements()
  if (!file.ok) throw new Error(`Cannot read "spec/requirements.yaml":\n${file.error}`)
  const sources = treeSources().filter((source) => source.path !== 'spec/requirements/verifies.ts')
  expect(checkCoverage(contract, file.value, citationsOf(sources))).toEqual([])
})

verifies('document.scope', 'requirements speak of every section of the contract', () => {
  const file = readRequirements()
  const spoken = file.ok ? file.value.requirements.map((entry) => entry.section) : []
  const sections = [...contract.matchAll(/^#+ (\d+(?:\.\d+)?)/gm)].map((found) => found[1])
  expect(sections.filter((section) => !spoken.some((each) => each === section))).toEqual(['4'])
})
