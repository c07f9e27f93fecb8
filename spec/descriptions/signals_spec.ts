import { afterAll, expect } from 'bun:test'
import { readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { openPublicDocs } from '../../app/docs/public_docs/mod.ts'
import { createLog } from '../../app/foundation/telemetry/log.ts'
import { verifies } from '../requirements/verifies.ts'
import {
  BASE_URL,
  buildOrThrow,
  expectProblems,
  newFolder,
  removeFolders,
  writeSampleCorpus,
} from '../support/building.ts'
import { createInProcess } from '../support/in_process_service.ts'

afterAll(removeFolders)

const log = createLog('error', () => {}, Date.now)
const PATHS = ['/', '/index.md', '/llms.txt', '/docs-data/pages.json', '/search/?q=front']

/** A corpus whose registry has these lines more. */
async function writeCorpus(lines: string): Promise<string> {
  const corpusDir = await writeSampleCorpus({ 'index.md': { title: 'Front' } })
  const path = join(corpusDir, 'registry.yaml')
  await writeFile(path, `${lines}${await readFile(path, 'utf8')}`)
  return corpusDir
}

async function serveWith(lines: string) {
  const distDir = join(await newFolder(), 'dist')
  await buildOrThrow({ corpusDir: await writeCorpus(lines), distDir })
  const opened = await openPublicDocs({ distDir, log })
  if (!opened.ok) throw new Error(opened.error)
  const service = createInProcess(opened.value, log)
  const ask = async (path: string, headers = {}) =>
    await service.handle(new Request(BASE_URL + path, { headers }))
  return { ask, close: () => opened.value.close() }
}

verifies(
  'signals.unset',
  'a registry that says nothing makes no line and no header, and none speaks of AIPREF',
  async () => {
    for (const lines of ['', 'signals: {}\n']) {
      const { ask, close } = await serveWith(lines)
      const robots = await (await ask('/robots.txt')).text()
      expect(robots).toStartWith('User-agent: *\nAllow: /\n')
      expect(robots).not.toMatch(/content-(signal|usage)/i)
      for (const path of PATHS) {
        const { headers } = await ask(path)
        expect([path, headers.get('content-signal')]).toEqual([path, null])
        expect([path, headers.get('content-usage')]).toEqual([path, null])
      }
      close()
    }
  },
)

verifies(
  'signals.stated',
  'what the owner says stands in the group of robots.txt and in a header of every file',
  async () => {
    const said = 'search=yes, ai-input=yes, ai-train=no, use=reference'
    const signals = 'signals: { search: yes, ai_input: yes, ai_train: no, use: reference }\n'
    const { ask, close } = await serveWith(signals)
    const robots = await (await ask('/robots.txt')).text()
    expect(robots).toStartWith(`User-agent: *\nContent-Signal: ${said}\nAllow: /\n`)
    for (const path of PATHS) {
      const { status, headers } = await ask(path)
      expect([path, status, headers.get('content-signal')]).toEqual([path, 200, said])
    }
    const etag = (await ask('/llms.txt')).headers.get('etag') ?? ''
    const again = await ask('/llms.txt', { 'if-none-match': etag })
    expect([again.status, again.headers.get('content-signal')]).toEqual([304, said])
    close()
    const one = await serveWith('signals: { ai_train: no }\n')
    expect((await one.ask('/')).headers.get('content-signal')).toBe('ai-train=no')
    one.close()
  },
)

verifies('signals.stated', 'what is neither yes nor no is a build error', async () => {
  const signals = 'signals: { search: true, ai_train: never, use: some, train: no }\n'
  const distDir = join(await newFolder(), 'dist')
  const problems = await expectProblems({ corpusDir: await writeCorpus(signals), distDir })
  const places = problems.map(({ line, column }) => [line, column])
  expect(places).toEqual([
    [1, 20],
    [1, 36],
    [1, 48],
    [1, 54],
  ])
})
