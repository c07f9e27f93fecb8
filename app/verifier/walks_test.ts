import { expect, test } from 'bun:test'
import { createLedger } from './findings.ts'
import { readMcpPage, walkPages } from './walks.ts'

test('walkPages() ends a list that goes on for ever, with a line', async () => {
  const ledger = createLedger()
  let calls = 0
  const endless = async () => {
    calls += 1
    return { pages: [{ id: `q${calls}` }], after: `c${calls}` }
  }
  await walkPages('MCP', endless, 79, ledger.book('x'))
  expect(calls).toBe(10)
  expect(ledger.results()[0]?.disagreements).toEqual([
    {
      check: 'x',
      where: 'MCP',
      what: 'list of pages',
      expected: 'an end after 79 pages',
      found: 'still going on after 10 parts',
    },
  ])
})

test('walkPages() tells of members that are no records', async () => {
  const ledger = createLedger()
  const part = async () => ({ pages: [{ id: 'p1' }, null, 'x'] })
  expect(await walkPages('MCP', part, 1, ledger.book('x'))).toEqual([{ id: 'p1' }])
  expect(ledger.results()[0]?.disagreements[0]?.found).toBe('2')
})

test('readMcpPage() ends a page whose sections go on for ever, with a line', async () => {
  const ledger = createLedger()
  const page = { page: { id: 'p1' }, markdown: 'x', sections: ['a', 'b'], next_section: 'a' }
  const mcp = { run: async () => page, resource: async () => '', everyRevision: async () => {} }
  const read = await readMcpPage(mcp, 'p1', ledger.book('x'))
  expect([read?.markdown, read?.whole]).toEqual(['xxx', false])
  expect(ledger.results()[0]?.disagreements.map(({ what }) => what)).toEqual([
    'page p1 next_section',
  ])
})
