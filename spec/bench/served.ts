import { mkdir, rm } from 'node:fs/promises'
import { join, resolve } from 'node:path'
import { ROOT } from '../support/repository.ts'
import { buildCorpus, loadCorpus } from './_corpora.ts'
import { measureThroughput } from './_load.ts'
import { makePairQueries } from './_questions.ts'
import { formatGet, formatToolCall, sendOnce } from './_requests.ts'
import { compare, type Row } from './_rows.ts'
import type { Server } from './_servers.ts'
import { startProgram, startServing } from './_services.ts'
import { measureVariedThroughput } from './_varied_load.ts'

const CACHE = resolve(ROOT, '.cache/bench')
const PEERS = join(import.meta.dir, '_peers')

/** Several times more than the service caches: asked in turn, none is cached. */
const QUERIES = 4000
const IN_PROCESS_ROUNDS = 5

/** The search route may add at most this many times the cost of a bare server. */
const ADDED_MOST = 1.5
const WANTED = { cached: 0.6, toolsCall: 2.5 } as const

/** Searches through the interfaces of the whole service, compared with servers that do less. */
export async function benchServed(): Promise<readonly Row[]> {
  const distDir = await buildCorpus('bun-types')
  const { documents } = await loadCorpus('bun-types')
  const queries = makePairQueries(documents, QUERIES)
  await mkdir(CACHE, { recursive: true })
  const ours = await startServing(distDir)
  try {
    return [
      await measureCached(ours, queries[0] ?? ''),
      ...(await measureUncached(ours, distDir, queries)),
      ...(await measureToolCalls(ours, distDir, queries)),
    ]
  } finally {
    await ours.stop()
  }
}

function formatSearchPath(query: string): string {
  return `/api/public/docs/search?q=${encodeURIComponent(query)}`
}

async function measureCached(ours: Server, query: string): Promise<Row> {
  const request = formatGet(formatSearchPath(query))
  const answer = await sendOnce(ours.port, request)
  const bare = await startProgram([process.execPath, join(PEERS, 'bare_query.ts')], [answer])
  try {
    const beside = await measureThroughput(
      { server: ours, request },
      { bare: { server: bare, request } },
    )
    return compare({
      figure: 'HTTP search, cached',
      unit: 'answers/s',
      better: 'more',
      peerName: 'bare Bun.serve',
      rounds: beside('bare').rates,
      wanted: WANTED.cached,
    })
  } finally {
    await bare.stop()
  }
}

async function measureUncached(
  ours: Server,
  distDir: string,
  queries: readonly string[],
): Promise<readonly Row[]> {
  const requests = queries.map((query) => formatGet(formatSearchPath(query)))
  const answers: [string, string][] = []
  for (const [at, request] of requests.entries()) {
    answers.push([queries[at] ?? '', await sendOnce(ours.port, request)])
  }
  const file = join(CACHE, 'answers.json')
  await Bun.write(file, JSON.stringify(answers))
  const bare = await startProgram([process.execPath, join(PEERS, 'bare_answers.ts')], [file])
  try {
    const { rates, costs } = await measureVariedThroughput(
      { server: ours, requests },
      { server: bare, requests },
    )
    const inProcess = await measureInProcess(distDir, queries)
    const [cost] = costs
    return [
      compare({
        figure: 'HTTP search, uncached',
        unit: 'answers/s',
        better: 'more',
        peerName: 'bare Bun.serve',
        rounds: rates,
      }),
      compare({
        figure: 'HTTP search, uncached',
        unit: 'CPU us each',
        better: 'less',
        peerName: 'the same search in process',
        rounds: inProcess.map((micros) => ({ ours: cost?.ours ?? Number.NaN, peer: micros })),
      }),
      compare({
        figure: 'HTTP search, uncached, beyond the search',
        unit: 'CPU us each',
        better: 'less',
        peerName: `bare Bun.serve x ${ADDED_MOST}`,
        rounds: inProcess.map((micros) => ({
          ours: (cost?.ours ?? Number.NaN) - micros,
          peer: (cost?.peer ?? Number.NaN) * ADDED_MOST,
        })),
        wanted: 1,
      }),
    ]
  } finally {
    await bare.stop()
    await rm(file)
  }
}

/** Processor time of one search without a server, in microseconds, round by round. */
async function measureInProcess(
  distDir: string,
  queries: readonly string[],
): Promise<readonly number[]> {
  const file = join(CACHE, 'queries.json')
  await Bun.write(file, JSON.stringify(queries))
  const words = [join(PEERS, 'in_process.ts'), distDir, file, String(IN_PROCESS_ROUNDS)]
  // A server shares the processor with its load client, so the search alone gets a neighbour too.
  const neighbour = Bun.spawn([process.execPath, join(PEERS, 'busy.ts')])
  const child = Bun.spawn([process.execPath, ...words], { stdout: 'pipe', stderr: 'inherit' })
  const text = await new Response(child.stdout).text()
  neighbour.kill()
  if ((await child.exited) !== 0) throw new Error('Cannot measure a search in process')
  await rm(file)
  return JSON.parse(text) as readonly number[]
}

const SEARCH_TOOL = 'search_public_docs'

async function measureToolCalls(
  ours: Server,
  distDir: string,
  queries: readonly string[],
): Promise<readonly Row[]> {
  const program = await bundleForNode(join(PEERS, 'sdk_search.ts'))
  const peer = await startProgram(['node', program], [distDir, SEARCH_TOOL])
  try {
    const requests = queries.map((query) => formatToolCall(SEARCH_TOOL, { query }))
    // The header names a revision that the package knows; the rest is unchanged.
    const older = requests.map((request) =>
      request.replace('MCP-Protocol-Version: 2026-07-28', 'MCP-Protocol-Version: 2025-11-25'),
    )
    await checkSameResults(ours, peer, requests[0] ?? '', older[0] ?? '')
    const { rates } = await measureVariedThroughput(
      { server: ours, requests },
      { server: peer, requests: older },
    )
    return [
      compare({
        figure: 'tools/call search',
        unit: 'answers/s',
        better: 'more',
        peerName: 'sdk 1.32.2 on Node, our engine',
        rounds: rates,
        wanted: WANTED.toolsCall,
      }),
    ]
  } finally {
    await peer.stop()
  }
}

type ToolAnswer = {
  readonly result: {
    readonly structuredContent: { readonly results: readonly { readonly id: string }[] }
  }
}

/** Servers are compared only if they find the same pages. */
async function checkSameResults(
  ours: Server,
  peer: Server,
  request: string,
  older: string,
): Promise<void> {
  const ids = (text: string) =>
    (JSON.parse(text) as ToolAnswer).result.structuredContent.results.map(({ id }) => id)
  const [own, other] = [await sendOnce(ours.port, request), await sendOnce(peer.port, older)]
  if (ids(own).length > 0 && Bun.deepEquals(ids(own), ids(other))) return
  throw new Error(`Cannot compare answers that differ:\n${own}\n${other}`)
}

async function bundleForNode(program: string): Promise<string> {
  const outdir = join(CACHE, 'node')
  const built = await Bun.build({
    entrypoints: [program],
    target: 'node',
    outdir,
    naming: '[name].mjs',
  })
  if (!built.success) throw new Error(`Cannot bundle "${program}": ${built.logs.join('\n')}`)
  return built.outputs[0]?.path ?? ''
}
