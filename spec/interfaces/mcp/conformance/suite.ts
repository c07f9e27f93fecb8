import { readFileSync } from 'node:fs'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { ROOT } from '../../../support/repository.ts'

const SUITE = resolve(ROOT, 'node_modules/@modelcontextprotocol/conformance')

/** What a revision requires of a server: the suite froze this list when the revision shipped. */
export function requiredScenarios(revision: string): readonly string[] {
  const text = readFileSync(join(SUITE, 'requirements', `${revision}.yaml`), 'utf8')
  const { server } = Bun.YAML.parse(text) as { readonly server: readonly string[] }
  return server
}

export type Scenario = {
  readonly name: string
  readonly passed: number
  readonly failed: number
  /** Whether conformance to the revision requires it. */
  readonly scored: boolean
}

export type Report = {
  readonly code: number
  readonly scenarios: readonly Scenario[]
  readonly output: string
}

export function baselineFile(name: 'diagnostics' | 'production'): string {
  return join(import.meta.dir, `${name}.yaml`)
}

/** Entries of a baseline with their reasons; an entry without one has an empty reason. */
export function baselineOf(name: 'diagnostics' | 'production'): ReadonlyMap<string, string> {
  const lines = readFileSync(baselineFile(name), 'utf8').split('\n')
  return new Map(
    lines.flatMap((line): readonly (readonly [string, string])[] => {
      const [, entry, reason = ''] = /^ {2}- (\S+)(?: # (.+))?$/.exec(line) ?? []
      return entry === undefined ? [] : [[entry, reason]]
    }),
  )
}

/** Runs the official suite against a server: exactly what a revision requires, on its own wire. */
export async function runSuite(
  url: string,
  revision: string,
  baseline?: 'diagnostics' | 'production',
): Promise<Report> {
  const expected = baseline === undefined ? [] : ['--expected-failures', baselineFile(baseline)]
  const { code, output } = await runWords(url, ['--requirements', revision, ...expected])
  return { code, output, scenarios: scenariosOf(output, requiredScenarios(revision)) }
}

/** Runs one scenario of an extension, which no revision requires. */
export async function runScenario(url: string, scenario: string): Promise<ScenarioReport> {
  const words = ['--scenario', scenario, '--spec-version', '2026-07-28', '--force', '--verbose']
  return await runWords(url, words)
}

type ScenarioReport = Omit<Report, 'scenarios'>

async function runWords(url: string, options: readonly string[]): Promise<ScenarioReport> {
  const out = await mkdtemp(join(tmpdir(), 'lectern-conformance-'))
  const words = ['server', '--url', `${url}/mcp`, '-o', out, ...options]
  const child = Bun.spawn([process.execPath, join(SUITE, 'dist/index.js'), ...words], {
    cwd: out,
    stdout: 'pipe',
    stderr: 'pipe',
  })
  const [printed, faults, code] = await Promise.all([
    new Response(child.stdout).text(),
    new Response(child.stderr).text(),
    child.exited,
  ])
  await rm(out, { recursive: true, force: true })
  return { code, output: Bun.stripANSI(printed + faults) }
}

function scenariosOf(output: string, required: readonly string[]): readonly Scenario[] {
  const summary = output.slice(output.indexOf('=== SUMMARY ==='))
  return [...summary.matchAll(/^[✓✗] (\S+): (\d+) passed, (\d+) failed/gm)].map((found) => {
    const [, name = '', passed, failed] = found
    const scored = required.includes(name)
    return { name, passed: Number(passed), failed: Number(failed), scored }
  })
}

/** Scenarios without a failed check. */
export function listPassing({ scenarios }: Report): readonly string[] {
  return scenarios.filter(({ failed }) => failed === 0).map(({ name }) => name)
}

/** The figures of what a revision requires, as one line. */
export function formatFigures(report: Report): string {
  const scored = report.scenarios.filter((scenario) => scenario.scored)
  const passed = scored.filter(({ failed }) => failed === 0).length
  const checks = scored.reduce((sum, scenario) => sum + scenario.passed, 0)
  const failed = scored.reduce((sum, scenario) => sum + scenario.failed, 0)
  return `${passed} of ${scored.length} scenarios, ${checks} of ${checks + failed} checks passed`
}
