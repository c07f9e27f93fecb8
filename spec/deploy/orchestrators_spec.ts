import { afterAll, beforeAll, expect } from 'bun:test'
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { readConfig } from '../../app/service/settings/config.ts'
import { type Need, needs, verifies } from '../requirements/verifies.ts'
import { CORPUS } from '../support/repository.ts'

const FILES = join(CORPUS, 'pages/run/files')

const CADDY: Need = needs('caddy', Bun.which('caddy') !== null, 'apt-get install caddy')
const PROMTOOL: Need = needs(
  'promtool',
  Bun.which('promtool') !== null,
  'apt-get install prometheus',
)

let folder: string

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'lectern-orchestrators-'))
})
afterAll(async () => await rm(folder, { recursive: true, force: true }))

async function readYaml(name: string): Promise<unknown> {
  return Bun.YAML.parse(await readFile(join(FILES, name), 'utf8'))
}

type Values = Readonly<Record<string, string>>

/** What the service makes of the variables; a secret in a file is any secret. */
function readVariables(values: Values) {
  const environment = Object.entries(values).map(([name, value]) =>
    name.endsWith('_FILE') ? [name.slice(0, -'_FILE'.length), makeSecret(name)] : [name, value],
  )
  return readConfig(Object.fromEntries(environment))
}

function makeSecret(name: string): string {
  if (name === 'DATABASE_URL_FILE') return 'postgres://lectern:secret@database/lectern'
  return name === 'REDIS_URL_FILE' ? 'redis://limits:6379' : 's'.repeat(32)
}

type Compose = {
  readonly services: Readonly<
    Record<
      string,
      {
        readonly environment?: Values
        readonly volumes?: readonly string[]
        readonly deploy?: { readonly replicas: number }
      }
    >
  >
  readonly configs: { readonly proxy: { readonly content: string } }
}

verifies(
  'deploy.object_store',
  'Compose publishes to its object store, and as many replicas as REPLICAS says follow it',
  async () => {
    const { services } = (await readYaml('compose.yaml')) as Compose
    const variablesOf = (name: string) => services[name]?.environment ?? {}
    const [service, publisher] = ['lectern', 'publish'].map((name) => {
      const read = readVariables(variablesOf(name))
      if (!read.ok) throw new Error(JSON.stringify(read.error))
      return read.value
    })
    expect(service?.buildStore).toEqual({ bucket: 'docs', prefix: 'site/' })
    expect([publisher?.buildStore, publisher?.storeAccess]).toEqual([
      ...[service?.buildStore, service?.storeAccess],
    ])
    expect(service?.sharedLimits?.replicas).toBe(Number(services.lectern?.deploy?.replicas))
    // A folder of the store is a bucket, and each address names a service of the file.
    expect(services.store?.volumes).toEqual([`objects:/data/${service?.buildStore?.bucket}`])
    const hosts = [service?.storeAccess.endpoint, service?.sharedLimits?.url]
    const names = hosts.map((address) => new URL(String(address)).hostname)
    expect(names.every((name) => name in services)).toBe(true)
    // What is built is what is published, for the address that is served.
    const built = variablesOf('build')
    expect([built.BASE_URL, built.DIST_DIR]).toEqual([service?.baseUrl, '/srv/dist'])
    expect(services.publish?.volumes).toEqual(['builds:/srv/dist'])
  },
)

verifies(
  'deploy.object_store',
  'the proxy of Compose is a valid configuration',
  async () => {
    const { configs } = (await readYaml('compose.yaml')) as Compose
    const file = join(folder, 'Caddyfile')
    // Compose reads two dollars as one.
    await writeFile(file, configs.proxy.content.replaceAll('$$', '$'))
    const words = ['validate', '--adapter', 'caddyfile', '--config', file]
    const child = Bun.spawn(['caddy', ...words], {
      env: { ...process.env, HOME: folder, XDG_DATA_HOME: folder, XDG_CONFIG_HOME: folder },
      stdout: 'pipe',
      stderr: 'pipe',
    })
    expect([await new Response(child.stdout).text(), await child.exited]).toEqual([
      ...['Valid configuration\n', 0],
    ])
  },
  { needs: [CADDY] },
)

type Manifest = {
  readonly kind: string
  readonly metadata: { readonly name: string }
  readonly data?: Values
  readonly spec?: {
    readonly maxReplicas?: number
    readonly metrics?: readonly Metric[]
    readonly template?: { readonly spec: { readonly containers: readonly Container[] } }
  }
}

type Metric = {
  readonly resource?: { readonly target: Readonly<Record<string, string>> }
  readonly pods?: {
    readonly metric: { readonly name: string }
    readonly target: { readonly averageValue: string }
  }
}

type Container = {
  readonly args?: readonly string[]
  readonly envFrom: readonly { readonly configMapRef: { readonly name: string } }[]
  readonly resources: { readonly requests: { readonly cpu: string } }
}

async function readManifests(name: string): Promise<(kind: string) => Manifest> {
  const documents = [await readYaml(name)].flat() as readonly Manifest[]
  return (kind) => {
    const found = documents.find((each) => each.kind === kind)
    if (found === undefined) throw new Error(`Cannot find "${kind}" in "${name}"`)
    return found
  }
}

verifies(
  'deploy.object_store',
  'pods follow an object store once its settings are there, and a job publishes to it',
  async () => {
    const main = await readManifests('kubernetes.yaml')
    const store = await readManifests('kubernetes-store.yaml')
    const [settings, added] = [main('ConfigMap'), store('ConfigMap')]
    expect(readVariables(settings.data ?? {})).toMatchObject({ value: { buildStore: undefined } })
    const followed = readVariables({ ...settings.data, ...added.data })
    expect(followed).toMatchObject({ value: { buildStore: { bucket: 'docs-builds' } } })
    const [pod] = main('Deployment').spec?.template?.spec.containers ?? []
    expect(pod?.envFrom.map(({ configMapRef }) => configMapRef.name)).toEqual([
      ...[settings.metadata.name, added.metadata.name],
    ])
    const [job] = store('Job').spec?.template?.spec.containers ?? []
    expect(job?.args).toEqual(['publish', '--from', '/srv/dist'])
    expect(readVariables(added.data ?? {}).ok).toBe(true)
  },
)

verifies(
  'deploy.scales',
  'pods are added at the load that each asks for, and limits are shared by all of them',
  async () => {
    const main = await readManifests('kubernetes.yaml')
    const variant = await readManifests('kubernetes-metrics.yaml')
    const [pod] = main('Deployment').spec?.template?.spec.containers ?? []
    for (const { spec } of [main, variant].map((of) => of('HorizontalPodAutoscaler'))) {
      // One more while a rollout adds it.
      expect(main('ConfigMap').data?.REPLICAS).toBe(String(Number(spec?.maxReplicas) + 1))
      expect(spec?.metrics?.[0]?.resource?.target).toEqual({
        ...{ type: 'AverageValue', averageValue: String(pod?.resources.requests.cpu) },
      })
    }
  },
)

type Adapter = {
  readonly rules: {
    readonly custom: readonly {
      readonly seriesQuery: string
      readonly name: { readonly as: string }
      readonly metricsQuery: string
    }[]
  }
}

verifies(
  'deploy.scales',
  'the rule of the adapter gives the requests a second of each pod, by our own figure',
  async () => {
    const { rules } = (await readYaml('prometheus-adapter.yaml')) as Adapter
    const [rule] = rules.custom
    const wanted = (await readManifests('kubernetes-metrics.yaml'))('HorizontalPodAutoscaler')
    const asked = wanted.spec?.metrics?.[1]?.pods
    expect(rule?.name.as).toBe(String(asked?.metric.name))
    const [series = ''] = /^\w+/.exec(String(rule?.seriesQuery)) ?? []
    const page = await readFile(join(CORPUS, 'pages/run/metrics.md'), 'utf8')
    expect(page).toContain(`| \`${series}\` |`)
    const query = String(rule?.metricsQuery)
      .replace('<<.Series>>', series)
      .replace('<<.LabelMatchers>>', 'namespace="docs",pod=~"lectern-1|lectern-2"')
      .replace('<<.GroupBy>>', 'pod')
    const perMinute = 60 * Number(asked?.target.averageValue)
    const input = (pod: string, route: string, rate: number) => ({
      series: `${series}{namespace="docs",pod="${pod}",route="${route}",code="200"}`,
      values: `0+${rate}x10`,
    })
    const test = {
      interval: '1m',
      input_series: [
        input('lectern-1', 'mcp', perMinute),
        input('lectern-2', 'mcp', 60),
        input('lectern-2', 'static', 60),
        input('another', 'mcp', 60),
      ],
      promql_expr_test: [
        {
          expr: query,
          eval_time: '5m',
          exp_samples: [
            { labels: '{pod="lectern-1"}', value: perMinute / 60 },
            { labels: '{pod="lectern-2"}', value: 2 },
          ],
        },
      ],
    }
    const file = join(folder, 'adapter.test.yml')
    // YAML holds what JSON holds.
    await writeFile(file, JSON.stringify({ rule_files: [], tests: [test] }))
    const child = Bun.spawn(['promtool', 'test', 'rules', file], { stdout: 'pipe', stderr: 'pipe' })
    const texts = [new Response(child.stdout).text(), new Response(child.stderr).text()]
    expect([await child.exited, (await Promise.all(texts)).join('')]).toEqual([
      ...[0, expect.stringContaining('SUCCESS')],
    ])
  },
  { needs: [PROMTOOL] },
)
