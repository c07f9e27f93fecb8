import { expect, test } from 'bun:test'
import { type AnswerCache, createAnswerCache, type JsonAnswer } from './_answer_cache.ts'

function answer(json: string): JsonAnswer {
  return { json, etag: `"${json}"`, headers: new Headers() }
}

/** An answer is kept when it is asked for again. */
function putTwice(cache: AnswerCache, query: string, json: string): void {
  cache.put(query, answer(json))
  cache.put(query, answer(json))
}

test('answerCache() gives back what it was given when it is given it again', () => {
  const cache = createAnswerCache(2, 100)
  cache.put('q=a', answer('[1]'))
  expect(cache.get('q=a')).toBeUndefined()
  cache.put('q=a', answer('[1]'))
  expect(cache.get('q=a')?.json).toBe('[1]')
  expect(cache.get('q=b')).toBeUndefined()
})

test('answerCache() keeps what it has when thousands of others are asked for once', () => {
  const cache = createAnswerCache(10, 1000)
  putTwice(cache, 'a', '1')
  for (let at = 0; at < 5000; at += 1) cache.put(`other ${at}`, answer('2'))
  expect(cache.get('a')?.json).toBe('1')
})

test('answerCache() takes what comes back after thousands of others for new', () => {
  const cache = createAnswerCache(10_000, 1_000_000)
  const queries = Array.from({ length: 8000 }, (_, at) => `query ${at}`)
  for (const query of [...queries, ...queries]) cache.put(query, answer('1'))
  const kept = queries.filter((query) => cache.get(query) !== undefined)
  expect(kept.length).toBeLessThan(80)
})

test('answerCache() forgets what was not asked for longest', () => {
  const cache = createAnswerCache(2, 100)
  putTwice(cache, 'a', '1')
  putTwice(cache, 'b', '2')
  cache.get('a')
  putTwice(cache, 'c', '3')
  expect(['a', 'b', 'c'].map((query) => cache.get(query)?.json)).toEqual(['1', undefined, '3'])
})

test('answerCache() holds no more characters than it may, queries counted', () => {
  const cache = createAnswerCache(100, 10)
  putTwice(cache, 'aaa', '11')
  putTwice(cache, 'bbb', '22')
  putTwice(cache, 'c', '3')
  expect(['aaa', 'bbb', 'c'].map((query) => cache.get(query)?.json)).toEqual([undefined, '22', '3'])
  putTwice(cache, 'd', '4'.repeat(10))
  expect(cache.get('d')).toBeUndefined()
  expect(cache.get('c')?.json).toBe('3')
})

test('answerCache() counts an answer that is put again once', () => {
  const cache = createAnswerCache(100, 10)
  for (let round = 0; round < 50; round += 1) cache.put('a', answer('1234'))
  putTwice(cache, 'b', '1234')
  expect(cache.get('a')?.json).toBe('1234')
})
