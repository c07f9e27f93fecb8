import { afterAll, beforeAll, expect } from 'bun:test'
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { verifies, verifiesLong } from '../requirements/verifies.ts'
import { writePlainCorpus } from '../support/renamed_registry.ts'
import { CORPUS } from '../support/repository.ts'
import { type Running, startRunning } from '../support/running.ts'
import { readArazzo } from './arazzo_document.ts'
import { runWorkflow } from './arazzo_runner.ts'
import { readOpenapi } from './openapi_document.ts'
import { runRedocly } from './redocly.ts'

const FILE = 'developers/workflows.arazzo.yaml'

let home: string
let running: Running
let plainCorpus: string
let plain: Running

beforeAll(async () => {
  home = await mkdtemp(join(tmpdir(), 'lectern-respect-'))
  plainCorpus = await writePlainCorpus()
  running = await startRunning({ corpus: CORPUS })
  plain = await startRunning({ corpus: plainCorpus })
})

afterAll(async () => {
  await running.stop()
  await plain.stop()
  for (const folder of [home, plainCorpus]) await rm(folder, { recursive: true, force: true })
})

async function readServed(path: string): Promise<string> {
  const answer = await fetch(`${running.url}/${path}`)
  expect(answer.status).toBe(200)
  expect(answer.headers.get('content-type')).toBe('application/yaml')
  return await answer.text()
}

type Check = { readonly name: string; readonly status: string }
type WorkflowReport = {
  readonly workflowId: string
  readonly executedSteps: readonly { readonly stepId: string; readonly checks: readonly Check[] }[]
}

/** Runs the workflows of a file or an address; returns the exit code and what ran. */
async function respect(target: string): Promise<{
  readonly code: number
  readonly reports: readonly WorkflowReport[]
  readonly output: string
}> {
  const report = join(home, `${crypto.randomUUID()}.json`)
  const words = ['respect', target, '-J', report, '--execution-timeout', '60000']
  const { code, out, err } = await runRedocly(words)
  type Report = { files: Record<string, { executedWorkflows: readonly WorkflowReport[] }> }
  const text = await readFile(report, 'utf8').catch(() => '{"files":{}}')
  const { files } = JSON.parse(text) as Report
  const reports = Object.values(files).flatMap(({ executedWorkflows }) => executedWorkflows)
  return { code, reports, output: out + err }
}

const STEPS = [
  ['checkFreshness', 'read_status', 'list_pages'],
  ['findAndReadPage', 'search', 'read'],
  ['verifyCapability', 'find_feature', 'read_about', 'list_all'],
]

verifiesLong(
  ['arazzo.runs', 'descriptions.workflows', 'static.arazzo'],
  'the three workflows run from the served address, every step and check',
  async () => {
    const { code, reports, output } = await respect(`${running.url}/${FILE}`)
    expect([code, output]).toEqual([0, expect.any(String)])
    const steps = reports.map(({ workflowId, executedSteps }) => [
      workflowId,
      ...executedSteps.map(({ stepId }) => stepId),
    ])
    expect(steps).toEqual(STEPS)
    const checks = reports.flatMap(({ executedSteps }) =>
      executedSteps.flatMap((step) => step.checks),
    )
    expect(checks.length).toBeGreaterThanOrEqual(35)
    expect(checks.filter(({ status }) => status !== 'success')).toEqual([])
  },
)

verifies(
  ['interface.descriptions', 'static.asyncapi'],
  'anyone can read the three descriptions, each with its revision',
  async () => {
    const first = async (name: string) => (await readServed(`developers/${name}`)).split('\n')[1]
    expect(await first('openapi.yaml')).toBe('openapi: 3.1.0')
    expect(await first('workflows.arazzo.yaml')).toBe('arazzo: 1.1.0')
    expect(await first('asyncapi.yaml')).toBe('asyncapi: 3.1.0')
  },
)

verifiesLong('arazzo.runs', 'the workflows run unchanged over another corpus', async () => {
  const { code, reports } = await respect(`${plain.url}/${FILE}`)
  expect(code).toBe(0)
  expect(reports.map(({ executedSteps }) => executedSteps.length)).toEqual([2, 2, 3])
})

verifiesLong(
  ['arazzo.runs', 'settings.limits'],
  'the workflows run unchanged under a lower search limit',
  async () => {
    const narrow = await startRunning({ corpus: plainCorpus, env: { SEARCH_LIMIT_MAX: '3' } })
    const { code, output } = await respect(`${narrow.url}/${FILE}`)
    await narrow.stop()
    expect([code, output]).toEqual([0, expect.any(String)])
  },
)

verifiesLong(
  'arazzo.runs',
  'a wrong operationId or criterion makes the run exit with 1',
  async () => {
    await writeFile(join(home, 'openapi.yaml'), await readServed('developers/openapi.yaml'))
    const arazzo = await readServed(FILE)
    const file = join(home, 'wrong.arazzo.yaml')
    await writeFile(file, arazzo.replace('operationId: getPage', 'operationId: getPages'))
    expect((await respect(file)).code).toBe(1)
    await writeFile(file, arazzo.replace('body#/markdown != null', 'body#/marked != null'))
    expect((await respect(file)).code).toBe(1)
    await writeFile(file, arazzo)
    expect((await respect(file)).code).toBe(0)
  },
)

verifies('arazzo.runs', 'a fresh cache ends the first workflow after one step', async () => {
  const arazzo = readArazzo(await readServed(FILE))
  const openapi = readOpenapi(await readServed('developers/openapi.yaml'))
  const first = await runWorkflow(arazzo, openapi, 'checkFreshness')
  expect(first.steps).toEqual(['read_status', 'list_pages'])
  const known = {
    known_version: first.outputs.version,
    known_generated: first.outputs.generated,
  }
  const second = await runWorkflow(arazzo, openapi, 'checkFreshness', known)
  expect(second.steps).toEqual(['read_status'])
  expect(second.outputs).toEqual(first.outputs)
})

verifies('arazzo.runs', 'the other two return the outputs they promise', async () => {
  const arazzo = readArazzo(await readServed(FILE))
  const openapi = readOpenapi(await readServed('developers/openapi.yaml'))
  const found = await runWorkflow(arazzo, openapi, 'findAndReadPage', { query: 'exit codes' })
  expect(found.outputs.url).toBe(`${running.url}/run/exit-codes/`)
  expect(String(found.outputs.markdown).length).toBeGreaterThan(200)
  const verified = await runWorkflow(arazzo, openapi, 'verifyCapability', { feature: 'exit codes' })
  expect(verified.outputs).toMatchObject({
    status: 'available',
    url: `${running.url}/run/exit-codes/`,
  })
  expect(JSON.stringify(verified.outputs.capabilities)).toContain('"id":"mcp"')
  const lost = runWorkflow(arazzo, openapi, 'findAndReadPage', { query: 'xqzxqzxqz' })
  expect(lost).rejects.toThrow('search failed')
})
