import { expect, test } from 'bun:test'
import { isFromOurPage, readFields, readForm } from './_form.ts'

const BASE = 'https://docs.example'

test.each([
  [{}, true],
  [{ origin: BASE }, true],
  [{ 'sec-fetch-site': 'same-origin', origin: BASE }, true],
  [{ 'sec-fetch-site': 'same-origin', origin: 'null' }, false],
  [{ 'sec-fetch-site': 'same-site', origin: BASE }, false],
  [{ 'sec-fetch-site': 'none' }, false],
  [{ origin: '' }, false],
  [{ origin: `${BASE}:8443` }, false],
  [{ origin: `${BASE}, https://evil.example` }, false],
] as const)('isFromOurPage() of %j is %p', (headers, expected) => {
  const request = new Request(BASE, { method: 'POST', headers: { ...headers } })
  expect(isFromOurPage(request, BASE)).toBe(expected)
})

test('readFields() refuses a repeated name', () => {
  expect(readFields('a=1&b=2')?.get('b')).toBe('2')
  expect(readFields('a=1&a=1')).toBeUndefined()
  expect(readFields('__proto__=x')?.get('__proto__')).toBe('x')
})

test('readForm() accepts only forms of a bounded size', async () => {
  const type = 'application/x-www-form-urlencoded'
  const read = (body: string, headers: Record<string, string>) =>
    readForm(new Request(BASE, { method: 'POST', body, headers }))
  expect((await read('a=1', { 'content-type': `${type}; charset=UTF-8` }))?.get('a')).toBe('1')
  expect(await read('a=1', { 'content-type': 'text/plain' })).toBeUndefined()
  expect(await read('a=1', { 'content-type': type, 'content-encoding': 'br' })).toBeUndefined()
  expect(await read(`a=${'x'.repeat(16_384)}`, { 'content-type': type })).toBeUndefined()
})
