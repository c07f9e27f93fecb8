import { expect, test } from 'bun:test'
import { createChecks } from './findings.ts'
import { readMcpPage, walkPages } from './paging.ts'

test('walkPages() cuts off an endless list and reports it', async () => {
  const checks = createChecks()
  let calls = 0
  const endless = async () => {
    calls += 1
    return { pages: [{ id: `q${calls}` }], after: `c${calls}` }
  }
  await walkPages('MCP', endless, 79, checks.of('x'))
  expect(calls).toBe(10)
  expect(checks.results()[0]?.disagreements).toEqual([
    {
      check: 'x',
      where: 'MCP',
      what: 'list of pages',
      expected: 'an end after 79 pages',
      found: 'more after 10 parts',
    },
  ])
})

test('walkPages() reports members that are not records', async () => {
  const checks = createChecks()
  const part = async () => ({ pages: [{ id: 'p1' }, null, 'x'] })
  expect(await walkPages('MCP', part, 1, checks.of('x'))).toEqual([{ id: 'p1' }])
  expect(checks.results()[0]?.disagreements[0]?.found).toBe('2')
})

test('readMcpPage() cuts off a page with endless sections and reports it', async () => {
  const checks = createChecks()
  const page = { page: { id: 'p1' }, markdown: 'x', sections: ['a', 'b'], next_section: 'a' }
  const mcp = {
    run: async () => page,
    resource: async () => '',
    callRemainingRevisions: async () => {},
  }
  const read = await readMcpPage(mcp, 'p1', checks.of('x'))
  expect([read?.markdown, read?.whole]).toEqual(['xxx', false])
  expect(checks.results()[0]?.disagreements.map(({ what }) => what)).toEqual([
    'page p1 next_section',
  ])
})
