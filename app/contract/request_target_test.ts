import { expect, test } from 'bun:test'
import { requestTarget } from './request_target.ts'

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
