import { afterAll, beforeAll, expect } from 'bun:test'
import { verifies } from '../requirements/verifies.ts'
import { callProgram } from '../support/command_line.ts'
import { type Running, startRunning } from '../support/running.ts'

let running: Running

beforeAll(async () => {
  running = await startRunning()
})
afterAll(async () => {
  await running.stop()
})

async function search(parameters: Readonly<Record<string, string>>): Promise<void> {
  await fetch(`${running.url}/api/public/docs/search?${new URLSearchParams(parameters)}`)
}

async function post(path: string, method: string, params: unknown): Promise<void> {
  const headers = { 'content-type': 'application/json', 'a2a-version': '1.0' }
  const body = JSON.stringify({ jsonrpc: '2.0', id: 1, method, params })
  await fetch(running.url + path, { method: 'POST', headers, body })
}

const report = async (...args: readonly string[]) => {
  const port = new URL(running.adminUrl).port
  return await callProgram(['report', ...args], { ADMIN_PORT: port })
}

async function readReport() {
  const { code, out } = await report('--json')
  expect(code).toBe(0)
  return JSON.parse(out)
}

verifies('report.every_interface', 'a search is counted once over each interface', async () => {
  const before = await readReport()
  for (let each = 0; each < 4; each++) await search({ q: 'rate limit' })
  await search({ q: 'zzzqqq' })
  await search({ q: 'rate zzzqqq' })
  await search({ q: 'jane@example.org' })
  await search({ q: 'rate limit', kind: 'guide' })
  const call = { name: 'search_public_docs', arguments: { query: 'rate limit' } }
  await post('/mcp', 'tools/call', call)
  const message = { messageId: 'm', role: 'ROLE_USER', parts: [{ text: 'search: rate limit' }] }
  await post('/a2a', 'SendMessage', { message })
  await fetch(`${running.url}/search/?q=rate+zzzqqq`)
  await fetch(`${running.url}/search/`)
  const after = await readReport()
  const grown = ['searches', 'weak', 'empty', 'withheld'].map((name) => after[name] - before[name])
  expect(grown).toEqual([10, 3, 1, 1])
})

verifies('report.nobody_named', 'what was asked twice is shown to nobody', async () => {
  for (let each = 0; each < 2; each++) await search({ q: 'what jane typed' })
  const all = JSON.stringify(await readReport())
  expect(all).not.toContain('jane')
  expect(
    running
      .log()
      .map((line) => JSON.stringify(line))
      .join(),
  ).not.toContain('jane')
})

verifies('report.command', 'lectern report prints totals and lists, or says why not', async () => {
  const { code, out } = await report()
  expect(code).toBe(0)
  expect(out).toMatch(
    /^\d+ searches since 20\S+T00:00:00.000Z: \d+ weak, \d+ empty, \d+ not kept\n/,
  )
  expect(out).toContain('Empty: no page has any word')
  const unset = await callProgram(['report'], {})
  expect(unset.code).toBe(2)
  expect(unset.err).toContain('ADMIN_PORT is not set')
  const away = await callProgram(['report'], { ADMIN_PORT: '1' })
  expect(away.code).toBe(1)
  expect(away.err).toContain('no service answers')
  const page = await fetch(`${running.adminUrl}/search-report`, {
    headers: { origin: 'https://evil.example' },
  })
  expect(page.status).toBe(403)
  expect((await fetch(`${running.url}/search-report`)).status).toBe(404)
})

verifies('report.off', 'SEARCH_REPORT=0 counts nothing', async () => {
  await running.stop()
  running = await startRunning({ env: { SEARCH_REPORT: '0' } })
  expect((await fetch(`${running.url}/api/public/docs/search?q=rate`)).status).toBe(200)
  expect((await fetch(`${running.adminUrl}/search-report`)).status).toBe(404)
  const read = await report()
  expect(read.code).toBe(1)
  expect(read.err).toContain('with SEARCH_REPORT=1, and give its admin port')
})
