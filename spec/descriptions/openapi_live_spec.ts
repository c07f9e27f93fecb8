import { afterAll, beforeAll, expect } from 'bun:test'
import { readFileSync } from 'node:fs'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { verifies } from '../requirements/verifies.ts'
import { ROOT } from '../support/repository.ts'
import { type DescribedResponse, type OpenapiDocument, readOpenapi } from './openapi_document.ts'
import {
  requestStatus,
  type StatusServices,
  startStatusServices,
  VALID_REQUESTS,
} from './status_requests.ts'
import { compileClient, generateClient, runClient } from './typed_client.ts'

const API = '/api/public/docs'
/** Every status that this service uses, and a few that it does not. */
const STATUSES = [200, 304, 400, 401, 403, 404, 405, 406, 413, 422, 429, 500, 503]
/** Headers of any HTTP/1.1 response, and the media type, which is described with the schema. */
const HTTP_HEADERS = [
  'connection',
  'content-encoding',
  'content-length',
  'content-type',
  'date',
  'keep-alive',
]

let services: StatusServices
let document: OpenapiDocument

beforeAll(async () => {
  services = await startStatusServices()
  const answer = await fetch(`${services.normal.url}/developers/openapi.yaml`)
  document = readOpenapi(await answer.text())
})

afterAll(async () => await services.close())

/** Headers that a search sends only when it has words to name. */
const OPTIONAL_HEADERS: readonly string[] = ['search-apart', 'search-unmatched', 'search-corrected']

/** Differences between a response and its description, in both directions. */
async function findDifferences(
  response: Response,
  described: DescribedResponse,
): Promise<string[]> {
  const found: string[] = []
  for (const [name, pointer] of Object.entries(described.headers)) {
    const value = response.headers.get(name)
    if (value === null && OPTIONAL_HEADERS.includes(name.toLowerCase())) continue
    const fault = value === null ? 'is absent' : document.faults(pointer, value)
    if (fault !== '') found.push(`${name}: ${fault}`)
  }
  for (const name of response.headers.keys()) {
    if (!HTTP_HEADERS.includes(name) && !(name in described.headers))
      found.push(`${name}: undescribed`)
  }
  const text = await response.text()
  if (described.body === undefined) return text === '' ? found : [...found, `a body: ${text}`]
  const type = response.headers.get('content-type')
  if (type !== described.mediaType) found.push(`content-type: ${type}`)
  const fault = document.faults(described.body.pointer, JSON.parse(text))
  return fault === '' ? found : [...found, `body: ${fault}`]
}

verifies(
  ['openapi.answers', 'open.error_codes', 'http.five_endpoints'],
  'the service gives every described response and no other',
  async () => {
    const seen: string[] = []
    for (const { path, responses } of document.operations) {
      for (const status of STATUSES) {
        const response = await requestStatus(services, path, status)
        const described = responses.find((each) => each.status === status)
        const name = `${path} ${status}`
        expect([name, described === undefined]).toEqual([name, response === undefined])
        if (response === undefined || described === undefined) continue
        seen.push(name)
        expect([name, response.status]).toEqual([name, status])
        expect([name, await findDifferences(response, described)]).toEqual([name, []])
      }
    }
    const all = document.operations.flatMap(({ responses }) => responses)
    console.log(`OpenAPI description: ${seen.length} answers provoked of ${all.length} described`)
    expect(seen.length).toBe(all.length)
  },
)

verifies(
  ['openapi.answers', 'rule.two_keys', 'routes.committed_list'],
  'the mounted operations are the described ones, with the same parameters',
  async () => {
    const described = document.operations.map(({ method, path, parameters }) => {
      const names = parameters.filter((each) => each.in !== 'header').map(({ name }) => name)
      return `${method.toUpperCase()} ${path} (${names.join(', ')})`
    })
    const mounted = readFileSync(join(ROOT, 'spec/routes.txt'), 'utf8')
      .split('\n')
      .filter((line) => line.startsWith('operation '))
      .map((line) => line.replace(/^operation (\S+ \S+) \w+(\(.*\))$/, '$1 $2'))
    expect(described.toSorted()).toEqual(mounted.toSorted())
    expect(Object.keys(VALID_REQUESTS).toSorted()).toEqual(
      document.operations.map(({ path }) => path).sort(),
    )
    const others = [
      '',
      '/',
      '/page',
      '/capability',
      '/changes',
      '/operation',
      '/workflow',
      '/event',
    ]
    const deeper = ['/openapi', '/docs', '/status/', '/search/x', '/pages/p1/x', '/capabilities/x']
    for (const path of [...others, ...deeper]) {
      const response = await fetch(services.normal.url + API + path)
      expect([path, response.status]).toEqual([path, 404])
    }
  },
)

verifies(
  'openapi.answers',
  'the service enforces the described bounds of each parameter',
  async () => {
    const { url } = services.normal
    const statusOf = async (words: string) => (await fetch(url + API + words)).status
    let bounds = 0
    for (const { path, parameters } of document.operations) {
      for (const { name, in: place, pointer } of parameters) {
        if (place !== 'query') continue
        for (const value of ['0', '1', '50', '51', '100', '101', 'x', 'X', 'guide', 'done', 'p1']) {
          const other = path.endsWith('/search') && name !== 'q' ? 'q=a&' : ''
          const status = await statusOf(`${path.slice(API.length)}?${other}${name}=${value}`)
          const read = /^\d+$/.test(value) && name === 'limit' ? Number(value) : value
          const allowed = document.faults(pointer, read) === ''
          expect([path, name, value, status]).toEqual([path, name, value, allowed ? 200 : 400])
          bounds += 1
        }
      }
    }
    expect(bounds).toBe(8 * 11)
  },
)

verifies(
  ['openapi.limits', 'open.two_limits'],
  'a service describes the settings it runs with',
  async () => {
    const text = await (await fetch(`${services.exhausted.url}/developers/openapi.yaml`)).text()
    expect(text).toContain('A client address has 1 calls a minute')
    const search = readOpenapi(text).operations.find(({ path }) => path.endsWith('/search'))
    const limit = search?.parameters.find(({ name }) => name === 'limit')
    const faults = readOpenapi(text).faults
    expect(faults(limit?.pointer ?? '', 7)).toBe('')
    expect(faults(limit?.pointer ?? '', 8)).not.toBe('')
  },
)

verifies(
  ['openapi.client', 'interface.http_api'],
  'a client generated from the description compiles and calls all five operations',
  async () => {
    const folder = await mkdtemp(join(tmpdir(), 'lectern-client-'))
    const { url } = services.normal
    const text = await (await fetch(`${url}/developers/openapi.yaml`)).text()
    await writeFile(join(folder, 'openapi.yaml'), text)
    const generated = await generateClient(folder, join(folder, 'openapi.yaml'))
    expect(generated).toMatchObject({ code: 0, err: '' })
    expect(await compileClient(folder)).toEqual({ code: 0, out: '', err: '' })
    const { code, out, err } = await runClient(folder, url)
    expect({ code, err }).toEqual({ code: 0, err: '' })
    type Line = { readonly path?: string; readonly answer?: unknown }
    const lines = out
      .trim()
      .split('\n')
      .map((line): Line => JSON.parse(line))
    const called = lines.flatMap(({ path, answer }) => (path ? [{ path, answer }] : []))
    expect(called.map(({ path }) => path).toSorted()).toEqual(
      document.operations.map(({ path }) => path).toSorted(),
    )
    for (const { path, answer } of called) {
      const operation = document.operations.find((each) => each.path === path)
      const pointer = operation?.responses.find(({ status }) => status === 200)?.body?.pointer
      expect([path, document.faults(pointer ?? '', answer)]).toEqual([path, ''])
    }
    await rm(folder, { recursive: true, force: true })
  },
)
