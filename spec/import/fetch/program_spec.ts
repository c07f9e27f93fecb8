import { afterAll, expect } from 'bun:test'
import { existsSync } from 'node:fs'
import { readdir, readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { verifies, verifiesLong } from '../../requirements/verifies.ts'
import { runProgram, SHORT_LIVED } from '../../support/program.ts'
import { MAIN } from '../../support/repository.ts'
import { freePort } from '../../support/running.ts'
import { waitUntil } from '../../support/wait_until.ts'
import { createFolders } from '../generators/importing.ts'
import { makeHome, writePage } from './site.ts'

const nav =
  '<nav><ul><li><a href="/guide/cup.html">Cups</a></li><li><a href="/pot">Pots</a></li></ul></nav>'
const withMenu = (page: string) => page.replace('<body>', `<body>${nav}`)

const FILES = {
  'index.html': withMenu(writePage('Home', ['guide/cup.html', '/pot', 'old.html', 'plan.txt'])),
  'guide/cup.html': withMenu(writePage('Cup', ['../pot.html', '/'])),
  'pot.html': withMenu(writePage('Pot', ['guide/cup.html'])),
  'old.html': '<!doctype html><meta http-equiv="refresh" content="0; url=pot.html">',
  'plan.txt': 'A plan.\n',
}

/** Serves a folder on loopback, as hosts of static files do. */
function serveFolder(folder: string): { readonly address: string; readonly statuses: number[] } {
  const statuses: number[] = []
  const server = Bun.serve({
    hostname: '127.0.0.1',
    port: 0,
    fetch: async (request) => {
      const response = await answerFile(folder, request)
      statuses.push(response.status)
      return response
    },
  })
  afterAll(() => server.stop(true))
  return { address: `http://127.0.0.1:${server.port}/`, statuses }
}

async function answerFile(folder: string, request: Request): Promise<Response> {
  const { pathname } = new URL(request.url)
  for (const name of [pathname, `${pathname}.html`, `${pathname}index.html`]) {
    const path = join(folder, name)
    if (!(await Bun.file(path).exists())) continue
    const text = await readFile(path, 'utf8')
    const etag = `"${Bun.hash(text)}"`
    if (request.headers.get('if-none-match') === etag) return new Response(null, { status: 304 })
    const type = path.endsWith('.txt') ? 'text/plain' : 'text/html; charset=utf-8'
    return new Response(text, { headers: { etag, 'content-type': type } })
  }
  return new Response('', { status: 404 })
}

/** Every file of the pages of a corpus with its text. */
async function readPages(corpusDir: string): Promise<Readonly<Record<string, string>>> {
  const folder = join(corpusDir, 'pages')
  const entries = await readdir(folder, { recursive: true, withFileTypes: true })
  const files = entries.filter((entry) => entry.isFile())
  const texts = files.map(async (entry) => {
    const path = join(entry.parentPath, entry.name)
    return [path.slice(folder.length), await readFile(path, 'utf8')] as const
  })
  return Object.fromEntries((await Promise.all(texts)).sort())
}

verifiesLong(
  ['import.address', 'import.address_again', 'import.address_networks'],
  '`import` of an address writes what it writes of the folder, and asks for changes alone then',
  async () => {
    const home = await makeHome()
    const [from, byFolder] = await createFolders(home, FILES)
    const { address, statuses } = serveFolder(from)
    const to = join(home, 'by-address')
    const refused = await runProgram(['import', address, '--to', to])
    expect([refused.code, statuses]).toEqual([1, []])
    expect(refused.err).toContain('add --allow-private to import from your own network')
    const words = ['import', address, '--to', to, '--allow-private']
    const trial = await runProgram([...words, '--check'])
    expect([trial.code, existsSync(join(to, 'pages'))]).toEqual([0, false])
    const first = await runProgram([...words, '--strict'])
    expect([first.code, first.err.includes('lost: ')]).toEqual([0, false])
    expect((await runProgram(['import', from, '--to', byFolder])).code).toBe(0)
    expect(await readPages(to)).toEqual(await readPages(byFolder))
    expect(await readFile(join(to, '.site/.gitignore'), 'utf8')).toBe('*\n')
    statuses.length = 0
    const second = await runProgram(words)
    expect(second.out).toContain('Fetched 4 pages with 7 requests; 5 had not changed')
    // What is not there was not there before.
    expect(statuses.filter((status) => status !== 404)).toEqual(Array(5).fill(304))
    expect((await runProgram(['check', to])).code).toBe(0)
  },
)

verifiesLong(
  'import.address_again',
  '`import --watch` asks an address again and again, and Ctrl-C ends it',
  async () => {
    const home = await makeHome()
    const [from, to] = await createFolders(home, FILES)
    const { address } = serveFolder(from)
    const words = ['import', address, '--to', to, '--allow-private', '--watch', '1s']
    const env = { ...process.env, ...SHORT_LIVED }
    const child = Bun.spawn([process.execPath, MAIN, ...words], {
      env,
      stdout: 'pipe',
      stderr: 'pipe',
    })
    const page = join(to, 'pages/pot.md')
    const reads = async (text: string) => {
      return (await readFile(page, 'utf8').catch(() => '')).includes(text)
    }
    await waitUntil(() => reads('to say of Pot'))
    await writeFile(
      join(from, 'pot.html'),
      FILES['pot.html'].replace('say of Pot', 'cook in a pot'),
    )
    await waitUntil(() => reads('to cook in a pot'))
    child.kill('SIGINT')
    expect(await child.exited).toBe(0)
    expect(await new Response(child.stdout).text()).toContain('for changes each 1s; Ctrl+C stops')
  },
)

verifies(
  'import.try',
  '`try` answers over MCP with the pages of an address, in one command',
  async () => {
    const home = await makeHome()
    const [from] = await createFolders(home, FILES)
    const { address } = serveFolder(from)
    const port = await freePort()
    const env = { ...process.env, ...SHORT_LIVED, TMPDIR: home }
    for (const source of [address, from]) {
      const words = ['try', source, '--allow-private', '--port', String(port)]
      const child = Bun.spawn([process.execPath, MAIN, ...words], {
        env,
        stdout: 'pipe',
        stderr: 'pipe',
      })
      const ask = async () => {
        const call = { name: 'search_public_docs', arguments: { query: 'cup' } }
        const response = await fetch(`http://127.0.0.1:${port}/mcp`, {
          method: 'POST',
          headers: {
            'content-type': 'application/json',
            accept: 'application/json, text/event-stream',
          },
          body: JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'tools/call', params: call }),
        }).catch(() => undefined)
        return (await response?.text()) ?? ''
      }
      await waitUntil(async () => (await ask()).includes('guide/cup'))
      child.kill('SIGINT')
      expect(await child.exited).toBe(0)
      expect((await readdir(home)).filter((name) => name.startsWith('lectern-try-'))).toEqual([])
    }
  },
)
