import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { openPublicDocs, type PublicDocs } from '../../../app/docs/public_docs/mod.ts'
import { openStore } from '../../../app/foundation/store/open.ts'
import { createLog } from '../../../app/foundation/telemetry/log.ts'
import { buildCorpus } from '../_corpora.ts'
import { type Bench, compare, type Row } from '../_rows.ts'
import { createActions } from './_actions.ts'
import { createMiniSearchPeer } from './_minisearch.ts'
import { createOurs } from './_ours.ts'
import { type Setting, solve } from './_policy.ts'
import { addRuns, formatRuns, type Run, toRun } from './_runs.ts'
import { readSections } from './_sections.ts'
import { readActions, readTasks, type Task } from './_tasks.ts'
import { createWholeText } from './_whole_text.ts'

/** What fits into the context of most models. */
const CONTEXT_TOKENS = 200_000

/** What an operator may choose with `SEARCH_LIMIT_DEFAULT`. */
const FEW_RESULTS = 5

const CORPORA = { own: 'lectern', bun: 'bun-types', undici: 'undici' } as const

/**
 * Eighty tasks by an agent with a fixed policy and a perfect reader: calls, tokens that it has to
 * read, right answers and wrong claims, with our tools and with what else one would give it.
 */
export const benchAgents: Bench = async () => {
  const own = await runCorpus('own')
  const bun = await runCorpus('bun')
  const both = own.map((run, at) => addRuns(run, bun[at] ?? run))
  const heldOut = await runCorpus('undici')
  const actions = await runActions()
  console.log(`Our documentation, ${own[0]?.tasks} tasks\n${formatRuns(own)}\n`)
  console.log(`The documentation of Bun, ${bun[0]?.tasks} tasks\n${formatRuns(bun)}\n`)
  console.log(`Both, ${both[0]?.tasks} tasks\n${formatRuns(both)}\n`)
  console.log(`Held out: that of undici, ${heldOut[0]?.tasks} tasks\n${formatRuns(heldOut)}\n`)
  console.log(`Private actions, which no peer can do\n${formatRuns([actions])}\n`)
  // Ours with few results is shown and compared with nothing: it answers less.
  const [ours, , markdown, ...peers] = both
  if (ours === undefined || markdown === undefined) return []
  return [
    ...toClaimRows(addRuns(ours, actions)),
    ...peers.flatMap((peer) => [
      ...toRows(ours, peer),
      toSessionRow('to read, text as Markdown', markdown, peer),
    ]),
  ]
}

async function runCorpus(name: keyof typeof CORPORA): Promise<readonly Run[]> {
  const tasks = await readTasks(name)
  const docs = await openBuild(await buildCorpus(CORPORA[name]))
  try {
    const sections = await readSections(docs)
    const { baseUrl } = docs.current()
    const settings = [
      await createOurs(docs),
      await createOurs(docs, { results: FEW_RESULTS }),
      await createOurs(docs, { resultText: 'markdown' }),
      await createMiniSearchPeer(sections, baseUrl, 'sections'),
      await createMiniSearchPeer(sections, baseUrl, 'excerpts'),
      await createWholeText(docs),
      await createWholeText(docs, CONTEXT_TOKENS),
    ]
    const runs: Run[] = []
    for (const setting of settings) runs.push(await runTasks(tasks, setting))
    return runs
  } finally {
    docs.close()
  }
}

async function runTasks(tasks: readonly Task[], setting: Setting): Promise<Run> {
  const outcomes = []
  for (const task of tasks) outcomes.push({ id: task.id, ...(await solve(task, setting)) })
  return toRun(setting, outcomes)
}

async function runActions(): Promise<Run> {
  const folder = await mkdtemp(join(tmpdir(), 'lectern-actions-'))
  const docs = await openBuild(await buildCorpus('lectern'))
  const opened = await openStore(`sqlite:${join(folder, 'store.sqlite')}`)
  if (!opened.ok) throw new Error(opened.error)
  try {
    const setting = await createActions(docs, opened.value)
    const outcomes = []
    for (const task of await readActions()) {
      outcomes.push({ id: task.id, ...(await setting.solve(task)) })
    }
    return toRun({ name: 'ours with private tools', preamble: setting.preamble }, outcomes)
  } finally {
    await opened.value.close()
    docs.close()
    await rm(folder, { recursive: true, force: true })
  }
}

async function openBuild(distDir: string): Promise<PublicDocs> {
  const log = createLog('error', (line) => console.error(line), Date.now)
  const opened = await openPublicDocs({ distDir, log })
  if (!opened.ok) throw new Error(opened.error)
  return opened.value
}

function toRows(ours: Run, peer: Run): readonly Row[] {
  const peerName = peer.name
  return [
    compare({
      figure: 'right answers',
      unit: `of ${ours.tasks}`,
      better: 'more',
      peerName,
      rounds: [{ ours: ours.right, peer: peer.right }],
      wanted: 1,
    }),
    toSessionRow('to read in one session', ours, peer),
    compare({
      figure: 'to read, each task alone',
      unit: 'tokens',
      better: 'less',
      peerName,
      rounds: [{ ours: ours.aloneTokens, peer: peer.aloneTokens }],
    }),
  ]
}

function toSessionRow(figure: string, ours: Run, peer: Run): Row {
  return compare({
    figure,
    unit: 'tokens',
    better: 'less',
    peerName: peer.name,
    rounds: [{ ours: ours.sessionTokens, peer: peer.sessionTokens }],
    wanted: 2,
  })
}

/** Limits that no peer has to do with. */
function toClaimRows({ tasks, wrong, medianCalls }: Run): readonly Row[] {
  return [
    compare({
      figure: 'tasks without a wrong claim',
      unit: `of ${tasks}`,
      better: 'more',
      peerName: 'all',
      rounds: [{ ours: tasks - wrong.length, peer: tasks }],
      wanted: 1,
    }),
    compare({
      figure: 'median of calls',
      unit: 'calls',
      better: 'less',
      peerName: 'limit',
      rounds: [{ ours: medianCalls, peer: 1 }],
      wanted: 1,
    }),
  ]
}
