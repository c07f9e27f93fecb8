import { afterAll, beforeAll, expect } from 'bun:test'
import { verifiesLong } from '../requirements/verifies.ts'
import type { Running } from '../support/running.ts'
import { type BridgedClient, startBridge } from './bridge.ts'
import { READ, startSurface, WRITE } from './surface.ts'

let running: Running

beforeAll(async () => {
  running = await startSurface()
})
afterAll(async () => {
  await running.stop()
})

async function walkThrough({ client, logins }: BridgedClient): Promise<void> {
  expect((await client.listTools()).tools.length).toBeGreaterThan(10)
  await client.callTool({ name: 'search_public_docs', arguments: { query: 'install' } })
  expect(logins).toEqual([])
  const read = { name: 'get_business_profile', arguments: {} }
  const profile = await client.callTool(read)
  expect(profile.structuredContent).toMatchObject({ records: [{ type: 'business_profile' }] })
  expect(logins).toEqual([READ])
  const note = { topic: 'routine', text: 'The shutters are painted each spring.' }
  const written = await client.callTool({ name: 'add_memory_note', arguments: note })
  expect(written.structuredContent).toMatchObject({ status: 'applied' })
  expect(logins).toEqual([READ, `${READ} ${WRITE}`])
  expect((await client.callTool(read)).structuredContent).toEqual(profile.structuredContent)
}

for (const protocol of ['legacy', 'auto'] as const) {
  verifiesLong(
    ['oauth.official_clients', 'auth.business_tools'],
    `the bridge, ${protocol}, logs a person in and brings local hosts to the private tools`,
    async () => {
      const host = await startBridge(running.url, protocol)
      try {
        await walkThrough(host).catch((error: unknown) => {
          throw new Error(`${String(error)}\n${host.output()}`)
        })
      } finally {
        await host.close()
      }
    },
  )
}
