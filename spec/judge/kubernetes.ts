import { stat } from 'node:fs/promises'
import { join } from 'node:path'
import { CORPUS, ROOT } from '../support/repository.ts'
import { runJudge } from './_programs.ts'
import type { Verdict } from './_verdicts.ts'

/** The schemas of the API server come with the package, so no network is asked for them. */
const PACKAGE = 'kubernetes-validate==1.37.0'
const HOME = join(ROOT, '.cache', PACKAGE)
const MANIFESTS = join(CORPUS, 'pages/run/files/kubernetes.yaml')

/** The schemas of Kubernetes over the manifests that our documentation offers. */
export async function judgeByKubernetes(): Promise<readonly Verdict[]> {
  const program = join(HOME, 'bin/kubernetes-validate')
  const isThere = await stat(program).catch(() => undefined)
  if (isThere === undefined) await install()
  const lines = (await runJudge(['sh', '-c', '"$0" --strict "$1" 2>&1', program, MANIFESTS]))
    .trim()
    .split('\n')
  const passed = lines.filter((line) => line.startsWith('INFO') && line.includes(' passed '))
  const complaints = lines.filter((line) => !passed.includes(line))
  return [
    {
      judge: 'kubernetes',
      figure: 'manifests of 1.37, strict',
      found: `${passed.length} pass, ${complaints.length} do not`,
      wanted: 'all pass',
      isKept: passed.length > 0 && complaints.length === 0,
      complaints,
    },
  ]
}

async function install(): Promise<void> {
  const steps = [
    ['python3', '-m', 'venv', HOME],
    [join(HOME, 'bin/pip'), 'install', '--quiet', PACKAGE],
  ]
  for (const step of steps) {
    const child = Bun.spawn(step, { stdout: 'ignore', stderr: 'inherit' })
    if ((await child.exited) !== 0) throw new Error(`Cannot run "${step.join(' ')}"`)
  }
}
