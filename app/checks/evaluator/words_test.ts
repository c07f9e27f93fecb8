import { expect, test } from 'bun:test'
import { WordHolders, wordsOf } from './words.ts'

test('wordsOf() folds case and accents and splits at punctuation', () => {
  expect(wordsOf('Über C++: bun.lock')).toEqual(['uber', 'c', 'bun', 'lock'])
})

test('wordsOf() makes each ideograph a word', () => {
  expect(wordsOf('検索 API')).toEqual(['検', '索', 'api'])
})

test('areOnlyIn() says whether no other text holds all the words', () => {
  const holders = new WordHolders(['red apple', 'red pear', 'apple cake'])
  expect(holders.areOnlyIn(0, ['red', 'apple'])).toBe(true)
  expect(holders.areOnlyIn(0, ['apple'])).toBe(false)
  expect(holders.areOnlyIn(0, ['unheard'])).toBe(true)
})

test('areOnlyIn() counts a text with a longer word as a match of a prefix', () => {
  const holders = new WordHolders(['red apple', 'red application'])
  expect(holders.areOnlyIn(0, ['red'], 'app')).toBe(false)
  expect(holders.areOnlyIn(0, ['red'], 'apple')).toBe(true)
})
