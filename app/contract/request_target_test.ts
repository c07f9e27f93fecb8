import { expect, test } from 'bun:test'
import { percentDecoded, requestTarget } from './request_target.ts'

test('requestTarget() cuts path and query when the address is whole', () => {
  expect(requestTarget('http://localhost:8080/a/b?x=1&y=/2')).toEqual({
    path: '/a/b',
    query: 'x=1&y=/2',
  })
})

test('requestTarget() gives the root path when the address has none', () => {
  expect(requestTarget('http://localhost')).toEqual({ path: '/', query: '' })
})

test('requestTarget() takes a bare path when the Host header was no host', () => {
  expect(requestTarget('/a?b')).toEqual({ path: '/a', query: 'b' })
})

test('requestTarget() drops the fragment when it holds a question mark', () => {
  expect(requestTarget('http://localhost/a#b?c')).toEqual({ path: '/a', query: '' })
})

test('percentDecoded() is absent when an escape is malformed or not UTF-8', () => {
  expect(percentDecoded('a%20b')).toBe('a b')
  expect(percentDecoded('%zz')).toBeUndefined()
  expect(percentDecoded('%ff')).toBeUndefined()
})
