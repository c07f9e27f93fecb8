import { afterAll, beforeAll, expect } from 'bun:test'
import { verifies, verifiesLong } from '../../requirements/verifies.ts'
import { type Running, startRunning } from '../../support/running.ts'
import {
  baselineOf,
  formatFigures,
  listPassing,
  type Report,
  requiredScenarios,
  runScenario,
  runSuite,
} from './conformance/suite.ts'

// The suite makes more calls per minute than the contract allows one address.
const ENOUGH_CALLS = { RATE_LIMIT_OVERRIDES: '127.0.0.0/8=100000,::1/128=100000' }

let underTest: Running
let production: Running

beforeAll(async () => {
  underTest = await startRunning({ env: { ...ENOUGH_CALLS, DIAGNOSTICS: '1' } })
  // The suite asks for a localhost address; the origins of localhost are then allowed too.
  const env = { ...ENOUGH_CALLS, NODE_ENV: 'production', BASE_URL: 'https://localhost' }
  production = await startRunning({ env })
})

afterAll(async () => {
  await underTest.stop()
  await production.stop()
})

function printFigures(what: string, report: Report): string {
  console.log(`conformance suite, ${what}: ${formatFigures(report)}`)
  return report.output
}

verifiesLong(
  ['mcp.conformance', 'mcp.current_revision'],
  'under test, every required scenario of 2026-07-28 passes, without a baseline',
  async () => {
    const report = await runSuite(underTest.url, '2026-07-28')
    const output = printFigures('2026-07-28, diagnostics', report)
    const required = requiredScenarios('2026-07-28')
    expect(required).toHaveLength(37)
    expect(listPassing(report)).toEqual(
      expect.arrayContaining([...required, 'http-header-validation']),
    )
    expect(report.code, output).toBe(0)
  },
)

verifiesLong(
  ['mcp.conformance', 'mcp.accepted_revisions'],
  'under test, all of 2025-11-25 passes except what the contract leaves out',
  async () => {
    const report = await runSuite(underTest.url, '2025-11-25', 'diagnostics')
    const output = printFigures('2025-11-25, diagnostics', report)
    const failing = report.scenarios.filter(({ scored, failed }) => scored && failed > 0)
    const whole = [...baselineOf('diagnostics').keys()].filter((entry) => !entry.includes(':'))
    expect(failing.map(({ name }) => name).sort()).toEqual(whole.sort())
    expect(report.scenarios.filter(({ scored }) => scored)).toHaveLength(30)
    expect(report.code, output).toBe(0)
  },
)

verifies(
  ['mcp.conformance', 'skills.over_mcp'],
  'in production, the scenarios of the skills extension pass, with two warnings',
  async () => {
    const rows = [
      ['sep-2640-skills-enumeration', 'Passed: 32/32, 0 failed, 0 warnings'],
      ['sep-2640-skills-manifest', 'Passed: 4/4, 0 failed, 2 warnings'],
    ] as const
    for (const [scenario, summary] of rows) {
      const { code, output } = await runScenario(production.url, scenario)
      expect([scenario, code, output.match(/^Passed: .*$/m)?.[0]]).toEqual([scenario, 0, summary])
    }
  },
)

/** Scenarios that need no fixture: a production process passes them as it is. */
const GENERIC: Readonly<Record<string, readonly string[]>> = {
  '2026-07-28': [
    'tools-list',
    'resources-list',
    'prompts-list',
    'caching',
    'sep-2164-resource-not-found',
    'dns-rebinding-protection',
    'server-sse-multiple-streams',
    'input-required-result-unsupported-methods',
    'input-required-result-validate-input',
    'http-header-validation',
  ],
  '2025-11-25': [
    'server-initialize',
    'ping',
    'tools-list',
    'resources-list',
    'prompts-list',
    'dns-rebinding-protection',
    'server-sse-multiple-streams',
  ],
}

for (const [revision, generic] of Object.entries(GENERIC)) {
  verifiesLong(
    'mcp.conformance',
    `in production, every generic scenario of ${revision} passes; the rest is in the baseline`,
    async () => {
      const report = await runSuite(production.url, revision, 'production')
      const output = printFigures(`${revision}, production`, report)
      expect(listPassing(report)).toEqual(expect.arrayContaining([...generic]))
      expect(report.code, output).toBe(0)
    },
  )
}

verifies('mcp.conformance', 'every entry of a baseline has a reason, and none is generic', () => {
  for (const name of ['diagnostics', 'production'] as const) {
    const baseline = baselineOf(name)
    expect(baseline.size).toBeGreaterThan(0)
    expect([...baseline].filter(([, reason]) => reason === '')).toEqual([])
    const generic = Object.values(GENERIC).flat()
    expect([...baseline.keys()].filter((entry) => generic.includes(entry))).toEqual([])
  }
})
