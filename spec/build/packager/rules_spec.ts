import { afterAll, beforeAll, expect } from 'bun:test'
import { readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { check } from '../../../app/build/corpus_build/check.ts'
import type { Problem } from '../../../app/contract/problem.ts'
import { verifies, verifiesLong } from '../../requirements/verifies.ts'
import { BROKEN, BROKEN_IDENTITY, CREDENTIALS, POWERS, RANDOM, type Row } from './bad_host_data.ts'
import {
  BASE_URL,
  createCorpus,
  newFolder,
  packageCorpus,
  readTexts,
  removeFolders,
  runOver,
} from './packaging.ts'

let corpus: string
let registry: string

beforeAll(async () => {
  corpus = await createCorpus()
  registry = await readFile(join(corpus, 'registry.yaml'), 'utf8')
})

afterAll(removeFolders)

/** Adds host data to the registry and returns the line of its first entry. */
async function writeHosts(lines: readonly string[]): Promise<number> {
  const added = ['  hosts:', ...lines.map((line) => `    ${line}`)]
  await writeFile(join(corpus, 'registry.yaml'), `${registry}${added.join('\n')}\n`)
  return registry.split('\n').length + 1
}

async function checkNow(from: string = corpus): Promise<readonly Problem[]> {
  const checked = await check({ corpusDir: from, baseUrl: BASE_URL })
  return checked.ok ? [] : checked.error
}

/** Expects that each line of host data is refused, with its message and at its place. */
async function expectRefusals(rows: readonly Row[]): Promise<void> {
  for (const [line, says] of rows) {
    const first = await writeHosts([line])
    const problems = await checkNow()
    const whats = problems.map(({ what }) => what).join('\n')
    expect([line, whats]).toEqual([line, expect.stringContaining(says)])
    expect(problems.map((problem) => problem.line)).toEqual(problems.map(() => first))
    expect(problems[0]?.file).toEndWith('registry.yaml')
  }
}

verifiesLong(
  'package.no_credentials',
  'check refuses host data with a credential or a place for one',
  () => expectRefusals(CREDENTIALS),
)

verifiesLong('package.no_power', 'check refuses host data that says more than the server', () =>
  expectRefusals(POWERS),
)

verifies('package.describes', 'check refuses host data that no host can read', () =>
  expectRefusals(BROKEN),
)

verifies(
  ['package.no_credentials', 'package.released_together', 'package.describes'],
  'check refuses what no package can contain, anywhere in the registry',
  async () => {
    for (const [from, to, says] of BROKEN_IDENTITY) {
      const problems = await checkNow(await createCorpus([from, to]))
      const whats = problems.map(({ what }) => what).join('\n')
      expect([to, whats]).toEqual([to, expect.stringContaining(says)])
    }
  },
)

verifies(
  ['package.no_credentials', 'package.no_power', 'package.released_together'],
  'build and package refuse what check refuses, with every problem at once',
  async () => {
    await writeHosts([
      'gemini:',
      '  headers: { Authorization: x }',
      '  includeTools: [drop_tables]',
      'codex:',
      '  version: 0.0.9',
      '  scope: mcp:everything',
    ])
    const folder = join(await newFolder(), 'package')
    for (const words of [['check'], ['build'], ['package', '--to', folder]]) {
      const { code, err } = await runOver(corpus, words)
      expect([words[0], code, err.trim().split('\n').at(-1)]).toEqual([words[0], 1, '4 problems'])
    }
    expect((await readTexts(join(folder, '..'))).size).toBe(0)
  },
)

verifies(
  'package.no_credentials',
  'the identity of the service contains no credential',
  async () => {
    const other = await createCorpus([
      'description: >-\n    Documentation of',
      `description: >-\n    ghp_${RANDOM}`,
    ])
    const { code, err } = await runOver(other, ['check'])
    expect([code, err.trim().split('\n').length]).toEqual([1, 2])
    expect(err).toMatch(/registry\.yaml:8:5: this looks like a credential/)
  },
)

verifies('package.describes', 'a service name that hosts do not accept is reported', async () => {
  const other = await createCorpus(['  name: lectern\n', '  name: lectern--docs-\n'])
  const { code, err } = await runOver(other, ['check'])
  expect(code).toBe(1)
  expect(err).toContain('"lectern--docs-" cannot be the name of a package')
})

verifies('package.describes', 'package data that contains itself is refused', async () => {
  const first = await writeHosts(['cursor: &own { self: *own }'])
  const { code, err } = await runOver(corpus, ['check'])
  expect(code).toBe(1)
  expect(err).toContain(`registry.yaml:${first}:26: an alias repeats a value that contains it`)
  expect((await runOver(corpus, ['package', '--to', await newFolder()])).code).toBe(1)
})

verifies('package.describes', 'data for one host is merged into its manifest', async () => {
  await writeHosts([
    'codex:',
    '  interface: { brandColor: "#336699", capabilities: [Read, Research] }',
    'cursor: { logo: "https://docs.example/logo.svg", category: Docs }',
    'registry: { icons: [{ src: "https://docs.example/logo.svg", sizes: [any] }] }',
    'gemini: { includeTools: [search_public_docs, read_page] }',
  ])
  const texts = await readTexts(await packageCorpus(corpus))
  const codex = JSON.parse(texts.get('.codex-plugin/plugin.json') ?? '')
  expect(codex.interface).toMatchObject({
    displayName: 'Lectern',
    brandColor: '#336699',
    capabilities: ['Read', 'Research'],
  })
  expect(texts.get('.cursor-plugin/plugin.json')).toContain('https://docs.example/logo.svg')
  expect(texts.get('server.json')).toContain('https://docs.example/logo.svg')
  expect(JSON.parse(texts.get('gemini-extension.json') ?? '').mcpServers.lectern).toEqual({
    httpUrl: 'https://docs.example/mcp',
    includeTools: ['search_public_docs', 'read_page'],
  })
})
