import { afterAll, expect } from 'bun:test'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { readCorpus } from '../../../app/build/corpus_build/corpus.ts'
import { formatProblem } from '../../../app/contract/problem.ts'
import { verifies } from '../../requirements/verifies.ts'
import { copyGoodCorpus, pageText } from './bad_input/files.ts'

const TEXT = 'Ask `http://localhost:8080/mcp`, not http://localhost:80801 or http://localhost:9090.'

const home = await mkdtemp(join(tmpdir(), 'lectern-address-'))
afterAll(() => rm(home, { recursive: true, force: true }))

const corpus = await copyGoodCorpus(join(home, 'corpus'))
await corpus.swap(
  'registry.yaml',
  '\nllms:',
  '\npages: { address: http://localhost:8080/, local: [start] }\n\nllms:',
)
for (const page of ['start/one', 'clients/two']) {
  await corpus.write(`pages/${page}.md`, pageText({ title: page }, TEXT))
}

async function readBodies(baseUrl: string): Promise<Readonly<Record<string, string>>> {
  const read = await readCorpus({ corpusDir: corpus.path, baseUrl })
  if (!read.ok) throw new Error(read.error.map(formatProblem).join('\n'))
  return Object.fromEntries(read.value.pages.map(({ path, body }) => [path, body.trim()]))
}

verifies('pages.served_address', 'readCorpus() puts the served address into pages', async () => {
  const here = await readBodies('http://localhost:8090')
  const own = TEXT.replace('8080/mcp', '8090/mcp')
  expect([here['start/one'], here['clients/two']]).toEqual([own, own])
})

verifies('pages.served_address', 'readCorpus() keeps it where the reader runs one', async () => {
  const there = await readBodies('https://docs.acme.example')
  expect(there['start/one']).toBe(TEXT)
  expect(there['clients/two']).toContain(
    '`https://docs.acme.example/mcp`, not http://localhost:80801',
  )
})
