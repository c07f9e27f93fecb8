import { afterAll, beforeAll, expect } from 'bun:test'
import { mkdir, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { listSettings, readConfig } from '../../app/service/settings/config.ts'
import { type Need, needs, verifies } from '../requirements/verifies.ts'
import { callProgram } from '../support/command_line.ts'
import { CORPUS } from '../support/repository.ts'

const FILES = join(CORPUS, 'pages/run/files')

/** Of 10, where 0 has no rights at all; `systemd-analyze` counts in tenths here. */
const EXPOSURE_MAX = 20

const SYSTEMD: Need = needs(
  'systemd-analyze',
  Bun.which('systemd-analyze') !== null,
  'apt-get install systemd',
)

/** How long what has begun may take to end, after the drain. */
const FINISH_SECONDS = 10

/** What the files give to other programs than ours. */
const FOREIGN = /^POSTGRES_/

let folder: string

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'lectern-deploy-'))
})
afterAll(async () => await rm(folder, { recursive: true, force: true }))

const read = (name: string) => readFile(join(FILES, name), 'utf8')

const listYaml = async () => (await readdir(FILES)).filter((name) => name.endsWith('.yaml'))

async function run(...words: readonly string[]): Promise<readonly [number, string]> {
  const child = Bun.spawn([...words], { stdout: 'pipe', stderr: 'pipe' })
  const texts = [new Response(child.stdout).text(), new Response(child.stderr).text()]
  return [await child.exited, (await Promise.all(texts)).join('')]
}

verifies(
  'deploy.files',
  'the units are valid for systemd, and leave the service few rights',
  async () => {
    // They must name a program that exists: another one than on the machine of an operator.
    const copy = async (name: string, to: string) => {
      const text = (await read(name)).replaceAll('/usr/bin/lectern', '/bin/true')
      await writeFile(join(folder, to), text)
      return join(folder, to)
    }
    const template = await copy('lectern@.service', 'lectern@8081.service')
    expect(await run('systemd-analyze', 'verify', template)).toEqual([0, ''])
    const unit = await copy('lectern.service', 'lectern.service')
    expect(await run('systemd-analyze', 'verify', unit)).toEqual([0, ''])
    const rating = ['security', '--offline=true', `--threshold=${EXPOSURE_MAX}`, unit]
    expect((await run('systemd-analyze', ...rating))[0]).toBe(0)
  },
  { needs: [SYSTEMD] },
)

verifies('deploy.files', 'the template unit is the unit, with what differs by port', async () => {
  const rules = async (name: string) =>
    (await read(name)).split('\n').filter((line) => !/^(#|Description=|$)/.test(line))
  const [unit, template] = [await rules('lectern.service'), await rules('lectern@.service')]
  expect(unit.filter((line) => !template.includes(line))).toEqual([])
  expect(template.filter((line) => !unit.includes(line))).toEqual([
    'Environment=PORT=%i',
    'Environment=ADMIN_PORT=1%i',
    'Environment=AUDIT_KEY_FILE=%d/audit_key',
    'Environment=DRAIN_SECONDS=5',
    'User=lectern',
  ])
})

verifies('deploy.files', 'every setting in a file for deployment is one of ours', async () => {
  const names = new Set([...listSettings({}).keys(), 'LECTERN_CONFIG'])
  const isSetting = (name: string) => names.has(name) || names.has(name.replace(/_FILE$/, ''))
  const units = (await read('lectern.service')) + (await read('lectern@.service'))
  const unit = [...units.matchAll(/^Environment=(\w+)=/gm)]
  // Variables stand alone in capitals; keys of the formats themselves do not.
  const others = await Promise.all((await listYaml()).map(read))
  const yaml = others.flatMap((text) => [...text.matchAll(/^ *([A-Z][A-Z_]+): /gm)])
  const found = [...unit, ...yaml].map(([, name = '']) => name)
  expect(found.length).toBeGreaterThan(30)
  expect(found.filter((name) => !isSetting(name) && !FOREIGN.test(name))).toEqual([])
})

type Container = {
  readonly ports: readonly { readonly name: string; readonly containerPort: number }[]
}

verifies('deploy.files', 'the manifests ask the admin port, and leave time to stop', async () => {
  const documents = Bun.YAML.parse(await read('kubernetes.yaml')) as readonly {
    readonly kind: string
    readonly data?: Readonly<Record<string, string>>
    readonly spec?: {
      readonly replicas?: number
      readonly ports?: readonly { readonly targetPort: string }[]
      readonly template?: {
        readonly spec: {
          readonly terminationGracePeriodSeconds: number
          readonly containers: readonly Container[]
        }
      }
    }
  }[]
  const of = (kind: string) => documents.find((each) => each.kind === kind)
  expect(documents.map(({ kind }) => kind)).toEqual([
    ...['ConfigMap', 'Deployment', 'Service', 'PodDisruptionBudget', 'HorizontalPodAutoscaler'],
  ])
  const pod = of('Deployment')?.spec?.template?.spec
  const [container] = pod?.containers ?? []
  if (pod === undefined || container === undefined) throw new Error('Cannot find the container')
  const admin = container.ports.find(({ name }) => name === 'admin')
  expect(of('ConfigMap')?.data?.ADMIN_PORT).toBe(String(admin?.containerPort))
  expect(of('ConfigMap')?.data?.ADMIN_HOST).toBe('0.0.0.0')
  expect(of('Service')?.spec?.ports?.map(({ targetPort }) => targetPort)).toEqual(['http'])
  // Two owners of one number would undo each other.
  expect(of('Deployment')?.spec?.replicas).toBeUndefined()
  // Readiness is asked every two seconds, and three failures count.
  const drainSeconds = Number(of('ConfigMap')?.data?.DRAIN_SECONDS)
  expect(drainSeconds).toBeGreaterThan(6)
  expect(pod.terminationGracePeriodSeconds).toBeGreaterThanOrEqual(drainSeconds + FINISH_SECONDS)
})

verifies('deploy.files', 'Compose and systemd leave time to stop, too', async () => {
  const { services } = Bun.YAML.parse(await read('compose.yaml')) as {
    readonly services: { readonly lectern: { readonly stop_grace_period: string } }
  }
  const config = readConfig({})
  if (!config.ok) throw new Error('Cannot read an empty environment')
  const grace = Number.parseInt(services.lectern.stop_grace_period, 10)
  expect(grace).toBeGreaterThanOrEqual(config.value.drainSeconds + FINISH_SECONDS)
  const unit = await read('lectern.service')
  const stop = Number(/^TimeoutStopSec=(\d+)$/m.exec(unit)?.[1])
  const { DRAIN_SECONDS } = Bun.YAML.parse(await read('lectern.yaml')) as Record<string, number>
  expect(stop).toBeGreaterThanOrEqual(Number(DRAIN_SECONDS) + FINISH_SECONDS)
})

verifies(
  'deploy.unit_settings',
  'the unit gives its settings file and secrets as credentials, and nothing wins over the file',
  async () => {
    const credentials = join(folder, 'credentials')
    await mkdir(credentials)
    const unit = await read('lectern.service')
    const loaded = [...unit.matchAll(/^LoadCredential=([\w.]+):\/etc\/lectern\/\1$/gm)]
    expect(loaded.map(([, name]) => name)).toEqual(['lectern.yaml', 'audit_key'])
    const settings = await read('lectern.yaml')
    const placed = settings.replaceAll('/run/credentials/lectern.service', credentials)
    await writeFile(join(credentials, 'lectern.yaml'), placed)
    await writeFile(join(credentials, 'audit_key'), 'k'.repeat(32))
    const variables = [...unit.matchAll(/^Environment=(\w+)=(.*)$/gm)]
    const env = variables.map(([, name, value]) => [name, value?.replace('%d', credentials)])
    const { code, out, err } = await callProgram(['config', '--json'], Object.fromEntries(env))
    expect([code, err]).toEqual([0, ''])
    const rows: readonly { readonly name: string; readonly from: string }[] = JSON.parse(out)
    const set = rows.filter(({ from }) => from !== 'default').map(({ name }) => name)
    const inFile = Object.keys(Bun.YAML.parse(settings) as object)
    expect(set.sort()).toEqual(inFile.map((name) => name.replace(/_FILE$/, '')).sort())
    const fromFile = rows.filter(({ from }) => from.startsWith(join(credentials, 'lectern.yaml:')))
    expect(fromFile.map(({ name }) => name)).toEqual(
      expect.arrayContaining(['DATABASE_URL', 'DIST_DIR']),
    )
    expect(rows.some(({ from }) => from === 'environment')).toBe(false)
  },
)
