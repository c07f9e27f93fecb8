import { mkdir, readdir, readFile, rename, rm, stat, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { CORPUS, ROOT } from '../support/repository.ts'
import { runJudge } from './_programs.ts'
import type { Verdict } from './_verdicts.ts'

const PROGRAM = 'github.com/yannh/kubeconform/cmd/kubeconform@v0.8.0'

/** The schemas of the API server are in this package, so no network is asked for them. */
const SCHEMAS = 'kubernetes-validate==1.37.0'
const VERSION = '1.37.0'

const HOME = join(ROOT, '.cache/kubeconform-0.8.0-1.37.0')
const FILES = join(CORPUS, 'pages/run/files')

type Report = {
  readonly resources: readonly { readonly kind: string; readonly msg: string }[]
  readonly summary: Readonly<Record<'valid' | 'invalid' | 'errors' | 'skipped', number>>
}

/** kubeconform over the manifests that our documentation offers. */
export async function judgeByKubernetes(): Promise<readonly Verdict[]> {
  if ((await stat(HOME).catch(() => undefined)) === undefined) await install()
  const names = (await readdir(FILES)).filter((name) => name.startsWith('kubernetes'))
  const manifests = await Promise.all(names.map((name) => readFile(join(FILES, name), 'utf8')))
  const { resources, summary } = await runKubeconform(manifests.join('\n---\n'))
  const { valid, ...others } = summary
  const rest = Object.values(others).reduce((sum, count) => sum + count, 0)
  // Schemas that were not found, or are not strict, would let everything pass.
  const wrong = await runKubeconform('apiVersion: v1\nkind: ConfigMap\nmetadata: { nam: a }\n')
  const judge = 'kubernetes'
  return [
    {
      ...{ judge, figure: `manifests of ${VERSION}, strict` },
      ...{ found: `${valid} pass, ${rest} do not`, wanted: 'all pass' },
      isKept: valid > 0 && rest === 0,
      complaints: resources.map(({ kind, msg }) => `${kind}: ${msg}`),
    },
    {
      ...{ judge, figure: 'an unknown key is found', wanted: 'yes' },
      found: wrong.summary.invalid === 1 ? 'yes' : 'no',
      isKept: wrong.summary.invalid === 1,
      complaints: [],
    },
  ]
}

async function runKubeconform(manifests: string): Promise<Report> {
  const name = '{{.ResourceKind}}{{.KindSuffix}}.json'
  const options = ['-strict', '-kubernetes-version', VERSION, '-summary', '-output', 'json']
  const command = [join(HOME, 'kubeconform'), ...options]
  const file = join(HOME, 'asked.yaml')
  await writeFile(file, manifests)
  const location = ['-schema-location', join(HOME, 'schemas', name)]
  return JSON.parse(await runJudge([...command, ...location, file]))
}

/** Gets the program and the schemas, both or none. */
async function install(): Promise<void> {
  const made = `${HOME}.tmp`
  await rm(made, { recursive: true, force: true })
  await mkdir(made, { recursive: true })
  await run(['go', 'install', PROGRAM], { GOBIN: made })
  const python = join(made, 'python')
  await run(['python3', '-m', 'venv', python])
  await run([join(python, 'bin/pip'), 'install', '--quiet', '--no-deps', SCHEMAS])
  const [library = ''] = new Bun.Glob(`lib/*/site-packages/**/v${VERSION}-local-strict`).scanSync({
    ...{ cwd: python, onlyFiles: false, absolute: true },
  })
  await copySchemas(library, join(made, 'schemas'))
  await rm(python, { recursive: true })
  await rename(made, HOME)
}

/** Their ids and references would send the program to the network. */
async function copySchemas(from: string, to: string): Promise<void> {
  await mkdir(to)
  for (const name of await readdir(from)) {
    const text = await readFile(join(from, name), 'utf8')
    const { $id, $schema, ...schema } = JSON.parse(text)
    const local = JSON.stringify(schema).replaceAll('/api/_definitions.json', '_definitions.json')
    await writeFile(join(to, name), local)
  }
}

async function run(
  command: readonly string[],
  env: Readonly<Record<string, string>> = {},
): Promise<void> {
  const child = Bun.spawn([...command], {
    ...{ env: { ...process.env, ...env }, stdout: 'ignore', stderr: 'inherit' },
  })
  if ((await child.exited) !== 0) throw new Error(`Cannot run "${command.join(' ')}"`)
}
