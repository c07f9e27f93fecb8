import { mkdir, readdir, rm, stat } from 'node:fs/promises'
import { join, resolve } from 'node:path'
import { compile } from '../../scripts/compile.ts'
import { MAIN, ROOT } from '../support/repository.ts'
import { BASE_URL, type CorpusName, findCorpus } from './_corpora.ts'
import { type Bench, compare, type Row } from './_rows.ts'
import { measureOurStart, PROGRAM } from './start.ts'

const CACHE = resolve(ROOT, '.cache/bench/build-dist')

const STARTS = 7
const MEGABYTE = 1e6

/** Most of each figure that is wanted; one that is absent is for information. */
type Plan = {
  readonly name: CorpusName
  readonly secondsMost?: number
  readonly megabytesMost?: number
  readonly timesMost?: number
  /** Of the program; from its sources, a start may take twice that. */
  readonly startMsMost: number
}

const PLANS: readonly Plan[] = [
  { name: 'bun-types', startMsMost: 150 },
  { name: 'large', secondsMost: 60, megabytesMost: 900, timesMost: 4, startMsMost: 300 },
]

/**
 * What a build takes, what it leaves on the disk, and how long a start takes with the corpus at
 * hand. The output is the whole folder after one build: the build, its manifest, and what the next
 * build need not draw again. The corpus is the folder of its pages.
 */
export const benchBuild: Bench = async () => {
  await compile(PROGRAM)
  await mkdir(CACHE, { recursive: true })
  const rows: Row[] = []
  for (const plan of PLANS) rows.push(...(await measurePlan(plan)))
  return rows
}

async function measurePlan(plan: Plan): Promise<readonly Row[]> {
  const corpusDir = await findCorpus(plan.name)
  const program = await measureProgram([PROGRAM], corpusDir, `${plan.name}-program`)
  const sources = await measureProgram([process.execPath, MAIN], corpusDir, `${plan.name}-sources`)
  const corpus = await measureFolder(join(corpusDir, 'pages'))
  const name = `${plan.name}, ${corpus.files} pages`
  const { cost, output } = program
  return [
    toRow(`${name}: build`, 's', cost.seconds, plan.secondsMost),
    toRow(`${name}: build, processor`, 's', cost.cpuSeconds),
    toRow(`${name}: build, peak memory`, 'MB', cost.megabytes, plan.megabytesMost),
    toRow(`${name}: output of the corpus`, 'times', output.bytes / corpus.bytes, plan.timesMost),
    toRow(`${name}: output of the corpus, blocks`, 'times', output.blocks / corpus.blocks),
    toRow(`${name}: files written`, 'files', output.files),
    ...toStartRows(`${name}: start of the program`, program.startsMs, plan.startMsMost),
    ...toStartRows(`${name}: start from sources`, sources.startsMs, 2 * plan.startMsMost),
  ]
}

function toRow(figure: string, unit: string, ours: number, most?: number): Row {
  const peer =
    most === undefined ? { peerName: 'none', peer: ours } : { peerName: 'at most', peer: most }
  return compare({
    figure,
    unit,
    better: 'less',
    peerName: peer.peerName,
    rounds: [{ ours, peer: peer.peer }],
    ...(most === undefined ? {} : { wanted: 1 }),
  })
}

function toStartRows(figure: string, startsMs: readonly number[], most: number): readonly Row[] {
  const rounds = startsMs.map((ours) => ({ ours, peer: most }))
  return [compare({ figure, unit: 'ms', better: 'less', peerName: 'at most', rounds, wanted: 1 })]
}

type Cost = { readonly seconds: number; readonly cpuSeconds: number; readonly megabytes: number }

type Measurement = {
  readonly cost: Cost
  readonly output: FolderSize
  readonly startsMs: readonly number[]
}

async function measureProgram(
  words: readonly string[],
  corpusDir: string,
  name: string,
): Promise<Measurement> {
  const distDir = join(CACHE, name)
  await rm(distDir, { recursive: true, force: true })
  const cost = await measureBuild(words, corpusDir, distDir)
  const output = await measureFolder(distDir)
  const startsMs: number[] = []
  // The first start reads the build from disk; later ones measure the program.
  await measureOurStart(distDir, words, corpusDir)
  for (let round = 0; round < STARTS; round++) {
    startsMs.push((await measureOurStart(distDir, words, corpusDir)).ms)
  }
  return { cost, output, startsMs }
}

async function measureBuild(
  words: readonly string[],
  corpusDir: string,
  distDir: string,
): Promise<Cost> {
  const startedMs = performance.now()
  const child = Bun.spawn([...words, 'build'], {
    cwd: CACHE,
    env: { PATH: process.env.PATH ?? '', BASE_URL, CORPUS_DIR: corpusDir, DIST_DIR: distDir },
    stdout: 'ignore',
    stderr: 'ignore',
  })
  const code = await child.exited
  if (code !== 0) throw new Error(`Cannot build "${corpusDir}": it ended with ${code}`)
  const usage = child.resourceUsage()
  return {
    seconds: (performance.now() - startedMs) / 1000,
    cpuSeconds: Number(usage?.cpuTime.total ?? Number.NaN) / 1e6,
    megabytes: (usage?.maxRSS ?? Number.NaN) / MEGABYTE,
  }
}

type FolderSize = { readonly files: number; readonly bytes: number; readonly blocks: number }

const BLOCK_BYTES = 512

/** The files of a folder, their bytes, and the bytes that they take on the disk. */
async function measureFolder(folder: string): Promise<FolderSize> {
  let [files, bytes, blocks] = [0, 0, 0]
  for (const entry of await readdir(folder, { recursive: true, withFileTypes: true })) {
    if (!entry.isFile()) continue
    const stats = await stat(join(entry.parentPath, entry.name))
    files += 1
    bytes += stats.size
    blocks += stats.blocks * BLOCK_BYTES
  }
  return { files, bytes, blocks }
}
