import { afterAll, beforeAll, expect } from 'bun:test'
import { mkdtemp, readdir, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Client } from '@modelcontextprotocol/client'
import { StdioClientTransport } from '@modelcontextprotocol/client/stdio'
import { Client as OlderClient } from '@modelcontextprotocol/sdk/client/index.js'
import { StdioClientTransport as OlderTransport } from '@modelcontextprotocol/sdk/client/stdio.js'
import { OPERATION_NAMES } from '../../../app/contract/operations/mod.ts'
import { MCP_REVISIONS } from '../../../app/contract/protocol.ts'
import { openPublicDocs, type PublicDocs } from '../../../app/docs/public_docs/mod.ts'
import { createLog } from '../../../app/foundation/telemetry/log.ts'
import { serveLines } from '../../../app/interfaces/mcp/stdio.ts'
import { verifies, verifiesLong } from '../../requirements/verifies.ts'
import { placeOurBuild } from '../../support/kept_builds.ts'
import { runProgram, SHORT_LIVED } from '../../support/program.ts'
import { MAIN } from '../../support/repository.ts'
import { modernMeta } from './calls.ts'
import { changeDocs } from './docs.ts'
import type { Fields } from './endpoint.ts'
import { walkThrough } from './host.ts'
import { hostOf } from './hosts.ts'
import { INSPECTOR, inspectCommand } from './inspector.ts'

let home: string
let dist: string
let docs: PublicDocs

beforeAll(async () => {
  home = await mkdtemp(join(tmpdir(), 'lectern-stdio-'))
  dist = join(home, 'dist')
  await placeOurBuild(dist)
  const opened = await openPublicDocs({
    distDir: dist,
    log: createLog('error', () => {}, Date.now),
  })
  if (!opened.ok) throw new Error(opened.error)
  docs = opened.value
})

afterAll(async () => {
  docs.close()
  await rm(home, { recursive: true, force: true })
})

/** The program as hosts start it: nothing but a build, and no corpus to make another from. */
function commandOf() {
  const env = { ...SHORT_LIVED, DIST_DIR: dist, CORPUS_DIR: join(home, 'none') }
  return { command: process.execPath, args: [MAIN, 'stdio'], cwd: home, env }
}

/** Sends chunks as they are, ends the input, and reads every answer. */
async function answer(
  chunks: readonly (string | Uint8Array)[],
  served: PublicDocs = docs,
): Promise<readonly Fields[]> {
  const encoder = new TextEncoder()
  const input = new ReadableStream<Uint8Array>({
    start(controller) {
      for (const chunk of chunks) {
        controller.enqueue(typeof chunk === 'string' ? encoder.encode(chunk) : chunk)
      }
      controller.close()
    },
  })
  let out = ''
  const write = async (line: string) => {
    expect(line.indexOf('\n')).toBe(line.length - 1)
    out += line
  }
  const log = createLog('error', () => {}, Date.now)
  await serveLines(input, write, { docs: served, limits: {}, log })
  return out === ''
    ? []
    : out
        .trimEnd()
        .split('\n')
        .map((line) => JSON.parse(line))
}

const line = (method: string, params: Fields = {}, id: number | null = 1): string =>
  `${JSON.stringify({ jsonrpc: '2.0', ...(id === null ? {} : { id }), method, params })}\n`

verifiesLong(
  ['mcp.stdio', 'mcp.official_client'],
  'the official client does everything over standard input, in both eras, and nothing is written',
  async () => {
    const before = await readdir(dist, { recursive: true })
    for (const [mode, revision] of [
      ['auto', '2026-07-28'],
      ['legacy', '2025-11-25'],
    ] as const) {
      const client = new Client({ name: 'spec', version: '1' }, { versionNegotiation: { mode } })
      await client.connect(new StdioClientTransport({ ...commandOf(), stderr: 'ignore' }))
      expect(client.getNegotiatedProtocolVersion()).toBe(revision)
      const host = hostOf(client)
      await walkThrough(host).finally(() => host.close())
    }
    expect((await readdir(dist, { recursive: true })).sort()).toEqual(before.sort())
  },
)

verifies('mcp.stdio', 'the older official client does everything, too', async () => {
  const client = new OlderClient({ name: 'spec', version: '1' })
  await client.connect(new OlderTransport({ ...commandOf(), stderr: 'ignore' }))
  const host = hostOf(client)
  await walkThrough(host).finally(() => host.close())
})

verifiesLong(
  'mcp.stdio',
  'the command line of the Inspector starts the program, and finds no schema that a host refuses',
  async () => {
    const { command, args, env } = commandOf()
    const words = ['--protocol-era', 'auto', '--method', 'tools/list', '--strict']
    const { code, result } = await inspectCommand([command, ...args], env, home, words)
    expect(code).toBe(0)
    expect(result.tools).toHaveLength(OPERATION_NAMES.length)
  },
  { needs: [INSPECTOR] },
)

verifies(
  'mcp.stdio',
  'the program ends with its input: answers on one stream, log lines on the other',
  async () => {
    const child = Bun.spawn([process.execPath, MAIN, 'stdio'], {
      ...commandOf(),
      stdin: new Blob([line('ping') + line('tools/list', {}, 2).trimEnd()]),
      stdout: 'pipe',
      stderr: 'pipe',
    })
    const [out, err] = await Promise.all([
      new Response(child.stdout).text(),
      new Response(child.stderr).text(),
    ])
    expect(await child.exited).toBe(0)
    const answers = out
      .trimEnd()
      .split('\n')
      .map((each) => JSON.parse(each))
    expect(answers.map(({ id }) => id)).toEqual([1, 2])
    expect(
      err
        .trimEnd()
        .split('\n')
        .map((each) => JSON.parse(each).event),
    ).toEqual(['stdio_ready'])
    const none = await runProgram(['stdio'], { DIST_DIR: join(home, 'none'), CORPUS_DIR: home })
    expect([none.code, none.out]).toEqual([1, ''])
    expect(none.err).toContain('run build first')
  },
)

verifies(
  ['mcp.stdio', 'mcp.accepted_revisions'],
  'every revision is answered on one stream, the newest by what each message says alone',
  async () => {
    const handshakes = MCP_REVISIONS.map((protocolVersion, id) =>
      line('initialize', { protocolVersion, capabilities: {} }, id),
    )
    const answers = await answer([
      line('server/discover', { _meta: modernMeta() }, 10),
      ...handshakes,
      line('tools/list', { _meta: modernMeta() }, 11),
      line('tools/list', {}, 12),
      line('server/discover', {}, 13),
      line('ping', { _meta: modernMeta('2030-01-01') }, 14),
    ])
    const [discovered, ...rest] = answers
    expect(discovered).toMatchObject({ id: 10, result: { supportedVersions: [...MCP_REVISIONS] } })
    expect(rest.slice(0, 4).map(({ result }) => (result as Fields).protocolVersion)).toEqual([
      ...MCP_REVISIONS,
    ])
    expect(rest[4]).toMatchObject({ id: 11, result: { resultType: 'complete' } })
    expect(rest[5]?.result).not.toHaveProperty('resultType')
    expect(rest[6]).toMatchObject({ id: 13, error: { code: -32601 } })
    const data = { supported: [...MCP_REVISIONS], requested: '2030-01-01' }
    expect(rest[7]).toMatchObject({ id: 14, error: { code: -32022, data } })
  },
)

verifies(
  ['mcp.stdio', 'mcp.request_body'],
  'a line over 256 KiB is refused, in whatever pieces it comes, and the next one is answered',
  async () => {
    const longest = line('ping', { x: '' }).length - 1
    const fits = line('ping', { x: 'x'.repeat(262_144 - longest) })
    const long = line('ping', { x: 'x'.repeat(262_145 - longest) })
    const pieces = [long.slice(0, 100_000), long.slice(100_000, 262_145), long.slice(262_145)]
    const answers = await answer([fits, ...pieces, long + line('ping', {}, 2)])
    expect(answers).toEqual([
      { jsonrpc: '2.0', id: 1, result: {} },
      ...[1, 2].map(() => ({ jsonrpc: '2.0', error: expect.objectContaining({ code: -32600 }) })),
      { jsonrpc: '2.0', id: 2, result: {} },
    ])
  },
)

verifies(
  'mcp.stdio',
  'pieces of characters, CRLF, blank lines and an end without a newline are understood',
  async () => {
    const call = { name: 'read_page', arguments: { id: 'ü' } }
    const bytes = new TextEncoder().encode(line('tools/call', call, 1).replace('\n', '\r\n'))
    const pieces = Array.from(bytes, (byte) => Uint8Array.of(byte))
    const answers = await answer([...pieces, '\n \r\n', line('ping', {}, 2).trimEnd()])
    expect(answers).toMatchObject([
      { id: 1, result: { isError: true } },
      { id: 2, result: {} },
    ])
    expect(JSON.stringify(answers[0])).toContain('ü')
    const broken = await answer([line('ping').slice(0, 20)])
    expect(broken).toMatchObject([{ error: { code: -32700 } }])
    expect(broken[0]).not.toHaveProperty('id')
  },
)

verifies(
  ['mcp.stdio', 'rule.anonymous'],
  'notifications get no answer, batches are refused, private tools are not there',
  async () => {
    const quiet = ['notifications/initialized', 'notifications/cancelled', 'tools/call']
    expect(await answer(quiet.map((method) => line(method, {}, null)))).toEqual([])
    const call = { name: 'get_business_profile', arguments: {} }
    const answers = await answer([`[${line('ping').trimEnd()}]\n`, line('tools/call', call, 3)])
    expect(answers).toMatchObject([{ error: { code: -32600 } }, { id: 3, error: { code: -32602 } }])
    expect(JSON.stringify(answers[1])).toContain('no such tool')
  },
)

verifies(
  'mcp.stdio',
  'a bug is an incident of one message, and the next one is answered',
  async () => {
    const broken = changeDocs(docs, {
      status: () => {
        throw new Error('broken')
      },
    })
    const answers = await answer(
      [line('initialize', { protocolVersion: '2025-11-25' }), line('ping', {}, 2)],
      broken,
    )
    expect(answers).toMatchObject([
      { id: 1, error: { code: -32603 } },
      { id: 2, result: {} },
    ])
  },
)
