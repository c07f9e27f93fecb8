import { join } from 'node:path'
import { buildCorpus, loadCorpus } from './_corpora.ts'
import { makePairQueries } from './_questions.ts'
import { type Bench, compare, type Row } from './_rows.ts'

/** Memory may grow by a tenth between the first hundred thousand queries and the millionth. */
const GROWTH_MOST = 1.1
const QUERIES = 1_000_000
const WORDS = 4000

/** Megabytes after garbage collection: once warm, and after all queries. */
type Memory = { readonly heap: number; readonly resident: number }
type Growth = { readonly warm: Memory; readonly end: Memory }

/** Memory over a million distinct queries: an anonymous endpoint must not keep any of them. */
export const benchMemory: Bench = async () => {
  const distDir = await buildCorpus('bun-types')
  const { documents, file } = await loadCorpus('bun-types')
  const words = join(file, '../words.json')
  await Bun.write(words, JSON.stringify(makePairQueries(documents, WORDS)))
  const [ours, stock] = [
    await measureGrowth('ours_memory', [distDir, words, String(QUERIES)]),
    await measureGrowth('orama_memory', [file, words, String(QUERIES)]),
  ]
  return [
    ...toRows('heap', ours.warm.heap, ours.end.heap, stock.end.heap - stock.warm.heap),
    ...toRows(
      'resident memory',
      ours.warm.resident,
      ours.end.resident,
      stock.end.resident - stock.warm.resident,
    ),
  ]
}

function toRows(what: string, warm: number, end: number, stockGrowth: number): readonly Row[] {
  const figure = `1,000,000 distinct queries, ${what}`
  return [
    compare({
      figure,
      unit: 'MB',
      better: 'less',
      peerName: `after a tenth of them x ${GROWTH_MOST}`,
      rounds: [{ ours: end, peer: warm * GROWTH_MOST }],
      wanted: 1,
    }),
    compare({
      figure: `${figure}, growth`,
      unit: 'MB',
      better: 'less',
      peerName: 'stock Orama 3.1.18',
      rounds: [{ ours: Math.max(0.1, end - warm), peer: stockGrowth }],
    }),
  ]
}

async function measureGrowth(program: string, words: readonly string[]): Promise<Growth> {
  const path = join(import.meta.dir, '_peers', `${program}.ts`)
  const child = Bun.spawn([process.execPath, path, ...words], { stdout: 'pipe', stderr: 'inherit' })
  const text = await new Response(child.stdout).text()
  if ((await child.exited) !== 0) throw new Error(`Cannot measure memory: "${program}" failed`)
  return JSON.parse(text) as Growth
}
