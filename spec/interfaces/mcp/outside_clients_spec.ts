import { afterAll, beforeAll, expect } from 'bun:test'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { McpRevision } from '../../../app/contract/protocol.ts'
import { verifies, verifiesLong } from '../../requirements/verifies.ts'
import { type Running, startRunning } from '../../support/running.ts'
import { checkTraffic, type Host, walkThrough } from './host.ts'
import { aiSdkHost, bridgedHost, olderSdkHost } from './hosts.ts'
import { INSPECTOR, inspect, inspectorHost } from './inspector.ts'
import { openTap } from './tap.ts'

let running: Running
/** Where clients may store files; never the home of whoever runs the tests. */
let home: string

beforeAll(async () => {
  home = await mkdtemp(join(tmpdir(), 'lectern-clients-'))
  const env = { RATE_LIMIT_OVERRIDES: '127.0.0.0/8=100000, ::1=100000' }
  running = await startRunning({ env })
})

afterAll(async () => {
  await running.stop()
  await rm(home, { recursive: true, force: true })
})

/** Makes a client do everything, and checks on the wire that it spoke the expected revision. */
async function walkClient(
  revision: McpRevision,
  connect: (address: string) => Host | Promise<Host>,
): Promise<readonly string[]> {
  const tap = openTap(running.url)
  try {
    const host = await connect(`${tap.url}/mcp`)
    await walkThrough(host).finally(() => host.close())
    checkTraffic(tap.exchanges, revision)
    return tap.exchanges.map(({ method }) => method)
  } finally {
    await tap.stop()
  }
}

for (const revision of ['2025-11-25', '2025-06-18', '2025-03-26'] as const) {
  verifies(
    ['mcp.outside_clients', 'mcp.accepted_revisions'],
    `the older official package works at ${revision}`,
    async () => {
      const methods = await walkClient(revision, (address) => olderSdkHost(address, revision))
      expect(methods.slice(0, 2)).toEqual(['initialize', 'notifications/initialized'])
    },
  )
}

verifiesLong(
  ['mcp.outside_clients', 'mcp.current_revision'],
  'a client with independent protocol code discovers the current revision',
  async () => {
    const methods = await walkClient('2026-07-28', (address) => aiSdkHost(address, true))
    expect(methods[0]).toBe('server/discover')
    expect(methods).not.toContain('initialize')
  },
)

verifies(
  ['mcp.outside_clients', 'mcp.accepted_revisions'],
  'a client with independent protocol code works after the older handshake',
  async () => {
    const methods = await walkClient('2025-11-25', (address) => aiSdkHost(address, false))
    expect(methods[0]).toBe('initialize')
  },
)

verifiesLong(
  ['mcp.outside_clients', 'mcp.accepted_revisions'],
  'the bridge for hosts that only know local servers works by default',
  async () => {
    const methods = await walkClient('2025-11-25', (address) =>
      bridgedHost(address, home, 'legacy'),
    )
    expect(methods).toContain('initialize')
  },
)

verifiesLong(
  ['mcp.outside_clients', 'mcp.current_revision'],
  'the bridge lifts an older host to the current revision',
  async () => {
    const methods = await walkClient('2026-07-28', (address) => bridgedHost(address, home, 'auto'))
    expect(methods).toContain('server/discover')
    expect(methods).not.toContain('initialize')
  },
)

verifiesLong(
  ['mcp.outside_clients', 'mcp.current_revision', 'mcp.accepted_revisions'],
  'the command line of the Inspector works in both eras, and finds the newer one by itself',
  async () => {
    await walkClient('2025-11-25', (address) => inspectorHost(address, home, 'legacy'))
    await walkClient('2026-07-28', (address) => inspectorHost(address, home, 'modern'))
    const words = ['--protocol-era', 'auto', '--method', 'initialize']
    const { code, result } = await inspect(`${running.url}/mcp`, home, words)
    expect(code).toBe(0)
    expect(result).toMatchObject({ protocolVersion: '2026-07-28', serverInfo: { name: 'lectern' } })
  },
  { needs: [INSPECTOR] },
)
