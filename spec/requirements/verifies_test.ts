import { afterAll, beforeAll, expect, test } from 'bun:test'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'

const VERIFIES = JSON.stringify(resolve(import.meta.dir, 'verifies.ts'))

const SPECS = `import { needs, testLong, testWith, verifies, verifiesLong } from ${VERIFIES}
const absent = needs('a lantern', false, 'light one')
const present = needs('a table', true, 'build one')
verifies('page.id', 'passes', () => {})
verifies(['page.id', 'no.such_id'], 'cites an id that does not exist', () => {})
verifies('page.id', 'has all', () => {}, { needs: [present] })
verifies('page.id', 'lacks one', () => {}, { needs: [present, absent] })
testWith([absent], 'lacks another', () => {})
verifiesLong('page.id', 'takes long', () => {})
testLong('takes long, too', () => {})
`

let folder = ''

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'lectern-verifies-'))
  await writeFile(join(folder, 'seeded_spec.ts'), SPECS)
})

afterAll(async () => {
  await rm(folder, { recursive: true, force: true })
})

function outputOf(requireAll: string, stage = 'whole'): string {
  const env = { ...process.env, REQUIRE_ALL: requireAll, TEST_STAGE: stage }
  const ran = Bun.spawnSync([process.execPath, 'test', './seeded_spec.ts'], { cwd: folder, env })
  return ran.stdout.toString() + ran.stderr.toString()
}

test('verifies() fails on an unknown id and skips with a warning what the machine lacks', () => {
  const output = outputOf('')
  expect(output).toContain('(fail) [page.id, no.such_id] cites an id that does not exist')
  expect(output).toContain('Cannot cite "no.such_id": absent from spec/requirements.yaml')
  expect(output).toContain('skipped: [page.id] lacks one: a lantern is missing; to fix: light one')
  expect(output).toMatch(/\b4 pass\b[\s\S]*\b2 skip\b[\s\S]*\b1 fail\b/)
})

test('verifies() fails instead of skipping when everything is required', () => {
  const output = outputOf('1')
  expect(output).toContain('Cannot skip "lacks another": a lantern is missing; to fix: light one')
  expect(output).toMatch(/\b4 pass\b[\s\S]*\b3 fail\b/)
})

test('verifiesLong() and testLong() declare nothing in the first stage', () => {
  const output = outputOf('', 'first')
  expect(output).not.toContain('takes long')
  expect(output).toMatch(/\b2 pass\b[\s\S]*\b2 skip\b[\s\S]*\b1 fail\b/)
})
