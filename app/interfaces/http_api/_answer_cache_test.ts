import { expect, test } from 'bun:test'
import { type AnswerCache, createAnswerCache, type JsonAnswer } from './_answer_cache.ts'

function answer(json: string): JsonAnswer {
  return { json, etag: `"${json}"`, headers: new Headers(), outcome: 'found' }
}

/** An answer is cached when its query is repeated. */
function putTwice(cache: AnswerCache, query: string, json: string): void {
  cache.put(query, answer(json))
  cache.put(query, answer(json))
}

test('createAnswerCache() returns an answer that was put twice', () => {
  const cache = createAnswerCache(2, 100)
  cache.put('q=a', answer('[1]'))
  expect(cache.get('q=a')).toBeUndefined()
  cache.put('q=a', answer('[1]'))
  expect(cache.get('q=a')?.json).toBe('[1]')
  expect(cache.get('q=b')).toBeUndefined()
})

test('createAnswerCache() keeps its answers when thousands of others are asked for once', () => {
  const cache = createAnswerCache(10, 1000)
  putTwice(cache, 'a', '1')
  for (let at = 0; at < 5000; at += 1) cache.put(`other ${at}`, answer('2'))
  expect(cache.get('a')?.json).toBe('1')
})

test('createAnswerCache() treats a query as new after thousands of others', () => {
  const cache = createAnswerCache(10_000, 1_000_000)
  const queries = Array.from({ length: 8000 }, (_, at) => `query ${at}`)
  for (const query of [...queries, ...queries]) cache.put(query, answer('1'))
  const kept = queries.filter((query) => cache.get(query) !== undefined)
  expect(kept.length).toBeLessThan(80)
})

test('createAnswerCache() drops the least recently used answer', () => {
  const cache = createAnswerCache(2, 100)
  putTwice(cache, 'a', '1')
  putTwice(cache, 'b', '2')
  cache.get('a')
  putTwice(cache, 'c', '3')
  expect(['a', 'b', 'c'].map((query) => cache.get(query)?.json)).toEqual(['1', undefined, '3'])
})

test('createAnswerCache() respects its limit of characters, queries included', () => {
  const cache = createAnswerCache(100, 10)
  putTwice(cache, 'aaa', '11')
  putTwice(cache, 'bbb', '22')
  putTwice(cache, 'c', '3')
  expect(['aaa', 'bbb', 'c'].map((query) => cache.get(query)?.json)).toEqual([undefined, '22', '3'])
  putTwice(cache, 'd', '4'.repeat(10))
  expect(cache.get('d')).toBeUndefined()
  expect(cache.get('c')?.json).toBe('3')
})

test('createAnswerCache() counts an answer once when it is put again', () => {
  const cache = createAnswerCache(100, 10)
  for (let round = 0; round < 50; round += 1) cache.put('a', answer('1234'))
  putTwice(cache, 'b', '1234')
  expect(cache.get('a')?.json).toBe('1234')
})
