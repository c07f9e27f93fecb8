import { expect, test } from 'bun:test'
import { readQuestionWords } from '../../docs/public_docs/mod.ts'
import { isAlike, isMisspelled } from './_spelling.ts'

test('isMisspelled() takes one letter wrong, missing, too many or swapped', () => {
  for (const word of ['verison', 'vesion', 'versiion', 'vorsion', 'version']) {
    expect([word, isMisspelled(word, 'version')]).toEqual([word, true])
  }
  for (const word of ['verse', 'vresoin', 'conversion', 'vision']) {
    expect([word, isMisspelled(word, 'version')]).toEqual([word, false])
  }
})

test('isMisspelled() does not guess at short words', () => {
  expect(isMisspelled('built', 'build')).toBe(false)
  expect(isMisspelled('read', 'road')).toBe(false)
})

test('isAlike() takes another form of a word', () => {
  const [asked] = readQuestionWords('changed')
  const [meant] = readQuestionWords('changes')
  if (asked === undefined || meant === undefined) throw new Error('Cannot read words')
  expect(isAlike(asked, meant)).toBe(true)
})
