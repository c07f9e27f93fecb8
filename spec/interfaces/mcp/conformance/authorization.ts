import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { HeadlessBrowser } from '../../../support/headless_browser.ts'
import { consentTo } from '../../../support/login.ts'
import { freePort } from '../../../support/running.ts'

const SUITE = resolve(
  import.meta.dir,
  '../../../../node_modules/@modelcontextprotocol/conformance/dist/index.js',
)

/** The result of the scenarios of one run. */
export type Outcome = {
  readonly code: number
  readonly passed: number
  readonly failed: number
  readonly output: string
}

/** Runs all scenarios of authorization servers, and consents where it is asked to. */
export async function runAuthorization(issuer: string, clientId: string): Promise<Outcome> {
  const port = String(await freePort())
  const words = [
    '--url',
    issuer,
    '--client-id',
    clientId,
    '--resource',
    `${issuer}/mcp`,
    '-p',
    port,
  ]
  return await runScenarios(['authorization', ...words], async (text) => {
    const [, url] = /^(http\S+\/oauth\/authorize\?\S+)\n/m.exec(text) ?? []
    if (url === undefined || !text.includes('Callback server started')) return false
    await fetch(await consentTo(new HeadlessBrowser(issuer), url))
    return true
  })
}

/** Runs one scenario of servers. */
export async function runServer(base: string, scenario: string): Promise<Outcome> {
  return await runScenarios(
    ['server', '--url', `${base}/mcp`, '--scenario', scenario],
    async () => true,
  )
}

/** `answer` gets the output so far, until it returns true: nothing more is asked. */
async function runScenarios(
  words: readonly string[],
  answer: (text: string) => Promise<boolean>,
): Promise<Outcome> {
  const out = await mkdtemp(join(tmpdir(), 'lectern-conformance-'))
  const child = Bun.spawn([process.execPath, SUITE, ...words, '-o', out], {
    cwd: out,
    stdout: 'pipe',
    stderr: 'pipe',
  })
  const faults = new Response(child.stderr).text()
  let text = ''
  let done = false
  const decoder = new TextDecoder()
  for await (const chunk of child.stdout) {
    text += decoder.decode(chunk, { stream: true })
    if (!done) done = await answer(text)
  }
  const output = Bun.stripANSI(text + (await faults))
  const code = await child.exited
  await rm(out, { recursive: true, force: true })
  return { code, output, ...figuresOf(output) }
}

function figuresOf(output: string): { readonly passed: number; readonly failed: number } {
  const one = /^Passed: (\d+)\/\d+, (\d+) failed/m
  const all = /^Total: (\d+) passed, (\d+) failed/m
  const [, passed = '0', failed = '0'] = all.exec(output) ?? one.exec(output) ?? []
  return { passed: Number(passed), failed: Number(failed) }
}
