import { expect, test } from 'bun:test'
import { normalizeQuery } from '../../contract/query.ts'
import { openSearchData, type SearchDocument, writeSearchData } from './mod.ts'

const PLAIN = { title: '', description: '', kind: 'guide', status: 'available' }

/** A page with these sections; a heading takes no words from them. */
function pageOf(title: string, ...texts: readonly string[]): SearchDocument {
  const sections = texts.map((_, at) => ({
    heading: '',
    anchor: `s${at}`,
    start: texts.slice(0, at).join('').length,
  }))
  return { ...PLAIN, title, body: texts.join(''), sections }
}

function judge(pages: readonly SearchDocument[], query: string, limit = 10, language = 'en') {
  const opened = openSearchData(writeSearchData(pages, language))
  if (!opened.ok) throw new Error(opened.error)
  const { hits, isWeak, apart, unmatched } = opened.value.search(normalizeQuery(query), limit)
  return { first: hits[0]?.page, isWeak, apart, unmatched }
}

const scattered = pageOf('A', '\nkerberos\n', '\nticket\n', '\nlifetime\n', '\nrenew\n')

test('search() is weak when each section of the best page has one word of four', () => {
  const { isWeak, apart } = judge([scattered], 'kerberos Tickets lifetime renew')
  expect([isWeak, apart]).toEqual([true, ['Tickets', 'lifetime', 'renew']])
})

test('search() is not weak when a section, with its title, has the words', () => {
  const query = 'kerberos ticket lifetime renew'
  const filler = 'other words here '.repeat(200)
  const long = pageOf('A', `\nkerberos ${filler} ticket ${filler} lifetime ${filler} renew\n`)
  const together = pageOf('A', '\nkerberos ticket\n', '\nlifetime renew\n')
  const named = pageOf('Ticket lifetime', '\nkerberos\n', '\nrenew\n')
  for (const page of [long, together, named]) {
    expect(judge([page], query)).toMatchObject({ isWeak: false, apart: [] })
  }
})

test('search() counts a word of no page as the rarest', () => {
  const page = pageOf('A', '\nsend mail\n')
  expect(judge([page], 'send mail over kafka')).toMatchObject({ isWeak: false })
  const weak = judge([page], 'send kafka zookeeper')
  expect(weak).toMatchObject({ isWeak: true, apart: [], unmatched: ['kafka', 'zookeeper'] })
})

test('search() judges the same page whatever the limit, and no page that is named', () => {
  const low = { ...pageOf('Old', '\nrenew\n'), standing: 'low' as const }
  const query = 'kerberos ticket lifetime renew'
  for (const limit of [1, 2, 10]) {
    expect(judge([scattered, low], query, limit)).toMatchObject({ first: 0, isWeak: true })
  }
  expect(judge([scattered, low], 'old')).toMatchObject({ first: 1, isWeak: false })
})

test('search() names a word of several pairs of characters as it was typed', () => {
  const page = pageOf('A', '\nkerberos ticket renew\n', '\n有効期限\n')
  const query = '有効期限 kerberos ticket renew qqxjz zzvqk wwqqz jjzxq vvkqz xxqjz'
  expect(judge([page], query, 10, 'ja')).toMatchObject({ isWeak: true, apart: ['有効期限'] })
})
