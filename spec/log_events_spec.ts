import { expect } from 'bun:test'
import { join, resolve } from 'node:path'
import { verifies } from './_verifies.ts'

const ROOT = resolve(import.meta.dir, '..')
const LOGGED = /\blog\.(?:debug|info|warn|error)\(\s*'([^']+)'/g

async function loggedEvents(): Promise<readonly string[]> {
  const found = new Set<string>()
  for await (const path of new Bun.Glob('app/**/*.ts').scan(ROOT)) {
    if (path.endsWith('_test.ts')) continue
    const source = await Bun.file(join(ROOT, path)).text()
    for (const [, event = ''] of source.matchAll(LOGGED)) found.add(event)
  }
  return [...found].sort()
}

verifies('log.json_lines', 'the page about logs names every event, and no other', async () => {
  const page = await Bun.file(join(ROOT, 'corpus/pages/run/logs.md')).text()
  const rows = page
    .split('\n')
    .filter((line) => /^\| `[a-z_]+`.*\| (info|warn|error) \|/.test(line))
  const named = rows.flatMap((row) => [...(row.split('|')[1] ?? '').matchAll(/`([^`]+)`/g)])
  const events = await loggedEvents()
  expect(named.map(([, event = '']) => event).sort()).toEqual([...events])
  expect(events.length).toBeGreaterThan(10)
  for (const event of events) expect(event).toMatch(/^[a-z][a-z0-9]*(_[a-z]+)*$/)
})
