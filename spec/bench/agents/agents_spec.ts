import { afterAll, beforeAll, expect } from 'bun:test'
import { rm } from 'node:fs/promises'
import { join } from 'node:path'
import { openStore } from '../../../app/foundation/store/open.ts'
import { type OpenDocs, openOurDocs } from '../../interfaces/mcp/docs.ts'
import { verifies } from '../../requirements/verifies.ts'
import { newFolder } from '../../support/building.ts'
import { createActions } from './_actions.ts'
import { createMiniSearchPeer } from './_minisearch.ts'
import { createOurs } from './_ours.ts'
import { type Setting, solve } from './_policy.ts'
import { toRun } from './_runs.ts'
import { readSections } from './_sections.ts'
import { readActions, readTasks } from './_tasks.ts'

/** One or two of each kind; `bun run bench agents` runs all of them. */
const SHORT_CUT: ReadonlySet<string> = new Set([
  'own_find_rollback',
  'own_find_stdio',
  'own_quote_body',
  'own_quote_expiry',
  'own_quote_scopes',
  'own_quote_bucket',
  'own_quote_postgres',
  'own_status_store',
  'own_status_downloads',
  'own_changes_mcp',
  'own_refuse_homebrew',
  'own_refuse_registry',
  'own_refuse_resize',
  'own_refuse_graphql',
])

let open: OpenDocs

beforeAll(async () => {
  open = await openOurDocs()
})
afterAll(async () => await open.close())

async function run(setting: Setting) {
  const tasks = (await readTasks('own')).filter(({ id }) => SHORT_CUT.has(id))
  const outcomes = []
  for (const task of tasks) outcomes.push({ id: task.id, ...(await solve(task, setting)) })
  return toRun(setting, outcomes)
}

verifies(
  ['mcp.one_call', 'mcp.answers_for_agents'],
  'a scripted agent answers tasks of each kind, most in one call, and claims nothing wrong',
  async () => {
    const ours = await run(await createOurs(open.docs))
    expect([ours.tasks, ours.missed, ours.wrong]).toEqual([SHORT_CUT.size, [], []])
    const calls = ours.calls.reduce((sum, each) => sum + each, 0)
    expect([ours.medianCalls, calls <= SHORT_CUT.size + 2]).toEqual([1, true])
    const { baseUrl } = open.docs.current()
    const sections = await readSections(open.docs)
    const peer = await run(await createMiniSearchPeer(sections, baseUrl, 'excerpts'))
    expect(peer.right).toBeWithin(1, ours.right)
  },
)

verifies(
  'mcp.answers_for_agents',
  'a scripted agent does what a person asked for, and calls nothing done that waits',
  async () => {
    const folder = await newFolder()
    const opened = await openStore(`sqlite:${join(folder, 'store.sqlite')}`)
    if (!opened.ok) throw new Error(opened.error)
    try {
      const setting = await createActions(open.docs, opened.value)
      for (const task of await readActions()) {
        const { verdict, calls } = await setting.solve(task)
        expect([task.id, verdict, calls]).toEqual([task.id, 'right', 3])
      }
    } finally {
      await opened.value.close()
      await rm(folder, { recursive: true, force: true })
    }
  },
)
