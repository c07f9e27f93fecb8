import { expect, test } from 'bun:test'
import { findExamplePages } from './skill_examples.ts'

const skill = {
  operation: 'search',
  id: 'find',
  name: 'Find',
  description: 'Finds.',
  tags: ['read', 'which page'],
  examples: [],
} as const

const TITLES = ['Settings', 'OAuth settings', 'Read a page', 'Behind a proxy']

function find(example: string): readonly number[] {
  return findExamplePages(example, { ...skill, tags: [...skill.tags], examples: [] }, TITLES)
}

test('findExamplePages() finds the titles that share most words with an example', () => {
  expect(find('Which setting is there?')).toEqual([0, 1])
  expect(find('How do I set up OAuth settings')).toEqual([1])
})

test('findExamplePages() leaves out framing words and words that choose the skill', () => {
  expect(find('Read the page on a proxy')).toEqual([3])
  expect(find('Which page is it?')).toEqual([])
})
