import { expect, test } from 'bun:test'
import { httpRoute } from '../../contract/operations/mod.ts'
import { deriveParameters, readParameters } from './_parameters.ts'

const LIMITS = { searchLimitDefault: 10, searchLimitMax: 50 }
const search = deriveParameters(httpRoute('search').parameters(LIMITS))
const pages = deriveParameters(httpRoute('pages').parameters(LIMITS))

function refusal(query: string, parameters = search): string {
  const read = readParameters(query, parameters)
  return read.ok ? 'accepted' : read.error
}

function accept(query: string, parameters = search): Record<string, string | number> {
  const read = readParameters(query, parameters)
  if (!read.ok) throw new Error(read.error)
  return Object.fromEntries(read.value)
}

test('readParameters() reads well-formed text, integers, kinds and statuses', () => {
  expect(accept('q=rate+limit&limit=7&kind=guide&status=not_yet')).toEqual({
    q: 'rate limit',
    limit: 7,
    kind: 'guide',
    status: 'not_yet',
  })
})

test('readParameters() ignores unknown parameters even if repeated or malformed', () => {
  expect(accept('q=a&utm=1&utm=2&empty=&bare&bad=%zz&%=1&%ff=2&&')).toEqual({ q: 'a' })
})

test('readParameters() trims and composes text when it is spaced and decomposed', () => {
  expect(accept('q=%20%20e%CC%81te%CC%81%09')).toEqual({ q: 'été' })
})

test('readParameters() decodes a percent-encoded name', () => {
  expect(accept('%71=a')).toEqual({ q: 'a' })
})

test('readParameters() accepts both bounds of an integer and the longest query', () => {
  expect(accept('q=a&limit=1')).toEqual({ q: 'a', limit: 1 })
  expect(accept('q=a&limit=50')).toEqual({ q: 'a', limit: 50 })
  expect(accept(`q=${'%F0%9F%93%9A'.repeat(1024)}`).q).toHaveLength(2048)
})

test.each(['1.5', '0x10', '%2B1', '+1', '1+', '1e1', '-1', '0', '51', '٣', '9'.repeat(40)])(
  'readParameters() names the bounds when limit is "%s"',
  (value) => {
    expect(refusal(`q=a&limit=${value}`)).toBe(
      'Cannot read parameter "limit": it is not an integer from 1 to 50',
    )
  },
)

test.each([
  ['q=', 'Cannot read parameter "q": it is empty'],
  ['q', 'Cannot read parameter "q": it is empty'],
  ['q=%20+%E3%80%80', 'Cannot read parameter "q": it is empty'],
  ['', 'Cannot read parameter "q": it is absent'],
  ['q=a&q=a', 'Cannot read parameter "q": it is repeated'],
  ['q=a&%71=b', 'Cannot read parameter "q": it is repeated'],
  ['q=%zz', 'Cannot read parameter "q": it is not percent-encoded UTF-8'],
  ['q=%ff', 'Cannot read parameter "q": it is not percent-encoded UTF-8'],
  ['q=%ED%A0%80', 'Cannot read parameter "q": it is not percent-encoded UTF-8'],
  ['q=a&limit=', 'Cannot read parameter "limit": it is empty'],
  ['q=a&limit=1&limit=1', 'Cannot read parameter "limit": it is repeated'],
])('readParameters() refuses when the query is "%s"', (query, message) => {
  expect(refusal(query)).toBe(message)
})

test('readParameters() refuses a query with one character too many', () => {
  expect(refusal(`q=${'a'.repeat(1025)}`)).toContain('it is not a text of 1 to 1024 characters')
})

test('readParameters() refuses a malformed kind, status and after', () => {
  expect(refusal('kind=A%20Guide', pages)).toContain('parameter "kind"')
  expect(refusal('status=Available', pages)).toContain('one of available, available_owner')
  expect(refusal('after=../p1', pages)).toContain('parameter "after"')
})

test('readParameters() reports every problem', () => {
  expect(refusal('limit=0&status=')).toBe(
    'Cannot read parameter "q": it is absent; ' +
      'Cannot read parameter "limit": it is not an integer from 1 to 50; ' +
      'Cannot read parameter "status": it is empty',
  )
})
