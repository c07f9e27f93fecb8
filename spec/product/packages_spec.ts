import { afterAll, expect } from 'bun:test'
import { once } from 'node:events'
import { mkdtemp, readdir, rm } from 'node:fs/promises'
import { type IncomingMessage, request } from 'node:http'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { checkProduct, checkProductApi } from '../../app/checks/product_check/mod.ts'
import { readTargetFile } from '../../app/checks/product_check/target_file.ts'
import { verifies, verifiesLong } from '../requirements/verifies.ts'
import { sendRaw } from './raw_request.ts'
import { callOf, connect, NEXT_SECRET, READER, SECRET } from './running_product.ts'

const OWN = import.meta.dir
const TARGET = join(OWN, 'example_notes_target.yaml')
const MAIN = join(OWN, '../../app/main.ts')

const ends: (() => Promise<unknown>)[] = []
afterAll(async () => {
  for (const end of ends.reverse()) await end()
})

async function makeFolder(): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'lectern-package-'))
  ends.push(() => rm(folder, { recursive: true }))
  return folder
}

/** Starts an example on a free port; the addresses that it prints. */
async function startExample(
  command: readonly string[],
  cwd: string,
): Promise<{ readonly url: string; readonly apiUrl: string }> {
  const env = { ...process.env, DOMAIN_SECRET: `${NEXT_SECRET}, ${SECRET}`, PRODUCT_PORT: '0' }
  const child = Bun.spawn([...command], { cwd, env, stdout: 'pipe', stderr: 'inherit' })
  ends.push(async () => {
    child.kill()
    await child.exited
  })
  const { value } = await child.stdout.getReader().read()
  const printed = new TextDecoder().decode(value)
  const [, url] = /DOMAIN_URL=(\S+)/.exec(printed) ?? []
  const [, apiUrl] = /DOMAIN_API_URL=(\S+)/.exec(printed) ?? []
  if (url === undefined || apiUrl === undefined)
    throw new Error(`Cannot start "${command.join(' ')}": it did not print both addresses`)
  return { url, apiUrl }
}

async function buildGo(): Promise<string> {
  const program = join(await makeFolder(), 'example')
  const build = Bun.spawn(['go', 'build', '-o', program, './example'], {
    cwd: join(OWN, 'go'),
    env: { ...process.env, GOFLAGS: '-mod=mod', GOPROXY: 'off' },
    stdout: 'inherit',
    stderr: 'inherit',
  })
  expect(await build.exited).toBe(0)
  return program
}

const EXAMPLES: readonly (readonly [string, () => Promise<readonly string[]>])[] = [
  ['typescript', async () => [process.execPath, 'example.ts']],
  ['python', async () => ['python3', '-B', 'example.py']],
  ['go', async () => [await buildGo()]],
]

for (const [language, prepare] of EXAMPLES) {
  verifiesLong(
    'product_check.packages',
    `the example in ${language} passes every check`,
    async () => {
      const addresses = await startExample(await prepare(), join(OWN, language))
      const target = await readTargetFile(TARGET)
      if (!target.ok) throw new Error(JSON.stringify(target.error))
      const secrets = [NEXT_SECRET, SECRET]
      const product = { ...addresses, secrets, fetch, clock: Date.now, target: target.value }
      const verdicts = [...(await checkProduct(product)), ...(await checkProductApi(product))]
      expect(verdicts.length).toBeGreaterThan(75)
      expect(verdicts.filter(({ state }) => state !== 'passed')).toEqual([])
      expect(await sendLong(`${addresses.url}/describe`, 7 * 1024 * 1024)).toBe(413)
      expect(await sendLong(`${addresses.apiUrl}/businesses/bakery/notes`, 7 * 1024 * 1024)).toBe(
        401,
      )
      // Whoever chooses before the guard redirects, or knows no such address.
      const changed = '/api/people/../businesses/bakery/notes'
      expect(await sendRaw(addresses.apiUrl, { target: changed })).toBe(401)
    },
  )
}

/** What a server answers to a request whose body is longer than the buffers on the way. */
async function sendLong(url: string, bytes: number): Promise<number | undefined> {
  const sending = request(url, {
    method: 'POST',
    headers: {
      'content-type': 'application/json',
      'content-length': bytes,
      'lectern-timestamp': Math.floor(Date.now() / 1000),
      'lectern-request-id': crypto.randomUUID(),
    },
  })
  const answered = once(sending, 'response')
  sending.end(Buffer.alloc(bytes, ' '))
  const [answer]: IncomingMessage[] = await answered
  answer?.resume()
  return answer?.statusCode
}

verifies('product_check.packages', 'no package needs more than its standard library', async () => {
  const names = (await readdir(join(OWN, 'typescript'))).filter((name) => name.endsWith('.ts'))
  const sources = await Promise.all(names.map((name) => read(`typescript/${name}`)))
  const imported = [...sources.join('\n').matchAll(/from '([^']+)'/g)].map(([, from = '']) => from)
  expect(imported.filter((from) => !from.startsWith('./'))).toEqual([])
  const python = [...(await read('python/lectern_product.py')).matchAll(/^(?:import|from) (\w+)/gm)]
  const standard =
    'base64 dataclasses hashlib hmac io json logging math re threading time typing urllib'.split(
      ' ',
    )
  expect(python.map(([, name]) => name).sort()).toEqual(standard)
  expect(await read('go/go.mod')).not.toContain('require')
})

function read(path: string): Promise<string> {
  return Bun.file(join(OWN, path)).text()
}

async function runCheck(args: readonly string[], env: Readonly<Record<string, string>>) {
  const cwd = await makeFolder()
  const child = Bun.spawn([process.execPath, MAIN, 'product', 'check', ...args], {
    cwd,
    env: { ...process.env, ...env },
    stdout: 'pipe',
    stderr: 'pipe',
  })
  const [out, err] = await Promise.all([
    new Response(child.stdout).text(),
    new Response(child.stderr).text(),
  ])
  return { code: await child.exited, out, err }
}

verifies('product_check.packages', 'an example acts on the address that was signed', async () => {
  const example = [process.execPath, 'example.ts']
  const { url, apiUrl } = await startExample(example, join(OWN, 'typescript'))
  let status = 0
  const { domain } = connect(url, {
    apiUrl,
    fetch: async (asked, init) => {
      if (!asked.startsWith(apiUrl)) return await fetch(asked, init)
      const headers = Object.fromEntries(new Headers(init?.headers))
      // To a platform that normalizes addresses it is the one that was signed.
      const target = '/api\\businesses/bakery/people/.%2e/notes'
      status = await sendRaw(apiUrl, { target, headers })
      return new Response(null, { status: 404 })
    },
  })
  const http = { method: 'GET', path: '/businesses/bakery/notes', inputs: [] }
  const context = { ...READER, workspaceId: 'quill', businessId: 'bakery' }
  await domain.call(context, callOf('note.list', {}, { records: ['note'], http }))
  expect(status).toBe(200)
})

verifies('domain.http_product', 'the reference product runs as a program', async () => {
  const main = [process.execPath, join(OWN, 'main.ts')]
  const { url, apiUrl } = await startExample(main, join(OWN, '../..'))
  expect((await fetch(`${url}/describe`)).status).toBe(405)
  expect((await fetch(`${apiUrl}/businesses/biz_bakery/notes`)).status).toBe(401)
})

verifies('product_check.command', 'the command reads a secret from its file', async () => {
  const example = [process.execPath, 'example.ts']
  const { url, apiUrl } = await startExample(example, join(OWN, 'typescript'))
  const file = join(await makeFolder(), 'secret')
  await Bun.write(file, `${SECRET}\n`)
  const given = [url, '--api', apiUrl, '--target', TARGET]
  const good = await runCheck(given, { DOMAIN_SECRET_FILE: file })
  expect(good.out).toMatch(
    /^passed {4}signature\.accepted +describe, once for each secret: an answer/,
  )
  expect(good.out).toMatch(/\npassed {4}api\.accepted +calls of the API once for each secret: /)
  expect(good.out).toMatch(/\n\n\d+ passed, 0 failed, 0 not made\n$/)
  expect(good.code).toBe(0)

  // The API of the settings may be that of another system than the one that is named.
  const settings = { DOMAIN_SECRET: 'w'.repeat(40), DOMAIN_API_URL: apiUrl }
  const wrong = await runCheck([url], settings)
  expect(wrong.code).toBe(1)
  const [failed, expected, found, fix] = wrong.out.split('\n')
  expect(failed).toMatch(/^failed {4}signature\.accepted +describe, once for each secret$/)
  expect(expected).toBe('          expected  an answer to each')
  expect(found).toBe('          found     secret 1: status 401')
  expect(fix).toStartWith('          fix       accept both secrets')
  expect(wrong.out).toMatch(/\n\n\d+ passed, \d+ failed, 39 not made: name people.* --target\n$/)
  expect(wrong.out).not.toMatch(/archived\.read|api\./)

  const part = join(await makeFolder(), 'target.yaml')
  await Bun.write(part, (await read('example_notes_target.yaml')).replace(/^archived.*\n/m, ''))
  const partial = await runCheck([url, '--target', part], { DOMAIN_SECRET: SECRET })
  expect(partial.out).toMatch(
    /\nnot made {2}archived\.read +a read.*: add archived to the target file\n/,
  )
  expect([partial.code, partial.out.match(/^failed(?: .*\n)+/m)?.[0]]).toEqual([0, undefined])
})

verifies('product_check.command', 'the command says how it is called', async () => {
  const file = join(await makeFolder(), 'target.yaml')
  await Bun.write(file, 'membre: 1\nactive: { workspace_id: 5 }\n')
  const env = { DOMAIN_SECRET: SECRET }
  const url = 'http://127.0.0.1:9/lectern'
  const odd = await runCheck([url, '--target', file], env)
  expect(odd.code).toBe(2)
  expect(odd.err).toContain(`${file}:1:1: the key "membre" is unknown`)
  expect(odd.err).toContain(`${file}:2:`)
  const plain = await runCheck(['http://product.example.com'], env)
  expect(plain).toMatchObject({ code: 2, out: '' })
  expect(plain.err).toContain('it must be https unless the host is loopback')
  const plainApi = await runCheck([url, '--api', 'http://product.example.com'], env)
  expect(plainApi).toMatchObject({ code: 2, out: '' })
  expect(plainApi.err).toContain('"http://product.example.com": it must be https')
})
