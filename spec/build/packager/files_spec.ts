import { afterAll, beforeAll, expect } from 'bun:test'
import { join } from 'node:path'
import { olderSdkHost } from '../../interfaces/mcp/hosts.ts'
import { verifies, verifiesLong } from '../../requirements/verifies.ts'
import { startRunning } from '../../support/running.ts'
import {
  BASE_URL,
  createCorpus,
  ENDPOINT,
  listMembers,
  newFolder,
  packageCorpus,
  readTexts,
  removeFolders,
  runOver,
} from './packaging.ts'
import { FACTS, findFormFaults, findSchemaFaults, WITH_SCHEMA } from './schemas.ts'

const PATHS = [
  '.agents/plugins/marketplace.json',
  '.claude-plugin/marketplace.json',
  '.claude-plugin/plugin.json',
  '.codex-plugin/plugin.json',
  '.cursor-plugin/plugin.json',
  '.github/plugin/plugin.json',
  '.mcp.json',
  '.vscode/mcp.json',
  'README.md',
  'gemini-extension.json',
  'mcp.json',
  'plugin.json',
  'server.json',
]

let corpus: string
let texts: ReadonlyMap<string, string>

beforeAll(async () => {
  corpus = await createCorpus()
  texts = await readTexts(await packageCorpus(corpus))
})

afterAll(removeFolders)

function parseManifests(
  from: ReadonlyMap<string, string> = texts,
): readonly (readonly [string, unknown])[] {
  return [...from].flatMap(([path, text]) =>
    path.endsWith('.json') ? [[path, JSON.parse(text)] as const] : [],
  )
}

/** Names of tools in the package; another test compares them with a running server. */
function readPublishedTools(): string[] {
  const { _meta } = JSON.parse(texts.get('server.json') ?? '')
  return _meta['io.modelcontextprotocol.registry/publisher-provided'].tools
}

/** Values of all members whose name matches, in all manifests. */
function findValues(key: RegExp): readonly unknown[] {
  return parseManifests()
    .flatMap(([, content]) => listMembers(content))
    .filter(([name]) => key.test(name))
    .map(([, value]) => value)
}

/** Paths of the files that differ between two packages. */
function findChanged(
  one: ReadonlyMap<string, string>,
  other: ReadonlyMap<string, string>,
): string[] {
  return [...one].filter(([path, text]) => other.get(path) !== text).map(([path]) => path)
}

function findNaming(...words: readonly string[]): string[] {
  const has = (text: string) => words.some((word) => text.includes(word))
  return [...texts].filter(([, text]) => has(text)).map(([path]) => path)
}

verifies('package.describes', 'package writes a registry entry and a manifest a host', () => {
  expect([...texts.keys()].sort()).toEqual([...PATHS].sort())
})

verifies('package.describes', 'each manifest has the form its host documents', () => {
  const facts = { ...FACTS, tools: readPublishedTools() }
  expect(
    parseManifests().flatMap(([path, content]) => findFormFaults(path, content, facts)),
  ).toEqual([])
  expect(parseManifests().length).toBe(12)
  const [path = '', content] = parseManifests()[0] ?? []
  expect(findFormFaults(path, { ...(content as object), more: 1 }, facts)).not.toEqual([])
})

for (const path of WITH_SCHEMA) {
  verifies('package.describes', `${path} is valid under the schema that its host publishes`, () => {
    const content = new Map(parseManifests()).get(path)
    expect(findSchemaFaults(path, content)).toEqual([])
    expect(findSchemaFaults(path, { ...(content as object), name: 7 })).not.toEqual([])
  })
}

verifiesLong(
  'package.describes',
  'a loopback address and a pre-release have the same forms',
  async () => {
    const version = '2.0.0-rc.1'
    const other = await createCorpus(['version: 0.1.0', `version: ${version}`])
    const local = parseManifests(
      await readTexts(await packageCorpus(other, 'http://localhost:8080')),
    )
    const endpoint = 'http://localhost:8080/mcp'
    const facts = { ...FACTS, version, endpoint, tools: readPublishedTools() }
    expect(local.flatMap(([path, content]) => findFormFaults(path, content, facts))).toEqual([])
    const judged = local.filter(([path]) => WITH_SCHEMA.includes(path))
    expect(judged.flatMap(([path, content]) => findSchemaFaults(path, content))).toEqual([])
  },
)

verifies('package.describes', 'every manifest points to BASE_URL/mcp and no other server', () => {
  const servers = findValues(/^(mcpServers|servers|remotes)$/).filter(
    (each) => typeof each === 'object',
  )
  const addresses = servers
    .flatMap((each) => listMembers(each))
    .filter(([name]) => /url$/i.test(name))
    .map(([, address]) => address)
  expect(addresses).toEqual(addresses.map(() => ENDPOINT))
  // server.json, mcp.json, .mcp.json, .vscode/mcp.json, Cursor and Gemini; others point to a file.
  expect(addresses.length).toBe(6)
  expect(findValues(/^mcpServers$/).filter((each) => typeof each === 'string').length).toBe(2)
})

verifies('package.released_together', 'every version is that of the server', () => {
  const versions = findValues(/^version$/)
  expect(versions).toEqual(versions.map(() => '0.1.0'))
  expect(versions.length).toBe(9)
})

verifies('package.no_credentials', 'no manifest has a place for a credential', () => {
  expect(
    findValues(/header|env|auth(?!or|entication)|token|secret|password|key(?!words)/i),
  ).toEqual([])
  expect(findNaming('Bearer', '${', 'Authorization', `@${new URL(BASE_URL).host}`)).toEqual([])
})

verifies('package.no_credentials', 'a host signs in when a protected tool is used', () => {
  expect(findValues(/^authentication$/)).toEqual(['ON_USE'])
})

verifiesLong(
  ['package.no_power', 'package.released_together', 'package.describes'],
  'a running server publishes the tools, the version and the address of its package',
  async () => {
    const running = await startRunning({ corpus })
    const live = new Map(parseManifests(await readTexts(await packageCorpus(corpus, running.url))))
    const entry = JSON.stringify(live.get('server.json'))
    const { version, remotes, _meta } = JSON.parse(entry)
    const host = await olderSdkHost(remotes[0].url, '2025-11-25')
    const tools = (await host.tools()).map(({ name }) => name)
    await host.close()
    const { tools: named } = _meta['io.modelcontextprotocol.registry/publisher-provided']
    expect(named).toEqual(tools)
    const card = await fetch(`${running.url}/.well-known/mcp.json`)
    expect(await card.json()).toMatchObject({ version, endpoint: remotes[0].url, tools: named })
    await running.stop()
  },
)

verifies('package.no_power', 'no manifest names a scope or gives an approval', () => {
  expect(findNaming('mcp:business')).toEqual([])
  expect(findValues(/scope|approv|trust|permission|allow/i)).toEqual([])
  expect(findValues(/^(command|args|hooks)$/)).toEqual([])
})

verifies('program.package', 'two runs write the same bytes, whatever the instant', async () => {
  const again = await readTexts(await packageCorpus(corpus))
  expect([...again]).toEqual([...texts])
})

verifies(
  'program.package',
  'package takes the place of the last one, and leaves nothing',
  async () => {
    const folder = await packageCorpus(corpus)
    const ran = await runOver(corpus, ['package', '--to', folder], 'https://other.example')
    expect(ran.code).toBe(0)
    const home = await readTexts(join(folder, '..'))
    expect([...home.keys()].sort()).toEqual(PATHS.map((path) => `package/${path}`).sort())
    expect([...home.values()].join('')).not.toContain(BASE_URL)
  },
)

verifies('program.package', 'by default the package lies in the folder of the builds', async () => {
  const home = await newFolder()
  const { runProgram: program } = await import('../../support/program.ts')
  const env = { CORPUS_DIR: corpus, DIST_DIR: home, BASE_URL }
  expect(await program(['package'], env)).toMatchObject({ code: 0, err: '' })
  expect((await readTexts(join(home, 'package'))).size).toBe(PATHS.length)
})

verifies(
  'package.no_power',
  'another name of a tool changes the files that name it alone',
  async () => {
    const other = await readTexts(
      await packageCorpus(await createCorpus(['name: read_page', 'name: open_leaf'])),
    )
    expect(findChanged(texts, other)).toEqual(findNaming('read_page'))
    expect(findChanged(texts, other)).toEqual(['README.md', 'server.json'])
  },
)

verifies(
  'package.released_together',
  'another version changes the files that carry it',
  async () => {
    const bumped = await createCorpus(['version: 0.1.0', 'version: 0.2.0'])
    const other = await readTexts(await packageCorpus(bumped))
    expect(findChanged(texts, other)).toEqual(findNaming('0.1.0'))
    expect(findChanged(texts, other).length).toBe(9)
  },
)

verifies(
  'package.describes',
  'another base address changes the files that name it alone',
  async () => {
    const other = await readTexts(await packageCorpus(corpus, 'https://other.example'))
    expect(findChanged(texts, other)).toEqual(findNaming(BASE_URL))
  },
)
