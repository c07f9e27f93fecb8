import { afterAll, beforeAll, expect } from 'bun:test'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { needs, verifies, verifiesLong } from '../../requirements/verifies.ts'
import { CORPUS, ROOT } from '../../support/repository.ts'
import { freePort, type Running, startRunning } from '../../support/running.ts'
import { readText } from './figures.ts'

const DEPLOY = join(CORPUS, 'pages/run/files')
const RULES = join(DEPLOY, 'lectern.rules.yml')

const PROMETHEUS = needs(
  'prometheus',
  Bun.which('prometheus') !== null && Bun.which('promtool') !== null,
  'apt-get install prometheus',
)

let running: Running
let home: string

beforeAll(async () => {
  home = await mkdtemp(join(tmpdir(), 'lectern-prometheus-'))
  // A service that sends events has figures about them.
  const events = join(home, 'events.yaml')
  await Bun.write(events, 'endpoints: []\n')
  running = await startRunning({ env: { DEV_SIGN_IN: '1', EVENTS_CONFIG: events } })
  await fetch(`${running.url}/api/public/docs/search?q=limits`)
})
afterAll(async () => {
  await running.stop()
  await rm(home, { recursive: true, force: true })
})

async function runPromtool(words: readonly string[], input = ''): Promise<[number, string]> {
  const stdin = new TextEncoder().encode(input)
  const child = Bun.spawn(['promtool', ...words], { stdin, stdout: 'pipe', stderr: 'pipe' })
  const [out, err] = await Promise.all([
    new Response(child.stdout).text(),
    new Response(child.stderr).text(),
  ])
  return [await child.exited, out + err]
}

/** What the dashboard asks, with its variables as Grafana would fill them in. */
async function dashboardQueries(): Promise<readonly string[]> {
  const file = await Bun.file(join(DEPLOY, 'grafana.json')).text()
  const queries = [...file.matchAll(/"expr": ("(?:[^"\\]|\\.)*")/g)]
  return queries.map(([, quoted = '""']) =>
    String(JSON.parse(quoted)).replaceAll('$__rate_interval', '1m').replaceAll(/\$\w+/g, '.*'),
  )
}

/** Names of figures, without what a histogram adds to its own. */
function figuresIn(text: string): readonly string[] {
  const names = text.match(/\b(?:lectern|process|nodejs)_[a-z_0-9]+(?=[{[)\s]|$)/g) ?? []
  return [...new Set(names.map((name) => name.replace(/_bucket$/, '')))].sort()
}

async function servedFigures(): Promise<ReadonlySet<string>> {
  const text = await readText(running.adminUrl)
  return new Set([...text.matchAll(/^# TYPE (\S+)/gm)].map(([, name = '']) => name))
}

verifiesLong(
  'metrics.prometheus',
  'promtool finds nothing wrong with figures, rules and configuration',
  async () => {
    expect(await runPromtool(['check', 'metrics'], await readText(running.adminUrl))).toEqual([
      0,
      '',
    ])
    const config = join(DEPLOY, 'prometheus.yml')
    expect((await runPromtool(['check', 'config', config]))[0]).toBe(0)
    const tests = join(ROOT, 'spec/deploy/lectern.rules.test.yml')
    expect((await runPromtool(['test', 'rules', tests]))[0]).toBe(0)
    const queries = await dashboardQueries()
    expect(queries.length).toBeGreaterThan(25)
    const rules = queries.map((expr, at) => ({ record: `lectern:query:${at}`, expr }))
    const file = join(home, 'dashboard.yml')
    await Bun.write(file, Bun.YAML.stringify({ groups: [{ name: 'dashboard', rules }] }))
    expect((await runPromtool(['check', 'rules', file]))[0]).toBe(0)
  },
  { needs: [PROMETHEUS] },
)

verifies('metrics.prometheus', 'rules and dashboard name figures that exist', async () => {
  const served = await servedFigures()
  const rules = await Bun.file(RULES).text()
  const used = figuresIn(
    [rules.replaceAll(/^.*summary.*$/gm, ''), ...(await dashboardQueries())].join('\n'),
  )
  expect(used.length).toBeGreaterThan(15)
  expect(used.filter((name) => !served.has(name))).toEqual([])
})

verifies('metrics.documented', 'the page lists every figure, and no other', async () => {
  const page = await Bun.file(join(ROOT, 'corpus/pages/run/metrics.md')).text()
  const listed = [...page.matchAll(/^\| (`(?:lectern|process|nodejs)_.*?`) \|/gm)].flatMap(
    ([, names = '']) => [...names.matchAll(/`([a-z_0-9]+)`/g)].map(([, name = '']) => name),
  )
  expect(listed.sort()).toEqual([...(await servedFigures())].sort())
})

const Answer = (value: unknown) =>
  // Prometheus wrote it; an unexpected shape fails in the test that reads it.
  value as { data: { result: { metric: Record<string, string>; value: [number, string] }[] } }

verifiesLong(
  'metrics.prometheus',
  'Prometheus reads the figures of a running service',
  async () => {
    const port = await freePort()
    const target = new URL(running.adminUrl).host
    const given = await Bun.file(join(DEPLOY, 'prometheus.yml')).text()
    const config = given
      .replace('127.0.0.1:8081', target)
      .replaceAll('15s', '1s')
      .replace('lectern.rules.yml', RULES)
    await Bun.write(join(home, 'prometheus.yml'), config)
    const child = Bun.spawn(
      [
        'prometheus',
        `--config.file=${join(home, 'prometheus.yml')}`,
        `--storage.tsdb.path=${join(home, 'data')}`,
        `--web.listen-address=127.0.0.1:${port}`,
      ],
      { stdout: 'ignore', stderr: 'ignore' },
    )
    const query = async (expression: string) => {
      const parameters = new URLSearchParams({ query: expression })
      const answer = await fetch(`http://127.0.0.1:${port}/api/v1/query?${parameters}`).catch(
        () => undefined,
      )
      return answer?.status === 200 ? Answer(await answer.json()).data.result : []
    }
    const calls = 'sum by (tool) (lectern_calls_total{outcome="found"})'
    // A busy service may miss a scrape, and has no figures until the next.
    let [found, up] = [await query(calls), await query('up')]
    while (child.exitCode === null && (found.length === 0 || up[0]?.value[1] !== '1')) {
      await Bun.sleep(200)
      ;[found, up] = [await query(calls), await query('up')]
    }
    expect(found).toMatchObject([
      { metric: { tool: 'search_public_docs' }, value: [expect.any(Number), '1'] },
    ])
    expect(up).toMatchObject([
      { metric: { job: 'lectern', instance: target }, value: [expect.any(Number), '1'] },
    ])
    child.kill('SIGTERM')
    await child.exited
  },
  { needs: [PROMETHEUS] },
)
