import { expect } from 'bun:test'
import { rename } from 'node:fs/promises'
import { join } from 'node:path'
import { createLog } from '../../../app/foundation/telemetry/log.ts'
import { createUnreadableFiles } from '../../../app/interfaces/static_files/_unreadable_files.ts'
import { staticFiles } from '../../../app/interfaces/static_files/plugin.ts'
import { verifies } from '../../requirements/verifies.ts'
import { createSampleDocs } from '../../support/sample_docs.ts'

const { open, log, lines } = createSampleDocs()

verifies('faults.kept', 'a file that cannot be read is one log line until it can be', async () => {
  const { docs, distDir } = await open({ files: { 'llms.txt': '# Sample\n' } })
  const site = staticFiles({
    docs,
    log,
    admit: async () => 'admitted',
    peerOf: () => '127.0.0.1',
    stopwatch: () => 0,
  })
  const ask = async (path: string) =>
    (await site.handle(new Request(`http://localhost:8080${path}`))).status
  const listNamed = () =>
    lines.flatMap((line) => {
      const { event, path } = JSON.parse(line)
      return event === 'manifests_unreadable' ? [path] : []
    })
  const [here, gone] = [join(distDir, 'builds'), join(distDir, 'gone')]
  await rename(here, gone)
  expect([await ask('/llms.txt'), await ask('/'), await ask('/llms.txt')]).toEqual([503, 503, 503])
  expect(listNamed()).toEqual(['llms.txt', 'index.html'])
  await rename(gone, here)
  expect(await ask('/llms.txt')).toBe(200)
  await rename(here, gone)
  expect(await ask('/llms.txt')).toBe(503)
  expect(listNamed()).toEqual(['llms.txt', 'index.html', 'llms.txt'])
})

verifies('faults.kept', 'a compressed form that cannot be read is one line, too', async () => {
  const { docs } = await open()
  const own: string[] = []
  const { note } = createUnreadableFiles(createLog('error', (line) => own.push(line), Date.now))
  const file = { snapshot: docs.current(), path: 'llms.txt' }
  for (let request = 0; request < 3; request += 1) {
    note({ ...file, coding: 'br' }, 'it is cut')
    note({ ...file, coding: 'identity' }, undefined)
  }
  expect(own).toHaveLength(1)
  note({ ...file, coding: 'br' }, undefined)
  note({ ...file, coding: 'br' }, 'it is cut')
  expect(own).toHaveLength(2)
})
