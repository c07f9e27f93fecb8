/**
 * The previous official package on Node: a server without sessions, built as in its guide, with our
 * engine behind its only tool. Bundled for Node by the bench.
 */

import { readFile } from 'node:fs/promises'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import { join } from 'node:path'
import { crc32, inflateRawSync } from 'node:zlib'
import { McpServer } from '@modelcontextprotocol/sdk/server/mcp.js'
import { StreamableHTTPServerTransport } from '@modelcontextprotocol/sdk/server/streamableHttp.js'
import { z } from 'zod'
import { SEARCH_FILE } from '../../../app/contract/build.ts'
import type { PageRecord } from '../../../app/contract/page.ts'
import { normalizeQuery } from '../../../app/contract/query.ts'
import { openSearchData } from '../../../app/docs/search/mod.ts'

// Everything that our engine needs of Bun while it serves; Node has it under other names.
if (!('Bun' in globalThis)) {
  Object.assign(globalThis, { Bun: { hash: { crc32 }, inflateSync: inflateRawSync } })
}

const LIMIT = 10

type Manifest = { readonly build: string; readonly pages: readonly PageRecord[] }

const [, , port, distDir = '', tool = ''] = process.argv
const manifest = JSON.parse(await readFile(join(distDir, 'docs-manifest.json'), 'utf8')) as Manifest
const file = join(distDir, 'builds', manifest.build, SEARCH_FILE)
const opened = openSearchData(new Uint8Array(await readFile(file)))
if (!opened.ok) throw new Error(opened.error)
const index = opened.value

function mcpServer(): McpServer {
  const server = new McpServer({ name: 'peer', version: '1.0.0' })
  const inputSchema = { query: z.string() }
  server.registerTool(tool, { description: 'Searches.', inputSchema }, ({ query }) => {
    const results = index.search(normalizeQuery(query), LIMIT).hits.map(({ page, section }) => ({
      ...manifest.pages[page],
      ...(section ? { section } : {}),
    }))
    const outcome = results.length === 0 ? 'nothing_found' : 'found'
    const structuredContent = { outcome, degraded: false, results }
    return {
      content: [{ type: 'text', text: JSON.stringify(structuredContent) }],
      structuredContent,
    }
  })
  return server
}

createServer(async (request, response) => {
  if (request.method !== 'POST') return void response.writeHead(405).end()
  await answer(request, response)
}).listen(Number(port), '127.0.0.1')

async function answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
  const chunks: Buffer[] = []
  for await (const chunk of request) chunks.push(chunk as Buffer)
  const body: unknown = JSON.parse(Buffer.concat(chunks).toString('utf8'))
  const server = mcpServer()
  const transport = new StreamableHTTPServerTransport({ enableJsonResponse: true })
  response.on('close', () => {
    void transport.close()
    void server.close()
  })
  await server.connect(transport as Parameters<McpServer['connect']>[0])
  await transport.handleRequest(request, response, body)
}
