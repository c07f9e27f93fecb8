import { afterAll, beforeAll, expect } from 'bun:test'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createLog } from '../../../app/foundation/telemetry/log.ts'
import { formatPrettyLine } from '../../../app/foundation/telemetry/pretty_log.ts'
import { verifies, verifiesLong } from '../../requirements/verifies.ts'
import { writePlainCorpus } from '../../support/renamed_registry.ts'
import { MAIN } from '../../support/repository.ts'
import { freePort } from '../../support/running.ts'

let corpus: string
let dist: string
let port: number

beforeAll(async () => {
  corpus = await writePlainCorpus()
  port = await freePort()
  dist = await mkdtemp(join(tmpdir(), 'lectern-log-'))
})
afterAll(async () => {
  await rm(corpus, { recursive: true, force: true })
  await rm(dist, { recursive: true, force: true })
})

/** Lines of a service whose outputs are a terminal; it is asked once for a path with a control. */
async function readTerminal(env: Readonly<Record<string, string>>): Promise<readonly string[]> {
  const decoder = new TextDecoder()
  let text = ''
  const child = Bun.spawn([process.execPath, MAIN, 'serve'], {
    env: {
      PATH: process.env.PATH ?? '',
      TERM: 'xterm-256color',
      PORT: String(port),
      CORPUS_DIR: corpus,
      DIST_DIR: dist,
      DRAIN_SECONDS: '0',
      ...env,
    },
    terminal: {
      cols: 200,
      data: (_terminal, bytes) => {
        text += decoder.decode(bytes, { stream: true })
      },
    },
  })
  const waitFor = async (word: string) => {
    while (!text.includes(word)) {
      if (child.exitCode !== null) throw new Error(`Cannot start the service:\n${text}`)
      await Bun.sleep(20)
    }
  }
  await waitFor('listening')
  await fetch(`http://localhost:${port}/forged%1B%5B2J`)
  await waitFor('forged')
  child.kill('SIGTERM')
  await child.exited
  return text.split(/\r?\n/)
}

verifiesLong('log.pretty', 'on a terminal the log is for people, in colours', async () => {
  const lines = await readTerminal({})
  const request = lines.find((line) => line.includes('forged')) ?? ''
  expect(request).toMatch(/^\u001b\[2m\d\d:\d\d:\d\d\.\d{3}\u001b\[0m info {2}request /)
  expect(request).toMatch(/ +method=GET path=\S+forged\S+ status=404 ms=/)
  const plain = await readTerminal({ NO_COLOR: '1' })
  const uncoloured = plain.find((line) => line.includes('forged')) ?? ''
  expect(uncoloured).toMatch(/^\d\d:\d\d:\d\d\.\d{3} info {2}request /)
})

verifies('log.pretty', 'LOG_FORMAT=json keeps the log for programs on a terminal', async () => {
  const lines = await readTerminal({ LOG_FORMAT: 'json' })
  const request = lines.find((line) => line.includes('forged')) ?? ''
  expect(JSON.parse(request)).toMatchObject({ event: 'request', status: 404 })
})

verifies('log.pretty', 'no control of a caller reaches a terminal', () => {
  const text = '/a\u001b]0;x\u0007\u009b2J\u202eb\u2028\n\u0000\u200d'
  let line = ''
  const write = (json: string) => {
    line = formatPrettyLine(json, false)
  }
  createLog('info', write, () => 0).info('request', { path: text })
  expect(line).toContain('path="/a\\u001b]0;x\\u0007\\u009b2J\\u202eb\\u2028\\n\\u0000\\u200d"')
  expect(/[\u0000-\u001f\u007f-\u009f\u200b-\u202e]/.test(line)).toBe(false)
})
