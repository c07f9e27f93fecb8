import { afterAll, beforeAll, expect } from 'bun:test'
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { program } from './_program.ts'
import { writePlainCorpus } from './_renamed.ts'
import { startRunning } from './_running.ts'
import { verifies } from './_verifies.ts'

let corpus: string
let dist: string

beforeAll(async () => {
  corpus = await writePlainCorpus()
  dist = await mkdtemp(join(tmpdir(), 'lectern-program-'))
})

afterAll(async () => {
  await rm(corpus, { recursive: true, force: true })
  await rm(dist, { recursive: true, force: true })
})

function folders(): Record<string, string> {
  return { CORPUS_DIR: corpus, DIST_DIR: dist }
}

verifies('program.exit_codes', 'a command that is fine exits 0', async () => {
  expect((await program(['check'], folders())).code).toBe(0)
})

verifies('program.exit_codes', 'a corpus with problems exits 1', async () => {
  const broken = await writePlainCorpus()
  await writeFile(join(broken, 'pages/index.md'), 'No front matter.\n')
  const ran = await program(['check'], { ...folders(), CORPUS_DIR: broken })
  expect(ran.code).toBe(1)
  expect(ran.err).toMatch(/pages\/index\.md:\d+:\d+: .+: .+/)
  await rm(broken, { recursive: true, force: true })
})

verifies('program.exit_codes', 'an unknown command, option or argument exits 2', async () => {
  for (const words of [['publish'], ['build', '--fast'], ['check', 'pages'], ['import', 'docs']]) {
    expect([words, (await program(words, folders())).code]).toEqual([words, 2])
  }
})

verifies(
  'program.help',
  '--help names every command, and each command explains itself',
  async () => {
    const overview = await program(['--help'])
    const commands = [...overview.out.matchAll(/^ {2}([a-z]+)/gm)].map((found) => found[1] ?? '')
    expect(overview.code).toBe(0)
    expect(commands).toEqual(expect.arrayContaining(['serve', 'build', 'check', 'import']))
    for (const command of commands) {
      const help = await program([command, '--help'])
      expect([command, help.code]).toEqual([command, 0])
      expect(help.out).toContain(`Usage: lectern ${command}`)
    }
  },
)

verifies(
  'settings.all_problems',
  'every setting that cannot be used is named at once',
  async () => {
    const ran = await program(['check'], {
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

verifies('settings.not_built', 'a setting whose room is not built stops the program', async () => {
  const ran = await program(['serve'], { ...folders(), DEV_SIGN_IN: '1', REDIS_URL: 'redis://a' })
  expect(ran.code).toBe(2)
  expect(ran.err).toContain('DEV_SIGN_IN')
  expect(ran.err).toContain('REDIS_URL')
})

verifies('settings.https', 'the base address is https unless it is loopback', async () => {
  const check = async (url: string, more: Record<string, string> = {}) =>
    (await program(['check'], { ...folders(), BASE_URL: url, ...more })).code
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
    const served = async (address: string, calls: number) => {
      const headers = { 'x-forwarded-for': address }
      let fine = 0
      for (let call = 0; call < calls; call++) {
        const answer = await fetch(`${running.url}/api/public/docs/status`, { headers })
        if (answer.status === 200) fine++
      }
      return fine
    }
    try {
      expect(await served('192.0.2.1', 4)).toBe(2)
      expect(await served('192.0.2.2', 4)).toBe(2)
      expect(await served('198.51.100.7', 6)).toBe(4)
    } finally {
      await running.stop()
    }
  },
)

verifies(
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

verifies(
  ['admin.health', 'log.json_lines'],
  'health has a port of its own, and the log is JSON',
  async () => {
    const running = await startRunning({ corpus })
    expect((await fetch(`${running.adminUrl}/healthz`)).status).toBe(200)
    expect((await fetch(`${running.adminUrl}/api/public/docs/status`)).status).toBe(404)
    expect((await fetch(`${running.url}/healthz`)).status).toBe(404)
    expect((await fetch(`${running.url}/readyz`)).status).toBe(404)
    while (running.log().length < 3) await Bun.sleep(20)
    for (const line of running.log()) {
      expect(line).toEqual(
        expect.objectContaining({ time: expect.any(String), event: expect.any(String) }),
      )
    }
    expect(await running.stop()).toBe(0)
  },
)

verifies('serve.base_url', 'serve names both addresses when it cannot build again', async () => {
  const built = await program(['build'], { ...folders(), BASE_URL: 'https://one.example.com' })
  expect(built.code).toBe(0)
  const gone = join(dist, 'no-corpus')
  const ran = await program(['serve'], {
    CORPUS_DIR: gone,
    DIST_DIR: dist,
    BASE_URL: 'https://two.example.com',
  })
  expect(ran.code).toBe(2)
  expect(ran.err).toContain('https://one.example.com')
  expect(ran.err).toContain('https://two.example.com')
})

verifies(
  'serve.base_url',
  'serve builds again for its address where the corpus is at hand',
  async () => {
    const running = await startRunning({
      corpus,
      env: { BASE_URL: 'https://docs.example.com' },
    })
    const manifest = await readFile(join(running.distDir, 'docs-manifest.json'), 'utf8')
    expect(manifest).toContain('"base_url":"https://docs.example.com"')
    await running.stop()
  },
)

verifies(
  'serve.without_corpus',
  'serve answers from a build that has no corpus beside it',
  async () => {
    const alone = await mkdtemp(join(tmpdir(), 'lectern-alone-'))
    const env = { DIST_DIR: alone, BASE_URL: 'https://docs.example.com' }
    expect((await program(['build'], { ...env, CORPUS_DIR: corpus })).code).toBe(0)
    const running = await startRunning({
      corpus,
      env: { ...env, CORPUS_DIR: join(alone, 'no-corpus') },
    })
    const answer = await fetch(`${running.url}/api/public/docs/status`)
    expect(answer.status).toBe(200)
    await running.stop()
    await rm(alone, { recursive: true, force: true })
  },
)
