import { expect } from 'bun:test'
import { join } from 'node:path'
import { verifies } from '../../requirements/verifies.ts'
import { ROOT } from '../../support/repository.ts'

// One event, or one of two: `log.error(isStore ? 'one' : 'other', …)`; so for `logIncident`.
const CALL = /\b(?:log\.(?:debug|info|warn|error)\(|logIncident\(\s*[\w.]+,)/
const LOGGED = new RegExp(`${CALL.source}\\s*(?:\\w+ \\? '([^']+)' : )?'([^']+)'`, 'g')

async function loggedEvents(): Promise<readonly string[]> {
  const found = new Set<string>()
  for await (const path of new Bun.Glob('app/**/*.ts').scan(ROOT)) {
    if (path.endsWith('_test.ts')) continue
    const source = await Bun.file(join(ROOT, path)).text()
    for (const [, ...events] of source.matchAll(LOGGED)) {
      for (const event of events) if (event !== undefined) found.add(event)
    }
  }
  return [...found].sort()
}

async function pagesAboutLogs(): Promise<string> {
  const names = ['logs.md', 'business-logs.md', 'events.md']
  const pages = names.map((name) => Bun.file(join(ROOT, 'corpus/pages/run', name)).text())
  return (await Promise.all(pages)).join('\n')
}

verifies('log.json_lines', 'the pages about logs list every event, and no other', async () => {
  const rows = (await pagesAboutLogs())
    .split('\n')
    .filter((line) => /^\| `[a-z_]+`.*\| (info|warn|error) \|/.test(line))
  const named = rows.flatMap((row) => [...(row.split('|')[1] ?? '').matchAll(/`([^`]+)`/g)])
  const events = await loggedEvents()
  expect(named.map(([, event = '']) => event).sort()).toEqual([...events])
  expect(events.length).toBeGreaterThan(10)
  for (const event of events) expect(event).toMatch(/^[a-z][a-z0-9]*(_[a-z]+)*$/)
})
