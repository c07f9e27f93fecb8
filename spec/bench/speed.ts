import { type Corpus, loadCorpus } from './_corpora.ts'
import { type Contestant, type EngineName, startContestant } from './_engines/contestant.ts'
import type { Times } from './_engines/protocol.ts'
import { makeLongQuestions, makeOneTermQueries } from './_questions.ts'
import { compare, type Round, type Row } from './_rows.ts'

const ROUNDS = 5
const OURS = ['ours', 'ours_sections'] as const
const PEERS = ['orama_zero', 'minisearch_zero', 'fts5_zero'] as const
const ENGINES = [...OURS, ...PEERS] as const
type Own = (typeof OURS)[number]
type Peer = (typeof PEERS)[number]

const TITLES: Readonly<Record<Peer, string>> = {
  orama_zero: 'stock Orama 3.1.18',
  minisearch_zero: 'MiniSearch 7.2.0',
  fts5_zero: 'SQLite FTS5',
}

/** How many times better than stock Orama ours must be, and the size limit of the file. */
const WANTED = { oneTerm: 3, question: 25, build: 2, fileShare: 1.5 } as const

type Plan = {
  readonly name: 'bun-types' | 'synthetic'
  readonly p99MsMost: number
  /** Questions per round; few, because stock Orama is slow. */
  readonly questions: number
  /** More questions, for meaningful percentiles. */
  readonly many: number
  /** Engines that would need many minutes for those; they only get the few. */
  readonly slow: readonly EngineName[]
}

const PLANS: readonly Plan[] = [
  { name: 'bun-types', p99MsMost: 3, questions: 30, many: 400, slow: ['orama_zero'] },
  {
    name: 'synthetic',
    p99MsMost: 15,
    questions: 12,
    many: 400,
    slow: ['orama_zero', 'minisearch_zero'],
  },
]

const ONE_TERMS = 300

/** Speed and size without a server; every engine has its own process and takes turns. */
export async function benchSpeed(): Promise<readonly Row[]> {
  const rows: Row[] = []
  for (const plan of PLANS) rows.push(...(await measurePlan(plan)))
  return rows
}

async function measurePlan(plan: Plan): Promise<readonly Row[]> {
  const found = await loadCorpus(plan.name)
  const contestants: Contestant[] = []
  for (const name of ENGINES) contestants.push(await startContestant(name, found.file))
  try {
    const built = await runRounds(contestants, (engine) => engine.build())
    const bytes = (await contestants[0]?.fileBytes()) ?? Number.NaN
    return [
      ...toBuildRows(found, built),
      toSizeRow(found, bytes),
      ...(await measureQueries(found, plan, contestants)),
    ]
  } finally {
    for (const engine of contestants) await engine.stop()
  }
}

type Samples<Value> = ReadonlyMap<EngineName, readonly Value[]>

/** Asks all engines in turn, in alternating order. */
async function runRounds<Value>(
  contestants: readonly Contestant[],
  ask: (engine: Contestant, round: number) => Promise<Value>,
  count = ROUNDS,
): Promise<Samples<Value>> {
  const found = new Map<EngineName, Value[]>(contestants.map(({ name }) => [name, []]))
  for (let round = 0; round < count; round++) {
    const order = round % 2 === 0 ? contestants : contestants.toReversed()
    for (const engine of order) found.get(engine.name)?.push(await ask(engine, round))
  }
  return found
}

function pairRounds<Value>(
  found: Samples<Value>,
  peer: EngineName,
  pick: (value: Value) => number,
  own: Own = 'ours',
): readonly Round[] {
  const [ours = [], theirs = []] = [found.get(own), found.get(peer)]
  return ours.flatMap((value, at) => {
    const other = theirs[at]
    return other === undefined ? [] : [{ ours: pick(value), peer: pick(other) }]
  })
}

function toBuildRows({ name, documents }: Corpus, built: Samples<number>): readonly Row[] {
  const perSecond = (ms: number) => documents.length / (ms / 1000)
  return listPeers(built).map((peer) =>
    compare({
      figure: `${name} index build`,
      unit: 'pages/s',
      better: 'more',
      peerName: titleOf(peer),
      rounds: pairRounds(built, peer, perSecond),
      ...(peer === 'orama_zero' ? { wanted: WANTED.build } : {}),
    }),
  )
}

function toSizeRow({ name, documents }: Corpus, bytes: number): Row {
  const body = documents.reduce((sum, each) => sum + Buffer.byteLength(each.body), 0)
  return compare({
    figure: `${name} index file`,
    unit: 'MB',
    better: 'less',
    peerName: `${WANTED.fileShare} x body bytes`,
    rounds: [{ ours: bytes / 1e6, peer: (body * WANTED.fileShare) / 1e6 }],
    wanted: 1,
  })
}

async function measureQueries(
  { name, documents }: Corpus,
  plan: Plan,
  contestants: readonly Contestant[],
): Promise<readonly Row[]> {
  const terms = makeOneTermQueries(documents, ONE_TERMS)
  const questions = makeLongQuestions(documents, plan.questions * ROUNDS + plan.many)
  const few = (round: number) =>
    questions.slice(round * plan.questions, (round + 1) * plan.questions)
  const many = questions.slice(plan.questions * ROUNDS)
  const quick = contestants.filter((engine) => !plan.slow.includes(engine.name))
  for (const engine of contestants) await engine.time([...terms, ...few(0)])
  for (const engine of quick) await engine.time(many)
  const single = await runRounds(contestants, (engine) => engine.time(terms))
  const long = await runRounds(contestants, (engine, round) => engine.time(few(round)))
  const longest = await runRounds(quick, (engine) => engine.time(many))
  return [
    ...toTimeRows(`${name} one term`, single, 'p50', WANTED.oneTerm),
    ...toTimeRows(`${name} one term`, single, 'p99'),
    ...toTimeRows(`${name} 25 words`, long, 'p50', WANTED.question),
    ...toTimeRows(`${name} 25 words`, longest, 'p99'),
    // The peers have no sections, so these rows compare us with engines that do less.
    ...toTimeRows(`${name} one term, sections`, single, 'p50', undefined, 'ours_sections'),
    ...toTimeRows(`${name} 25 words, sections`, long, 'p50', WANTED.question, 'ours_sections'),
    compare({
      figure: `${name} 25 words, sections p99`,
      unit: 'ms',
      better: 'less',
      peerName: 'at most',
      rounds: (longest.get('ours_sections') ?? []).map(({ p99 }) => ({
        ours: p99,
        peer: plan.p99MsMost,
      })),
      wanted: 1,
    }),
  ]
}

function toTimeRows(
  figure: string,
  found: Samples<Times>,
  which: 'p50' | 'p99',
  wantedOfStock?: number,
  own: Own = 'ours',
): readonly Row[] {
  return listPeers(found).map((peer) =>
    compare({
      figure: `${figure} ${which}`,
      unit: 'ms',
      better: 'less',
      peerName: titleOf(peer),
      rounds: pairRounds(found, peer, (times) => times[which], own),
      ...(peer === 'orama_zero' && wantedOfStock !== undefined ? { wanted: wantedOfStock } : {}),
    }),
  )
}

function listPeers(found: Samples<unknown>): readonly Peer[] {
  return PEERS.filter((name) => found.has(name))
}

function titleOf(name: Peer): string {
  return TITLES[name]
}
