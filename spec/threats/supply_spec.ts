import { afterAll, beforeAll, expect, test } from 'bun:test'
import { join } from 'node:path'
import { NPX_BUN } from '../support/npx_bun.ts'
import { ROOT } from '../support/repository.ts'
import { type Running, startRunning } from '../support/running.ts'
import { readText, treeSources } from '../tidy/tree.ts'

let production: Running

beforeAll(async () => {
  const env = { NODE_ENV: 'production', BASE_URL: 'https://localhost' }
  production = await startRunning({ env })
})
afterAll(async () => {
  await production.stop()
})

type Manifest = {
  readonly dependencies: Readonly<Record<string, string>>
  readonly devDependencies: Readonly<Record<string, string>>
  readonly scripts: Readonly<Record<string, string>>
  readonly trustedDependencies?: readonly string[]
}

async function readManifest(): Promise<Manifest> {
  return (await Bun.file(join(ROOT, 'package.json')).json()) as Manifest
}

test('threat 40: every package is pinned to one version, and none may run a script', async () => {
  const { dependencies, devDependencies, scripts, trustedDependencies } = await readManifest()
  for (const [name, version] of Object.entries({ ...dependencies, ...devDependencies })) {
    expect([name, version]).toEqual([
      name,
      expect.stringMatching(/^(npm:@?[a-z/-]+@)?\d+\.\d+\.\d+(-[a-z]+\.\d+)?$/),
    ])
  }
  expect(trustedDependencies ?? []).toEqual([])
  const atInstall = /^(pre|post)?(install|prepare|publish|pack)/
  expect(Object.keys(scripts).filter((name) => atInstall.test(name))).toEqual([])
  expect(readText('bunfig.toml')).toMatch(/^ignoreScripts = true$/m)
  expect(readText('bunfig.toml')).toMatch(/^exact = true$/m)
})

test('threat 40: the lock has a digest for every package, and no other registry', () => {
  const lock = readText('bun.lock') ?? ''
  const packages = lock.slice(lock.indexOf('"packages": {'))
  const entries = packages.split('\n').filter((line) => /^ {4}"/.test(line))
  expect(entries.length).toBeGreaterThan(300)
  // What lies in this repository is under its own history.
  const isOurs = (entry: string) => entry.includes('@file:scripts/_semantic_conventions", {}],')
  expect(entries.filter(isOurs).length).toBeGreaterThan(0)
  for (const entry of entries.filter((each) => !isOurs(each))) {
    // Name and version, no other registry, then its dependencies, then its digest.
    expect(entry).toMatch(
      /^ {4}"[^"]+": \["[^"]+@[^"]+", "", \{.*\}, "sha512-[A-Za-z0-9+/]{86}=="\],$/,
    )
  }
})

test('threat 40: every install uses the lock and runs no script', () => {
  const installing = treeSources()
    .filter(({ path }) => /^scripts\/[a-z_]+\.ts$/.test(path))
    .flatMap(({ path, text }) =>
      [...text.matchAll(/\[\s*'install'[^\]]*\]/g)].map(([words]) => `${path} ${words}`),
    )
  expect(installing).not.toBeEmpty()
  for (const each of installing) expect(each).toContain("'--frozen-lockfile'")
  expect(readText('.ci/run')).toEndWith(`exec ${NPX_BUN} run test --all\n`)
})

test('threat 40: a production process has no test fixtures', async () => {
  for (const method of ['tools/list', 'prompts/list', 'resources/list']) {
    const answer = await fetch(`http://localhost:${new URL(production.url).port}/mcp`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ jsonrpc: '2.0', id: 1, method, params: {} }),
    })
    const text = await answer.text()
    expect(answer.status).toBe(200)
    expect(text).not.toMatch(/"(name|uri)":"test[_:]/)
  }
})
