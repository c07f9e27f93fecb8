import { afterAll, beforeAll, expect } from 'bun:test'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { disagreementsOf } from '../../../app/checks/verifier/mod.ts'
import { verifies, verifiesLong } from '../../requirements/verifies.ts'
import { removeFolders } from '../../support/building.ts'
import { callProgram } from '../../support/command_line.ts'
import { CORPUS } from '../../support/repository.ts'
import { freePort, type Running, startRunning } from '../../support/running.ts'
import { waitUntil } from '../../support/wait_until.ts'
import { verifySite } from './seeds.ts'
import { deployTampered, putManifest } from './tampered_build.ts'
import { startProxy } from './tampering_proxy.ts'

let running: Running

beforeAll(async () => {
  running = await startRunning()
})

afterAll(async () => {
  await running.stop()
  await removeFolders()
})

verifies(
  ['operator.verify', 'rule.parity', 'version.carriers', 'rule.internal_routes_closed'],
  'verify finds no disagreement in our own service, within its limits, and exits with 0',
  async () => {
    // The proxy counts the real calls: verify could miscount its own.
    const proxy = await startProxy()
    const own = await startRunning({ corpus: CORPUS, env: { BASE_URL: proxy.url } })
    proxy.lead(own.url)
    try {
      const { code, out, err } = await callProgram(['verify', proxy.url, '--json'])
      const verdict = JSON.parse(out)
      expect([code, err, verdict.disagreements]).toEqual([0, '', []])
      expect(verdict.pages).toBeGreaterThanOrEqual(70)
      expect(verdict.readWhole).toBe(30)
      const passed = [...proxy.passed()]
      const calls = (below: string) =>
        passed.reduce((sum, [kind, count]) => sum + (kind.startsWith(below) ? count : 0), 0)
      expect(passed.filter(([kind]) => kind.endsWith(' 429'))).toEqual([])
      expect(calls('/')).toBe(verdict.calls.all)
      expect(calls('/mcp ')).toBeLessThanOrEqual(120)
      expect(calls('/api/public/docs') + calls('/a2a ')).toBeLessThanOrEqual(600)
      const idle = verdict.checks.filter(({ compared }: { compared: number }) => compared === 0)
      expect(idle).toEqual([])
    } finally {
      await own.stop()
      await proxy.stop()
    }
  },
)

verifiesLong(
  ['operator.verify', 'mcp.result_text'],
  'verify prints a line for each disagreement and exits with 1',
  async () => {
    const limits = '127.0.0.0/8=100000,::1/128=100000'
    const env = { RATE_LIMIT_OVERRIDES: limits, MCP_RESULT_TEXT: 'markdown' }
    const own = await startRunning({ env })
    try {
      const clean = await verifySite(own.url)
      expect(disagreementsOf(clean)).toEqual([])
      expect(clean.readWhole).toBe(clean.pages)
      const good = await readFile(join(own.distDir, 'docs-manifest.json'), 'utf8')
      const build = await deployTampered(own.distDir, {
        'llms.txt': (text) => text.replace('/changelog/feed.xml', '/changelog/fed.xml'),
      })
      await untilServed(own, build)
      const { code, out } = await callProgram(['verify', own.url, '--calls-per-minute', '90000'])
      expect(code).toBe(1)
      expect(out).toContain(
        `links: llms.txt: link ${own.url}/changelog/fed.xml: expected 200, found 404`,
      )
      expect(out).toContain('1 disagreement:')
      await putManifest(own.distDir, good)
    } finally {
      await own.stop()
    }
  },
)

async function untilServed({ url }: Running, build: string): Promise<void> {
  await waitUntil(async () => {
    const text = await (await fetch(`${url}/docs-manifest.json`)).text()
    return text.includes(build)
  })
}

verifies(
  'operator.verify',
  'verify reports in one line why it cannot start, and exits with 2',
  async () => {
    // A server that answers every request with a page or an empty value.
    const strange = Bun.serve({
      port: 0,
      fetch: ({ url }) => new Response(url.endsWith('.json') ? 'null' : '<html>Hello</html>'),
    })
    const nobody = `http://localhost:${await freePort()}`
    const rows: readonly (readonly [words: readonly string[], message: RegExp])[] = [
      [[], /^Cannot verify: name one address/],
      [['one', 'two'], /^Cannot verify: name one address/],
      [['ftp://localhost/'], /^Cannot verify "ftp:\/\/localhost\/": it is not an address/],
      [['http://localhost/?a=b'], /it is not an address that begins with http/],
      [[nobody], /^Cannot verify "http:\/\/localhost:\d+": no answer \(\w+\)/],
      [[strange.url.origin], /^Cannot verify "[^"]+": none of its files was found/],
      [[running.adminUrl], /^Cannot verify "[^"]+": none of its files was found/],
      [[nobody, '--seed', 'x'], /^Cannot verify with --seed "x": it is not a number/],
      [[nobody, '--calls-per-minute', '0'], /^Cannot verify with --calls-per-minute "0"/],
      [[nobody, '--date', '2026-01-01'], /^Cannot run "verify": it takes no option --date/],
    ]
    for (const [words, message] of rows) {
      const { code, out, err } = await callProgram(['verify', ...words])
      expect([words, code, out]).toEqual([words, 2, ''])
      expect(err).toMatch(message)
      expect(err).not.toContain(' at ')
    }
    await strange.stop(true)
  },
)

verifiesLong(
  'operator.verify',
  'verify reports in one line that a service stopped answering, and exits with 2',
  async () => {
    const proxy = await startProxy()
    proxy.lead(running.url)
    let answered = 0
    const flood = 'x'.repeat(16 * 1024 * 1024 + 1)
    proxy.set(() => {
      answered += 1
      return answered > 100 ? { text: flood } : undefined
    })
    try {
      const { code, out, err } = await callProgram(['verify', proxy.url])
      expect([code, out]).toEqual([2, ''])
      expect(err).toMatch(/^Cannot verify .*: it stopped answering: 8 calls in a row failed \(more/)
      expect(err.trim().split('\n').length).toBe(1)
    } finally {
      await proxy.stop()
    }
  },
)

verifiesLong(
  'operator.verify',
  'verify accepts other wording of tools and examples of another corpus',
  async () => {
    const proxy = await startProxy()
    const env = {
      BASE_URL: proxy.url,
      RATE_LIMIT_OVERRIDES: '127.0.0.0/8=1000000,::1/128=1000000',
    }
    const own = await startRunning({ env })
    proxy.lead(own.url)
    proxy.set(({ request, text }) => {
      if (request.body.includes('tools/list')) {
        return { text: text.replaceAll('Words to look for', 'Say what you want') }
      }
      // The catalogs quote the examples of the card.
      if (!/^\/\.well-known\/(?:agent|ai-catalog|ard)/.test(request.path)) return undefined
      return { text: text.replace('the page titled upgrade', 'the page titled zymurgy') }
    })
    try {
      const verdict = await verifySite(proxy.url)
      const found = disagreementsOf(verdict).filter(({ check }) => check !== 'manifest files')
      expect(found).toEqual([])
    } finally {
      await own.stop()
      await proxy.stop()
    }
  },
)
