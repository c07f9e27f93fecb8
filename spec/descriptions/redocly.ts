import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { capture, SHORT_LIVED } from '../support/program.ts'

const PROGRAM = Bun.resolveSync('@redocly/cli/bin/cli.js', import.meta.dir)
const CONFIG = join(import.meta.dir, 'redocly.yaml')

/** The one rule that a description of a local service always breaks. */
const LOCAL = ['--skip-rule', 'no-server-example.com']

type RedoclyOutput = { readonly code: number; readonly out: string; readonly err: string }

/** Runs one Redocly command, without telemetry and update checks. */
export async function runRedocly(words: readonly string[]): Promise<RedoclyOutput> {
  const home = await mkdtemp(join(tmpdir(), 'lectern-redocly-'))
  const result = await capture([process.execPath, PROGRAM, ...words], home, {
    ...SHORT_LIVED,
    PATH: process.env.PATH ?? '',
    HOME: home,
    TMPDIR: home,
    CI: 'true',
    NO_COLOR: '1',
    REDOCLY_TELEMETRY: 'off',
    REDOCLY_SUPPRESS_UPDATE_NOTICE: 'true',
  })
  await rm(home, { recursive: true, force: true })
  return result
}

/** Ids and messages of the rules that a description breaks; `place` says where it is served. */
export async function lint(file: string, place: 'published' | 'local'): Promise<readonly string[]> {
  const local = place === 'local' ? LOCAL : []
  const words = ['lint', '--config', CONFIG, '--format', 'json', ...local, file]
  const { code, out, err } = await runRedocly(words)
  const found = parseProblems(out)
  if (found === undefined) throw new Error(`Cannot lint "${file}": exit ${code}: ${out}${err}`)
  if (found.length === 0 && code !== 0) throw new Error(`Cannot lint "${file}": ${out}${err}`)
  return found
}

function parseProblems(out: string): readonly string[] | undefined {
  const start = out.indexOf('{')
  if (start < 0) return undefined
  type Found = { readonly ruleId: string; readonly message: string }
  const { problems } = JSON.parse(out.slice(start)) as { problems: readonly Found[] }
  return problems.map(({ ruleId, message }) => `${ruleId}: ${message}`)
}

/** Agent readiness of an OpenAPI description, from 0 to 100. */
export async function readScore(file: string): Promise<number> {
  const words = ['score', '--config', CONFIG, '--format', 'json', file]
  const { code, out, err } = await runRedocly(words)
  if (code !== 0) throw new Error(`Cannot score "${file}": exit ${code}: ${err}`)
  const { agentReadiness } = JSON.parse(out.slice(out.indexOf('{'))) as { agentReadiness: number }
  return agentReadiness
}
