import { afterAll, expect } from 'bun:test'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import {
  Client,
  StreamableHTTPClientTransport,
  UnauthorizedError,
} from '@modelcontextprotocol/client'
import { HostProvider } from '../clients/host_provider.ts'
import { readFencedBlocks } from '../documentation/docs_commands.ts'
import { verifies } from '../requirements/verifies.ts'
import { ROOT } from '../support/repository.ts'
import { startRunning } from '../support/running.ts'
import { SECRET } from './running_product.ts'

const ends: (() => Promise<unknown>)[] = []
afterAll(async () => {
  for (const end of ends.reverse()) await end()
})

/** The corpus that the tutorial writes, as far as tools need it. */
async function writeCorpus(): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'lectern-first-tool-'))
  ends.push(() => rm(folder, { recursive: true }))
  const init = Bun.spawn([process.execPath, join(ROOT, 'app/main.ts'), 'init', folder, '--yes'])
  expect(await init.exited).toBe(0)
  const page = await Bun.file(join(ROOT, 'corpus/pages/start/first-private-tool.md')).text()
  const block = readFencedBlocks(page).find(({ content }) => content.includes('business.yaml'))
  const written = /business\.yaml <<'END'\n([\s\S]*?\n)END\n/.exec(block?.content ?? '')?.[1]
  await Bun.write(join(folder, 'corpus/business.yaml'), written ?? '')
  return join(folder, 'corpus')
}

async function startProduct(): Promise<string> {
  const child = Bun.spawn([process.execPath, join(import.meta.dir, 'typescript/example.ts')], {
    env: { ...process.env, DOMAIN_SECRET: SECRET, PRODUCT_PORT: '0' },
    stdout: 'pipe',
  })
  ends.push(async () => {
    child.kill()
    await child.exited
  })
  const { value } = await child.stdout.getReader().read()
  return /DOMAIN_URL=(\S+)/.exec(new TextDecoder().decode(value))?.[1] ?? ''
}

async function connect(url: string, user: string) {
  const provider = new HostProvider(url, { by: 'registration' }, { user })
  const transport = new StreamableHTTPClientTransport(new URL(`${url}/mcp`), {
    authProvider: provider,
  })
  const client = new Client({ name: 'first-tool', version: '1.0.0' })
  await client.connect(transport)
  return async (name: string, args = {}) => {
    const call = { name, arguments: args }
    try {
      return (await client.callTool(call)).structuredContent
    } catch (error) {
      if (!(error instanceof UnauthorizedError)) throw error
      await transport.finishAuth(provider.back)
      return (await client.callTool(call)).structuredContent
    }
  }
}

verifies(
  'product_check.first_tool',
  'two invented people call the tools of the tutorial, each in their business',
  async () => {
    const [corpus, product] = await Promise.all([writeCorpus(), startProduct()])
    const env = { DEV_SIGN_IN: '1', DOMAIN_URL: product, DOMAIN_SECRET: SECRET }
    const running = await startRunning({ corpus, env })
    ends.push(() => running.stop())
    const [ada, ben] = [await connect(running.url, 'Ada'), await connect(running.url, 'Ben')]
    const text = 'Rye flour is in the blue tins'
    expect(await ada('list_notes')).toMatchObject({ records: [{ id: 'note_1', fields: { text } }] })
    expect(await ben('list_notes')).toMatchObject({ records: [{ id: 'note_2' }] })
    const added = { text: 'The mill is cleaned on Mondays' }
    expect(await ada('add_note', added)).toMatchObject({ status: 'applied' })
    expect(await ada('list_notes')).toMatchObject({ records: [{}, { fields: added }] })
    expect(await ben('list_notes')).toMatchObject({ records: [{ id: 'note_2' }] })
  },
)
