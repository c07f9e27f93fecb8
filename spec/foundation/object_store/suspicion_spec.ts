import { afterAll, beforeAll, expect } from 'bun:test'
import { readFile, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { openPublicDocs } from '../../../app/docs/public_docs/mod.ts'
import { createLog } from '../../../app/foundation/telemetry/log.ts'
import { verifies } from '../../requirements/verifies.ts'
import { writeSampleBuild } from '../../support/sample_build.ts'
import { MANIFEST } from './_transfer.ts'

let distDir: string

beforeAll(async () => {
  const headings = [{ level: 2, text: 'Right', anchor: 'right', line: 3 }]
  const page = { id: 'p1', folder: '', title: 'Front page', body: '# Welcome\n', headings }
  distDir = await writeSampleBuild({ pages: [page], files: { 'files/plain.txt': 'right' } })
})
afterAll(async () => {
  await rm(distDir, { recursive: true })
})

verifies(
  'builds.repaired',
  'each read that fails raises a suspicion, wrong bytes are not served, and the log stays quiet',
  async () => {
    const lines: string[] = []
    let suspicions = 0
    const opened = await openPublicDocs({
      distDir,
      log: createLog('warn', (line) => lines.push(line), Date.now),
      onUnreadable: () => {
        suspicions += 1
      },
    })
    if (!opened.ok) throw new Error(opened.error)
    const docs = opened.value
    const { folder } = docs.current()
    const readPlain = async () => await docs.current().file('files/plain.txt')?.read()
    expect([(await readPlain())?.ok, (await docs.current().page('p1')).ok]).toEqual([true, true])
    expect(suspicions).toBe(0)
    // As many bytes as before.
    await writeFile(join(folder, 'files/plain.txt'), 'wrong')
    expect([(await readPlain())?.ok, suspicions > 0]).toEqual([false, true])
    suspicions = 0
    const headings = join(folder, 'private/headings.bin')
    const right = await readFile(headings, 'utf8')
    // Still a list of headings, as long as before.
    await writeFile(headings, right.replace('Right', 'Wrong'))
    expect([(await docs.current().page('p1')).ok, suspicions > 0]).toEqual([false, true])
    await writeFile(headings, right)
    expect((await docs.current().page('p1')).ok).toBe(true)
    suspicions = 0
    await writeFile(join(folder, 'index.md'), '# Welkome\n')
    expect([(await docs.current().page('p1')).ok, suspicions > 0]).toEqual([false, true])
    suspicions = 0
    const manifest = await readFile(join(distDir, MANIFEST))
    await rm(join(distDir, MANIFEST))
    await docs.look()
    expect([suspicions > 0, docs.refusal(), lines]).toEqual([true, undefined, []])
    // A build that is there, and cannot be loaded, is refused as ever.
    suspicions = 0
    await writeFile(join(distDir, MANIFEST), manifest.subarray(0, 20))
    await docs.look()
    const events = lines.map((line) => JSON.parse(line).event)
    expect([suspicions > 0, events]).toEqual([true, ['reload_refused']])
    docs.close()
  },
)
