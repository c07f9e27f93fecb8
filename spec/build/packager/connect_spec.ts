import { afterAll, beforeAll, expect } from 'bun:test'
import { copyFile, mkdir, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { Client } from '@modelcontextprotocol/client'
import { StdioClientTransport } from '@modelcontextprotocol/client/stdio'
import { parse } from 'yaml'
import { readRegistry } from '../../../app/build/corpus_build/corpus.ts'
import { connectGuide } from '../../../app/build/packager/mod.ts'
import { type Fence, readFencedBlocks } from '../../documentation/docs_commands.ts'
import { INSPECTOR } from '../../interfaces/mcp/inspector.ts'
import { verifies, verifiesLong } from '../../requirements/verifies.ts'
import { type Running, startRunning } from '../../support/running.ts'
import {
  BASE_URL,
  createCorpus,
  createPrograms,
  ENDPOINT,
  newFolder,
  removeFolders,
  runOnce,
  runOver,
} from './packaging.ts'

const HOSTS = [
  ...['claude', 'claude-code', 'chatgpt', 'vscode', 'copilot', 'cursor', 'codex', 'gemini'],
  ...['windsurf', 'zed', 'jetbrains', 'goose', 'librechat', 'open-webui'],
  ...['bridge', 'inspector'],
]

let corpus: string
let running: Running

beforeAll(async () => {
  corpus = await createCorpus()
  running = await startRunning({ corpus })
})

afterAll(async () => {
  await running.stop()
  await removeFolders()
})

/** What `connect HOST` prints, without a process for each host. */
async function formatHost(host: string): Promise<string> {
  const registry = await readRegistry({ corpusDir: corpus, baseUrl: BASE_URL })
  if (!registry.ok) throw new Error('Cannot read the registry')
  const options = { registry: registry.value, baseUrl: BASE_URL, loopback: false }
  return connectGuide({ ...options, host })
}

/** Runs `connect`, which must succeed, and returns what it prints. */
async function runConnect(words: readonly string[], baseUrl: string = BASE_URL): Promise<string> {
  const { code, out, err } = await runOnce(corpus, ['connect', ...words], baseUrl)
  expect([code, err]).toEqual([0, ''])
  return out
}

async function readFences(
  language: string,
  word?: string,
  baseUrl?: string,
): Promise<readonly Fence[]> {
  const text = await runConnect(word === undefined ? [] : [word], baseUrl)
  return readFencedBlocks(text).filter(({ words }) => words[0] === language)
}

/** Runs a printed command in a shell, as a reader would. */
async function runInShell(line: string): Promise<{ readonly code: number; readonly out: string }> {
  const child = Bun.spawn(['/bin/sh', '-euc', line], {
    cwd: await newFolder(),
    env: { HOME: await newFolder(), PATH: `${await createPrograms()}:/usr/bin:/bin` },
    stdin: 'ignore',
    stdout: 'pipe',
    stderr: 'ignore',
  })
  const out = await new Response(child.stdout).text()
  return { code: await child.exited, out }
}

verifies('program.connect', 'connect covers every host, with the real address', async () => {
  const text = await runConnect([])
  expect(text.match(/^## .*$/gm)?.length).toBe(HOSTS.length)
  expect(text).toStartWith(`# Connect Lectern\n\nAddress: ${ENDPOINT}\n`)
  expect(text).not.toMatch(/localhost|YOUR_|<[a-z]/)
  for (const section of text.split(/^## /m).slice(1)) {
    // The one address in Base64 comes with a snippet that shows it.
    expect(section).toContain(ENDPOINT)
  }
})

verifiesLong('program.connect', 'connect HOST covers that host only', async () => {
  expect(await runConnect(['codex'])).toBe(`${await formatHost('codex')}\n`)
  for (const word of HOSTS) {
    const text = await formatHost(word)
    expect([word, text.match(/^## .*$/gm)?.length]).toEqual([word, 1])
    expect(text).toContain(ENDPOINT)
  }
})

verifies(
  'program.connect',
  'an unknown host is a usage error that lists the known hosts',
  async () => {
    for (const words of [['netscape'], ['toString'], ['claude', 'codex'], ['']]) {
      const { code, out, err } = await runOver(corpus, ['connect', ...words])
      expect([words, code, out]).toEqual([words, 2, ''])
      expect(err).toContain(`name one of ${HOSTS.join(', ')}`)
    }
  },
)

verifies(
  'program.connect',
  'connect says which hosts cannot reach a loopback address',
  async () => {
    const local = await runConnect([], 'http://localhost:8080')
    expect(local).toContain(
      'loopback address, so Claude (web and desktop) and ChatGPT cannot reach it',
    )
    expect(local.match(/calls from a data centre/g)?.length).toBe(2)
    expect(await runConnect(['chatgpt'], 'http://[::1]:8080')).toContain(
      'cannot reach a loopback address',
    )
    expect(await runConnect(['codex'], 'http://localhost:8080')).not.toContain(
      'calls from a data centre',
    )
    expect(await runConnect([])).not.toContain('loopback')
  },
)

verifies('program.connect', 'connect says which hosts accept https only', async () => {
  const local = await runConnect([], 'http://localhost:8080')
  expect(local.match(/accepts https addresses only/g)?.length).toBe(2)
  expect(await runConnect([])).not.toMatch(/https addresses only|accepts http for/)
  const numbers = await runConnect(['bridge'], 'http://[::1]:8080')
  expect(numbers).toContain('accepts http for localhost and 127.0.0.1 only')
  expect(local).not.toContain('accepts http for')
})

verifiesLong('program.connect', 'connect says which steps are not tested', async () => {
  for (const word of HOSTS) {
    const unproved = (await formatHost(word)).includes('we have not tested them')
    expect([word, unproved]).toEqual([word, word !== 'bridge' && word !== 'inspector'])
  }
})

verifies('program.connect', 'every snippet parses and holds the address', async () => {
  const json = await readFences('json')
  const parsed = json.map(({ content }) => JSON.stringify(JSON.parse(content)))
  expect(parsed.map((content) => content.includes(`"${ENDPOINT}"`))).toEqual(parsed.map(() => true))
  expect(json.length).toBe(9)
  const [toml, ...more] = await readFences('toml')
  expect(Bun.TOML.parse(toml?.content ?? '')).toEqual({
    mcp_servers: { lectern: { url: ENDPOINT } },
  })
  expect(more).toEqual([])
  const [goose, chat, ...others] = (await readFences('yaml')).map(({ content }) => parse(content))
  expect(goose.extensions.lectern).toMatchObject({ type: 'streamable_http', uri: ENDPOINT })
  expect(chat.mcpServers.lectern).toMatchObject({ type: 'streamable-http', url: ENDPOINT })
  expect(others).toEqual([])
})

verifies('program.connect', 'the address for Cursor holds the entry of its file', async () => {
  const text = await runConnect(['cursor'])
  const link = new URL(/cursor:\/\/\S+/.exec(text)?.[0] ?? '')
  expect(link.searchParams.get('name')).toBe('lectern')
  const [file] = await readFences('json', 'cursor')
  const entry: unknown = JSON.parse(atob(link.searchParams.get('config') ?? ''))
  expect(JSON.parse(file?.content ?? '')).toEqual({ mcpServers: { lectern: entry } })
})

verifies('program.connect', 'a shell passes each host the intended words', async () => {
  const address = 'http://[::1]:8080'
  const lines = (await readFences('sh', undefined, address)).map(({ content }) => content)
  const run = await Promise.all(lines.filter((line) => !line.startsWith('npx')).map(runInShell))
  const url = `${address}/mcp`
  expect(run.map(({ out }) => out.trim().split('\n'))).toEqual([
    ['mcp', 'add', '--transport', 'http', 'lectern', url],
    ['--add-mcp', JSON.stringify({ name: 'lectern', type: 'http', url })],
    ['mcp', 'add', '--transport', 'http', 'lectern', url],
    ['mcp', 'add', 'lectern', '--url', url],
    ['mcp', 'add', '--scope', 'user', '-t', 'http', 'lectern', url],
  ])
  expect(lines.length - run.length).toBe(2)
})

verifiesLong(
  'program.connect',
  'the command line of the Inspector lists the tools of the running server',
  async () => {
    const [line] = await readFences('sh', 'inspector', running.url)
    const { code, out } = await runInShell(line?.content ?? '')
    expect(code).toBe(0)
    expect(out).toContain('search_public_docs')
  },
  { needs: [INSPECTOR] },
)

verifiesLong('program.connect', 'the bridge connects a host to the running server', async () => {
  const [line] = await readFences('sh', 'bridge', running.url)
  expect(await listToolsThrough('/bin/sh', ['-c', line?.content ?? ''])).toContain(
    'search_public_docs',
  )
})

verifiesLong('program.connect', 'a host that starts what was pasted finds tools', async () => {
  const [file] = await readFences('json', 'bridge', running.url)
  const { command, args } = JSON.parse(file?.content ?? '').mcpServers.lectern
  expect(await listToolsThrough(join(await createPrograms(), command), args)).toContain(
    'search_public_docs',
  )
})

async function listToolsThrough(command: string, args: string[]): Promise<readonly string[]> {
  const client = new Client({ name: 'lectern-spec', version: '1.0.0' })
  const env = { HOME: await newFolder(), PATH: `${await createPrograms()}:/usr/bin:/bin` }
  const cwd = await newFolder()
  await client.connect(new StdioClientTransport({ command, args, cwd, env, stderr: 'ignore' }))
  const { tools } = await client.listTools()
  await client.close()
  return tools.map(({ name }) => name)
}

verifies('program.connect', 'connect reads only the registry and uses its names', async () => {
  const bare = await newFolder()
  const renamed = await createCorpus(
    ['name: lectern\n', 'name: quill\n'],
    ['title: Lectern', 'title: Quill'],
  )
  await copyFile(join(renamed, 'registry.yaml'), join(bare, 'registry.yaml'))
  const { code, out } = await runOver(bare, ['connect', 'codex'])
  expect(code).toBe(0)
  expect(out).toStartWith('# Connect Quill\n')
  expect(out).toContain(`codex mcp add quill --url ${ENDPOINT}`)
  expect(out).not.toMatch(/lectern/i)
})

verifies('program.connect', 'a broken or missing registry is reported', async () => {
  const bare = await newFolder()
  expect((await runOver(bare, ['connect'])).err).toMatch(/registry\.yaml:1:1: the file is missing/)
  await mkdir(join(bare, 'pages'))
  await writeFile(join(bare, 'registry.yaml'), 'service: 7\n')
  const { code, out, err } = await runOver(bare, ['connect'])
  expect([code, out]).toEqual([1, ''])
  expect(err).toMatch(/registry\.yaml:1:\d+: /)
  await rm(bare, { recursive: true })
})
