import { expect, test } from 'bun:test'
import { rename } from 'node:fs/promises'
import { join } from 'node:path'
import { createSampleDocs } from '../../spec/support/sample_docs.ts'
import { staticFiles } from './plugin.ts'

const { open, log, lines } = createSampleDocs()

test('note() logs a file that cannot be read once, until it can be read again', async () => {
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
  const named = () =>
    lines.flatMap((line) => {
      const { event, path } = JSON.parse(line)
      return event === 'manifests_unreadable' ? [path] : []
    })
  const [here, gone] = [join(distDir, 'builds'), join(distDir, 'gone')]
  await rename(here, gone)
  expect([await ask('/llms.txt'), await ask('/'), await ask('/llms.txt')]).toEqual([503, 503, 503])
  expect(named()).toEqual(['llms.txt', 'index.html'])
  await rename(gone, here)
  expect(await ask('/llms.txt')).toBe(200)
  await rename(here, gone)
  expect(await ask('/llms.txt')).toBe(503)
  expect(named()).toEqual(['llms.txt', 'index.html', 'llms.txt'])
})
