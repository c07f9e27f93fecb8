import { afterAll, beforeAll, expect } from 'bun:test'
import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { build } from '../../app/build/corpus_build/build.ts'
import { HTTP_API_PREFIX } from '../../app/contract/operations/mod.ts'
import { verifies } from '../requirements/verifies.ts'
import { readWholeRegistry } from '../support/renamed_registry.ts'
import { type Running, startRunning } from '../support/running.ts'

/** Names in our registry, and what an operator might call them instead. */
const RENAMED: readonly (readonly [string, string])[] = [
  ['path: /pages/{id}', 'path: /articles/{id}'],
  ['path: /capabilities', 'path: /features'],
  ['code: not_found', 'code: nothing_there'],
  ['  full_path: /llms-full.txt', '  full_path: /everything.txt'],
  ['  search_limit_max: 50', '  search_limit_max: 6'],
  ['  search_limit_default: 10', '  search_limit_default: 2'],
]

let running: Running

beforeAll(async () => {
  running = await startRunning({ env: { PUBLIC_CALLS_PER_MINUTE: '1000000' } })
})

afterAll(async () => {
  await running.stop()
})

function api(path: string): Promise<Response> {
  return fetch(`${running.url}${HTTP_API_PREFIX}${path}`)
}

async function renameInCorpus(): Promise<void> {
  const file = join(running.corpusDir, 'registry.yaml')
  let registry = await readWholeRegistry()
  for (const [from, to] of RENAMED) {
    expect([from, registry.split(`${from}\n`).length]).toEqual([from, 2])
    registry = registry.replace(`${from}\n`, `${to}\n`)
  }
  await writeFile(file, registry)
}

async function rebuild(): Promise<void> {
  const { corpusDir, distDir, url } = running
  const limits = { publicCallsPerMinute: 1_000_000 }
  const options = { corpusDir, distDir, baseUrl: url, limits, nowMs: Date.now() } as const
  const built = await build({ ...options, lock: 'keep' })
  if (!built.ok) throw new Error(`Cannot build: ${JSON.stringify(built.error)}`)
}

/** Waits until the service serves the new build; the runner ends a test that waits in vain. */
async function untilFound(path: string): Promise<void> {
  while ((await api(path)).status !== 200) await Bun.sleep(20)
}

verifies(
  ['registry.rename_follows', 'rule.one_registry'],
  'paths, codes, limits and files follow the registry, with no code change and no restart',
  async () => {
    expect((await api('/pages/p1')).status).toBe(200)
    expect(await (await api('/search?q=the')).json()).toHaveLength(10)
    await renameInCorpus()
    await rebuild()
    await untilFound('/articles/p1')
    expect((await api('/pages/p1')).status).toBe(404)
    expect((await api('/features')).status).toBe(200)
    expect((await api('/capabilities')).status).toBe(404)
    expect(await (await api('/articles/p999999')).json()).toMatchObject({
      error: { code: 'nothing_there' },
    })
    expect(await (await api('/search?q=the')).json()).toHaveLength(2)
    expect(await (await api('/search?q=the&limit=7')).text()).toContain('from 1 to 6')
    expect((await fetch(`${running.url}/everything.txt`)).status).toBe(200)
    expect((await fetch(`${running.url}/llms-full.txt`)).status).toBe(404)
  },
)
