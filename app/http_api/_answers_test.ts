import { expect, test } from 'bun:test'
import { answerCache, type WrittenAnswer } from './_answers.ts'

function answer(json: string): WrittenAnswer {
  return { json, etag: `"${json}"`, headers: new Headers() }
}

test('answerCache() gives back what it was given', () => {
  const cache = answerCache(2, 100)
  cache.put('q=a', answer('[1]'))
  expect(cache.get('q=a')?.json).toBe('[1]')
  expect(cache.get('q=b')).toBeUndefined()
})

test('answerCache() forgets what was not asked for longest', () => {
  const cache = answerCache(2, 100)
  cache.put('a', answer('1'))
  cache.put('b', answer('2'))
  cache.get('a')
  cache.put('c', answer('3'))
  expect(['a', 'b', 'c'].map((query) => cache.get(query)?.json)).toEqual(['1', undefined, '3'])
})

test('answerCache() holds no more characters than it may, queries counted', () => {
  const cache = answerCache(100, 10)
  cache.put('aaa', answer('11'))
  cache.put('bbb', answer('22'))
  cache.put('c', answer('3'))
  expect(['aaa', 'bbb', 'c'].map((query) => cache.get(query)?.json)).toEqual([undefined, '22', '3'])
  cache.put('d', answer('4'.repeat(10)))
  expect(cache.get('d')).toBeUndefined()
  expect(cache.get('c')?.json).toBe('3')
})

test('answerCache() counts an answer that is put again once', () => {
  const cache = answerCache(100, 10)
  for (let round = 0; round < 50; round += 1) cache.put('a', answer('1234'))
  cache.put('b', answer('1234'))
  expect(cache.get('a')?.json).toBe('1234')
})
