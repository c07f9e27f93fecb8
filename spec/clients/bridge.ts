import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Client } from '@modelcontextprotocol/client'
import { StdioClientTransport } from '@modelcontextprotocol/client/stdio'
import { BRIDGE } from '../interfaces/mcp/hosts.ts'
import { HeadlessBrowser } from '../support/headless_browser.ts'
import { consentTo } from '../support/login.ts'
import { freePort } from '../support/running.ts'
import { waitUntil } from '../support/wait_until.ts'

export type BridgedClient = {
  readonly client: Client
  /** The scopes of each login that a person was asked for. */
  readonly logins: readonly string[]
  /** The output of the bridge, to explain a failure. */
  output(): string
  close(): Promise<void>
}

/**
 * A host that only starts programs, the bridge as such a program, and a person who visits every
 * address that it prints, as where no browser can be opened.
 */
export async function startBridge(
  base: string,
  protocol: 'legacy' | 'auto',
): Promise<BridgedClient> {
  const home = await mkdtemp(join(tmpdir(), 'lectern-bridge-'))
  const port = String(await freePort())
  const transport = new StdioClientTransport({
    command: process.execPath,
    args: [
      BRIDGE,
      `${base}/mcp`,
      port,
      '--allow-http',
      '--host',
      '127.0.0.1',
      '--protocol',
      protocol,
    ],
    cwd: home,
    env: { HOME: home, PATH: '', MCP_REMOTE_CONFIG_DIR: home },
    stderr: 'pipe',
  })
  const logins: string[] = []
  let output = ''
  let read = 0
  transport.stderr?.on('data', (chunk: Uint8Array) => {
    output += new TextDecoder().decode(chunk)
    const asked = /visiting:\n(http\S+)\n/.exec(output.slice(read))
    if (asked?.[1] === undefined) return
    read += asked.index + asked[0].length
    logins.push(new URL(asked[1]).searchParams.get('scope') ?? '')
    void agree(base, asked[1]).catch((error: unknown) => {
      output += String(error)
    })
  })
  const client = new Client({ name: 'lectern-spec', version: '1.0.0' })
  await client.connect(transport)
  const close = async () => {
    await client.close()
    await rm(home, { recursive: true, force: true })
  }
  return { client, logins, output: () => output, close }
}

/** Consents and sends the response to the port where the bridge will listen. */
async function agree(base: string, url: string): Promise<void> {
  const back = await consentTo(new HeadlessBrowser(base), url)
  await waitUntil(async () => (await fetch(back).catch(() => undefined))?.ok === true)
}
