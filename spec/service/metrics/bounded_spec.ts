import { afterAll, beforeAll, expect } from 'bun:test'
import { MCP_REVISIONS } from '../../../app/contract/protocol.ts'
import { verifies } from '../../requirements/verifies.ts'
import { type Running, startRunning } from '../../support/running.ts'
import { readFigures, readText } from './figures.ts'

let running: Running

beforeAll(async () => {
  const env = { RATE_LIMIT_OVERRIDES: '127.0.0.0/8=1000000,::1/128=1000000' }
  running = await startRunning({ env })
})
afterAll(async () => {
  await running.stop()
})

type Headers = Readonly<Record<string, string>>

async function post(path: string, method: string, params: unknown, headers: Headers = {}) {
  const body = JSON.stringify({ jsonrpc: '2.0', id: 1, method, params })
  const all = { 'content-type': 'application/json', ...headers }
  await fetch(running.url + path, { method: 'POST', headers: all, body })
}

const callTool = (name: string, args: unknown) =>
  post('/mcp', 'tools/call', { name, arguments: args })

const askAgent = (text: string) => {
  const message = { messageId: 'm', role: 'ROLE_USER', parts: [{ text }] }
  return post('/a2a', 'SendMessage', { message }, { 'a2a-version': '1.0' })
}

verifies('metrics.bounded', 'what a caller makes up is no label, however much of it', async () => {
  const madeUp = (round: number) =>
    Array.from({ length: 60 }, (_, each) => `forged_${round}_${each}"}\n\\ü`)
  const send = async (names: readonly string[]) => {
    for (const name of names) {
      await callTool(name, {})
      await callTool('read_page', { id: name })
      await post('/mcp', name, {}, { 'mcp-protocol-version': '2025-06-18' })
      await post('/mcp', 'tools/list', { protocolVersion: name })
      await post('/mcp', 'tools/list', {}, { 'mcp-protocol-version': encodeURIComponent(name) })
      await fetch(`${running.url}/${encodeURIComponent(name)}`)
      await fetch(`${running.url}/api/public/docs/search?${new URLSearchParams({ q: name })}`)
      await fetch(`${running.url}/api/public/docs/pages`, {
        method: `X${encodeURIComponent(name)}`,
      })
      await askAgent(name)
    }
  }
  await send(madeUp(0))
  const before = await readFigures(running.adminUrl)
  await send(madeUp(1))
  const after = await readFigures(running.adminUrl)
  expect([...after.keys()].sort()).toEqual([...before.keys()].sort())
  expect(await readText(running.adminUrl)).not.toContain('forged')
  const tools = new Set([...after.keys()].map((name) => /tool="([^"]+)"/.exec(name)?.[1]))
  expect(tools.has('other')).toBe(true)
  const revisions = [...after.keys()].map((name) => /revision="([^"]+)"/.exec(name)?.[1])
  const known = [...MCP_REVISIONS, 'other', 'none', '1.0.0', undefined]
  expect(revisions.filter((each) => !known.some((one) => one === each))).toEqual([])
})
