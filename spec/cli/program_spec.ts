import { afterAll, beforeAll, expect } from 'bun:test'
import { chmod, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { verifies, verifiesLong } from '../requirements/verifies.ts'
import { runProgram } from '../support/program.ts'
import { writePlainCorpus } from '../support/renamed_registry.ts'
import { startRunning } from '../support/running.ts'

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
  expect((await runProgram(['check'], folders())).code).toBe(0)
})

verifies('program.exit_codes', 'a corpus with problems exits 1', async () => {
  const broken = await writePlainCorpus()
  await writeFile(join(broken, 'pages/index.md'), 'No front matter.\n')
  const ran = await runProgram(['check'], { ...folders(), CORPUS_DIR: broken })
  expect(ran.code).toBe(1)
  expect(ran.err).toMatch(/pages\/index\.md:\d+:\d+: .+: .+/)
  await rm(broken, { recursive: true, force: true })
})

verifies('program.exit_codes', 'an unknown command, option or argument exits 2', async () => {
  const wrong = [
    ['deploy'],
    ['deploy', '--help'],
    ['toString'],
    ['build', '--fast'],
    ['build', '--to', 'x'],
  ]
  for (const words of [...wrong, ['check', 'pages'], ['import', 'docs']]) {
    expect([words, (await runProgram(words, folders())).code]).toEqual([words, 2])
  }
})

verifies('program.no_corpus', 'serve and stdio say that CORPUS_DIR names no corpus', async () => {
  const none = { CORPUS_DIR: join(dist, 'corpsu'), DIST_DIR: join(dist, 'none') }
  for (const command of ['serve', 'stdio']) {
    const ran = await runProgram([command], none)
    expect([command, ran.code]).toEqual([command, 1])
    expect(ran.err).toContain(`the corpus "${none.CORPUS_DIR}" does not exist: point CORPUS_DIR at`)
    expect(ran.err).not.toContain('run build first')
  }
})

verifiesLong(
  'corpus_status.instant',
  'serve builds at SOURCE_DATE_EPOCH, as build does',
  async () => {
    const running = await startRunning({ corpus, env: { SOURCE_DATE_EPOCH: '1000000000' } })
    const answer = await fetch(`${running.url}/api/public/docs/status`)
    expect(await answer.json()).toMatchObject({ generated: '2001-09-09T01:46:40Z' })
    await running.stop()
  },
)

verifies('corpus_status.instant', 'an instant that no date can name is wrong use', async () => {
  for (const epoch of ['253402300800', 'today', '-1']) {
    const ran = await runProgram(['build'], { ...folders(), SOURCE_DATE_EPOCH: epoch })
    expect([epoch, ran.code]).toEqual([epoch, 2])
    expect(ran.err).toContain(`"${epoch}"`)
  }
})

verifies('ids.lock_read_only', 'serve warns where a read-only lock lacks a page', async () => {
  const home = await writePlainCorpus()
  await rm(join(home, 'ids.lock'), { force: true })
  await chmod(home, 0o555)
  // A port that is taken ends the program as soon as it has built.
  const other = Bun.serve({ hostname: '127.0.0.1', port: 0, fetch: () => new Response() })
  const ran = await runProgram(['serve'], {
    ...folders(),
    CORPUS_DIR: home,
    PORT: String(other.port),
  })
  await other.stop()
  expect(ran.code).toBe(1)
  expect(ran.err).toContain(`warning: ${home}/ids.lock:1:1: it is read-only and lacks pages`)
  await chmod(home, 0o755)
  await rm(home, { recursive: true, force: true })
})

verifies(
  'program.help',
  '--help names every command, and each command explains itself',
  async () => {
    const overview = await runProgram(['--help'])
    const commands = [...overview.out.matchAll(/^ {2}([a-z]+)/gm)].map((found) => found[1] ?? '')
    expect(overview.code).toBe(0)
    expect(commands).toEqual(expect.arrayContaining(['serve', 'build', 'check', 'import']))
    for (const command of commands) {
      const help = await runProgram([command, '--help'])
      expect([command, help.code]).toEqual([command, 0])
      expect(help.out).toContain(`Usage: lectern ${command}`)
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

verifiesLong(
  'serve.base_url',
  'serve names both addresses when it cannot build again',
  async () => {
    const built = await runProgram(['build'], { ...folders(), BASE_URL: 'https://one.example.com' })
    expect(built.code).toBe(0)
    const gone = join(dist, 'no-corpus')
    const ran = await runProgram(['serve'], {
      CORPUS_DIR: gone,
      DIST_DIR: dist,
      BASE_URL: 'https://two.example.com',
    })
    expect(ran.code).toBe(2)
    expect(ran.err).toContain('https://one.example.com')
    expect(ran.err).toContain('https://two.example.com')
  },
)

verifiesLong(
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
    expect((await runProgram(['build'], { ...env, CORPUS_DIR: corpus })).code).toBe(0)
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

verifies(
  ['business.off', 'rule.public_stays_public', 'auth.integration_key_refused'],
  'without a business surface there is nothing to sign in to, and a credential changes nothing',
  async () => {
    const running = await startRunning({ corpus })
    const gone = ['/oauth/authorize', '/oauth/token', '/account']
    const wellKnown = ['oauth-authorization-server', 'oauth-protected-resource'].map(
      (name) => `/.well-known/${name}`,
    )
    const listTools = async (headers: Record<string, string>) => {
      const body = JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'tools/list' })
      const all = { 'content-type': 'application/json', ...headers }
      const answer = await fetch(`${running.url}/mcp`, { method: 'POST', headers: all, body })
      return [answer.status, await answer.text()]
    }
    try {
      for (const path of [...gone, ...wellKnown]) {
        expect([path, (await fetch(running.url + path)).status]).toEqual([path, 404])
      }
      const anonymous = await listTools({})
      expect(anonymous[0]).toBe(200)
      expect(await listTools({ authorization: 'Bearer lk_0123456789abcdef' })).toEqual(anonymous)
      expect(await listTools({ authorization: 'Basic YTpi' })).toEqual(anonymous)
    } finally {
      await running.stop()
    }
  },
)
