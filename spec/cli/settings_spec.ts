import { afterAll, beforeAll, expect } from 'bun:test'
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { verifies, verifiesLong } from '../requirements/verifies.ts'
import { callProgram } from '../support/command_line.ts'
import { runProgram } from '../support/program.ts'
import { writePlainCorpus } from '../support/renamed_registry.ts'
import { startRunning } from '../support/running.ts'

let corpus: string
let dist: string

beforeAll(async () => {
  corpus = await writePlainCorpus()
  dist = await mkdtemp(join(tmpdir(), 'lectern-settings-'))
})

afterAll(async () => {
  await rm(corpus, { recursive: true, force: true })
  await rm(dist, { recursive: true, force: true })
})

function folders(): Record<string, string> {
  return { CORPUS_DIR: corpus, DIST_DIR: dist }
}

verifies(
  'settings.all_problems',
  'every setting that cannot be used is named at once',
  async () => {
    const ran = await callProgram(['check'], {
      ...folders(),
      PORT: 'eighty',
      ADMIN_PORT: '0',
      LOG_LEVEL: 'loud',
      TRUSTED_PROXIES: '10.0.0.0/99',
      SEARCH_LIMIT_MAX: '-1',
    })
    const named = ran.err.split('\n').map((line) => line.split(':')[0])
    expect(ran.code).toBe(2)
    for (const name of ['PORT', 'ADMIN_PORT', 'LOG_LEVEL', 'TRUSTED_PROXIES', 'SEARCH_LIMIT_MAX']) {
      expect(named).toContain(name)
    }
  },
)

verifies('settings.https', 'the base address is https unless it is loopback', async () => {
  const check = async (url: string, more: Record<string, string> = {}) =>
    (await callProgram(['check'], { ...folders(), BASE_URL: url, ...more })).code
  expect(await check('http://docs.example.com')).toBe(2)
  expect(await check('https://docs.example.com')).toBe(0)
  expect(await check('http://127.0.0.1:9000')).toBe(0)
  expect(await check('http://localhost:9000', { NODE_ENV: 'production' })).toBe(2)
})

verifies(
  'settings.origins',
  'ALLOWED_ORIGINS names exact origins, and replaces the default',
  async () => {
    const running = await startRunning({
      corpus,
      env: { ALLOWED_ORIGINS: 'https://app.example.com' },
    })
    const from = async (origin: string) => {
      const headers = { origin, 'content-type': 'application/json' }
      const body = JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'tools/list' })
      return (await fetch(`${running.url}/mcp`, { method: 'POST', headers, body })).status
    }
    try {
      expect(await from('https://app.example.com')).toBe(200)
      expect(await from('https://app.example.com.evil.example')).toBe(403)
      expect(await from('http://app.example.com')).toBe(403)
      expect(await from(running.url)).toBe(403)
    } finally {
      await running.stop()
    }
  },
)

verifies(
  ['settings.proxies', 'settings.overrides'],
  'an address that a trusted proxy names is the one that a limit counts',
  async () => {
    const running = await startRunning({
      corpus,
      env: {
        PUBLIC_CALLS_PER_MINUTE: '2',
        TRUSTED_PROXIES: '127.0.0.0/8,::1/128',
        RATE_LIMIT_OVERRIDES: '198.51.100.0/24=4',
      },
    })
    const countServed = async (address: string, calls: number) => {
      const headers = { 'x-forwarded-for': address }
      let fine = 0
      for (let call = 0; call < calls; call++) {
        const answer = await fetch(`${running.url}/api/public/docs/status`, { headers })
        if (answer.status === 200) fine++
      }
      return fine
    }
    try {
      expect(await countServed('192.0.2.1', 4)).toBe(2)
      expect(await countServed('192.0.2.2', 4)).toBe(2)
      expect(await countServed('198.51.100.7', 6)).toBe(4)
    } finally {
      await running.stop()
    }
  },
)

verifiesLong(
  'settings.proxies',
  'without trusted proxies a forwarded address counts nothing',
  async () => {
    const running = await startRunning({ corpus, env: { PUBLIC_CALLS_PER_MINUTE: '2' } })
    try {
      const statuses: number[] = []
      for (const last of ['1', '2', '3']) {
        const headers = { 'x-forwarded-for': `192.0.2.${last}` }
        statuses.push((await fetch(`${running.url}/api/public/docs/status`, { headers })).status)
      }
      expect(statuses).toEqual([200, 200, 429])
    } finally {
      await running.stop()
    }
  },
)

verifiesLong(
  'settings.limits',
  'a search without limit stays in the bound of the setting',
  async () => {
    const running = await startRunning({ env: { SEARCH_LIMIT_MAX: '2' } })
    const found = await fetch(`${running.url}/api/public/docs/search?q=the`)
    expect(await found.json()).toHaveLength(2)
    await running.stop()
  },
)

verifiesLong(
  ['settings.limits', 'build.problems'],
  'check and build hold a step against the bound of the setting, where that is higher',
  async () => {
    const path = join(corpus, 'registry.yaml')
    const registry = await readFile(path, 'utf8')
    const wide = registry.replace(/(name: limit, value: ')5'/, "$180'")
    expect(wide).not.toBe(registry)
    await writeFile(path, wide)
    const codes = async (env: Record<string, string>) =>
      await Promise.all(
        ['check', 'build'].map(
          async (word) => (await callProgram([word], { ...folders(), ...env })).code,
        ),
      )
    expect(await codes({ SEARCH_LIMIT_MAX: '80' })).toEqual([0, 0])
    expect(await codes({})).toEqual([1, 1])
    await writeFile(path, registry)
  },
)

verifies(
  ['settings.limits', 'openapi.limits', 'program.exit_codes'],
  'a build that names other limits is not served without its corpus',
  async () => {
    const limits = { PUBLIC_CALLS_PER_MINUTE: '77', SEARCH_LIMIT_MAX: '7' }
    expect((await callProgram(['build'], { ...folders(), ...limits })).code).toBe(0)
    const none = { ...folders(), CORPUS_DIR: join(dist, 'none') }
    const ran = await runProgram(['serve'], { ...none, SEARCH_LIMIT_MAX: '8' })
    expect(ran.code).toBe(2)
    expect(ran.err).toContain('SEARCH_LIMIT_MAX=7 PUBLIC_CALLS_PER_MINUTE=77, and the settings')
    expect(ran.err).toMatch(/settings give .*SEARCH_LIMIT_MAX=8 PUBLIC_CALLS_PER_MINUTE=600,/)
  },
)
