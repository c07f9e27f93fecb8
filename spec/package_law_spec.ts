import { afterAll, beforeAll, expect } from 'bun:test'
import { readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { Problem } from '../scripts/_corpus.ts'
import { check } from '../scripts/check.ts'
import {
  BASE_URL,
  corpusWith,
  newFolder,
  packed,
  ranOver,
  removeFolders,
  textsOf,
} from './_package/packed.ts'
import { verifies } from './_verifies.ts'

let corpus: string
let registry: string

beforeAll(async () => {
  corpus = await corpusWith()
  registry = await readFile(join(corpus, 'registry.yaml'), 'utf8')
})

afterAll(removeFolders)

/** Adds data of hosts to the registry; the line on which its first line stands. */
async function withHosts(lines: readonly string[]): Promise<number> {
  const added = ['  hosts:', ...lines.map((line) => `    ${line}`)]
  await writeFile(join(corpus, 'registry.yaml'), `${registry}${added.join('\n')}\n`)
  return registry.split('\n').length + 1
}

async function problemsNow(): Promise<readonly Problem[]> {
  const checked = await check({ corpusDir: corpus, baseUrl: BASE_URL })
  return checked.ok ? [] : checked.error
}

/** A key that no issuer gave out: its parts stand apart, so that no scanner takes it for one. */
const RANDOM = ['q7Rk2Vw9', 'Zp4Xn8Lc', 'Td6Bm1Hs', 'Jf3Gy5Ke'].join('')

const GEMINI = ['gemini:', '  mcpServers:', '    lectern:']

type Row = readonly [what: string, lines: readonly string[], at: number, says: string]

const CREDENTIALS: readonly Row[] = [
  ['a header', [...GEMINI, '      headers: { Accept: x }'], 4, '"headers" is a place for a cred'],
  ['an empty header', ['cursor:', '  headers: {}'], 2, '"headers" is a place for a credential'],
  ['a variable of the environment', ['codex:', '  env: { A: b }'], 2, '"env" is a place for a'],
  ['a token by name', ['codex:', '  bearer_token_env_var: X'], 2, '"bearer_token_env_var" is a'],
  ['a key by name', ['codex:', '  interface:', '    apiKey: x'], 3, '"apiKey" is a place for a'],
  ['a bearer token', ['gemini:', '  note: Bearer abc123def456'], 2, 'looks like a credential'],
  ['a key of an issuer', ['gemini:', `  note: sk-${RANDOM}`], 2, 'looks like a credential'],
  ['a token of a forge', ['gemini:', `  note: ghp_${RANDOM}`], 2, 'looks like a credential'],
  ['a web token', ['gemini:', `  note: eyJhbGciOiJI.${RANDOM}`], 2, 'looks like a credential'],
  ['random characters', ['gemini:', `  note: ${RANDOM}`], 2, 'looks like a credential'],
  ['a private key', ['gemini:', '  note: "-----BEGIN PRIVATE KEY-----"'], 2, 'looks like a cred'],
  ['userinfo', ['cursor:', '  logo: https://me:pw@x.example/a'], 2, 'looks like a credential'],
  ['a key in a query', ['cursor:', '  logo: https://x.example/a?token=1'], 2, 'looks like a cre'],
  ['a mark for one', ['cursor:', '  note: "${DOCS_API_KEY}"'], 2, 'looks like a credential'],
  ['a password in words', ['cursor:', '  note: "password: hunter22"'], 2, 'looks like a credent'],
]

const POWERS: readonly Row[] = [
  ['another version', ['codex:', '  version: 0.0.9'], 2, 'the version is "0.0.9", and that of the'],
  ['a version that is no text', ['codex:', '  version: 1'], 2, 'the version is "1", and that of'],
  [
    'another address',
    [...GEMINI, '      httpUrl: https://evil.example/mcp'],
    4,
    'the address is "https://evil.example/mcp", and the server is at "https://docs.example/mcp"',
  ],
  [
    'a second server',
    ['codex:', '  mcpServers:', '    other: { url: "https://evil.example/mcp" }'],
    3,
    'the address is "https://evil.example/mcp"',
  ],
  ['servers elsewhere', ['codex:', '  mcpServers: ./x.json'], 2, 'the servers are in "./x.json"'],
  ['an entry that is no map', ['codex:', '  mcpServers: { a: b }'], 2, 'a server is a map'],
  ['more than an address', [...GEMINI, '      timeout: 5'], 4, '"timeout" of a server is more'],
  ['a program', ['cursor:', '  mcpServers: { a: { command: sh } }'], 2, '"command" would start a'],
  ['a hook', ['cursor:', '  hooks: ./h.json'], 2, '"hooks" would start a program'],
  [
    'a tool that is not published',
    [...GEMINI, '      includeTools: [read_page, drop_tables]'],
    4,
    'the server publishes no tool "drop_tables"',
  ],
  ['every tool', ['codex:', '  enabled_tools: ["*"]'], 2, 'the server publishes no tool "*"'],
  [
    'a tool by record',
    ['registry:', '  _meta:', '    tools:', '      - { name: drop_tables }'],
    4,
    'the server publishes no tool "drop_tables"',
  ],
  [
    'a broader scope',
    ['codex:', '  scopes: [mcp:business:admin]'],
    2,
    'no scope "mcp:business:adm',
  ],
  ['every scope', ['codex:', '  scope: "mcp:business:read mcp:*"'], 2, 'has no scope "mcp:*"'],
  ['a scope in a text', ['gemini:', '  note: Ask for mcp:admin'], 2, 'no scope "mcp:admin"'],
  ['an approval', [...GEMINI, '      trust: true'], 4, '"trust" would give an approval'],
  ['an approval by tool', ['codex:', '  autoApprove: [read_page]'], 2, '"autoApprove" would give'],
  ['another name', ['cursor:', '  name: other'], 2, 'the name "other" is not that of the service'],
  ['a host that is not known', ['curser:', '  logo: a'], 1, 'the key "curser" is unknown'],
]

for (const [what, lines, at, says] of CREDENTIALS) {
  verifies('package.no_credentials', `check refuses package data with ${what}`, async () => {
    const first = await withHosts(lines)
    const [problem, ...more] = await problemsNow()
    expect(problem?.what).toContain(says)
    expect([problem?.line, more]).toEqual([first + at - 1, []])
    expect(problem?.file).toEndWith('registry.yaml')
  })
}

for (const [what, lines, at, says] of POWERS) {
  verifies('package.no_power', `check refuses package data with ${what}`, async () => {
    const first = await withHosts(lines)
    const [problem, ...more] = await problemsNow()
    expect(problem?.what).toContain(says)
    expect([problem?.line, more]).toEqual([first + at - 1, []])
    expect(problem?.file).toEndWith('registry.yaml')
  })
}

verifies(
  ['package.no_credentials', 'package.no_power', 'package.released_together'],
  'build and package refuse what check refuses, with every problem at once',
  async () => {
    await withHosts([
      ...GEMINI,
      '      headers: { Authorization: x }',
      '      includeTools: [drop_tables]',
      'codex:',
      '  version: 0.0.9',
      '  scope: mcp:everything',
    ])
    const folder = join(await newFolder(), 'package')
    for (const words of [['check'], ['build'], ['package', '--to', folder]]) {
      const { code, err } = await ranOver(corpus, words)
      expect([words[0], code, err.trim().split('\n').at(-1)]).toEqual([words[0], 1, '4 problems'])
    }
    expect((await textsOf(join(folder, '..'))).size).toBe(0)
  },
)

verifies('package.no_credentials', 'the identity of the service holds no credential', async () => {
  const other = await corpusWith([
    'description: >-\n    Documentation of',
    `description: >-\n    ghp_${RANDOM}`,
  ])
  const { code, err } = await ranOver(other, ['check'])
  expect([code, err.trim().split('\n').length]).toEqual([1, 2])
  expect(err).toMatch(/registry\.yaml:8:5: this looks like a credential/)
})

verifies('package.describes', 'a service whose name no host takes is told', async () => {
  const other = await corpusWith(['  name: lectern\n', '  name: lectern--docs-\n'])
  const { code, err } = await ranOver(other, ['check'])
  expect(code).toBe(1)
  expect(err).toContain('"lectern--docs-" cannot name a package')
})

verifies(
  'package.describes',
  'what a host alone understands is joined to its manifest',
  async () => {
    await withHosts([
      'codex:',
      '  interface: { brandColor: "#336699", capabilities: [Read, Research] }',
      'cursor: { logo: "https://docs.example/logo.svg", version: 0.1.0 }',
      ...GEMINI,
      '      includeTools: [search_public_docs, read_page]',
    ])
    const texts = await textsOf(await packed(corpus))
    const codex = JSON.parse(texts.get('.codex-plugin/plugin.json') ?? '')
    expect(codex.interface).toMatchObject({
      displayName: 'Lectern',
      brandColor: '#336699',
      capabilities: ['Read', 'Research'],
    })
    expect(texts.get('.cursor-plugin/plugin.json')).toContain('https://docs.example/logo.svg')
    expect(JSON.parse(texts.get('gemini-extension.json') ?? '').mcpServers.lectern).toEqual({
      httpUrl: 'https://docs.example/mcp',
      includeTools: ['search_public_docs', 'read_page'],
    })
  },
)
