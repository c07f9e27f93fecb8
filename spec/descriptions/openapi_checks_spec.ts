import { afterAll, beforeAll, expect } from 'bun:test'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { verifies, verifiesLong } from '../requirements/verifies.ts'
import { type Running, startRunning } from '../support/running.ts'
import { findSchemaFaults } from './meta_schema.ts'
import { type OpenapiDocument, readOpenapi } from './openapi_document.ts'
import { lint, readScore } from './redocly.ts'

const PATH = '/developers/openapi.yaml'
const BASE_URL = 'https://docs.example'

let running: Running
let folder: string
let file: string
let text: string
let document: OpenapiDocument

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'lectern-openapi-'))
  running = await startRunning({ env: { BASE_URL } })
  text = await (await fetch(running.url + PATH)).text()
  document = readOpenapi(text)
  file = await writeDescription('openapi.yaml', text)
})

afterAll(async () => {
  await running.stop()
  await rm(folder, { recursive: true, force: true })
})

async function writeDescription(name: string, content: string): Promise<string> {
  await writeFile(join(folder, name), content)
  return join(folder, name)
}

verifies(
  ['static.openapi', 'static.headers', 'static.methods', 'rule.anonymous'],
  'the OpenAPI description is served to anyone, like every static file',
  async () => {
    expect(text).toContain('\nopenapi: 3.1.0\n')
    const answer = await fetch(running.url + PATH)
    expect(answer.headers.get('content-type')).toBe('application/yaml')
    expect(answer.headers.get('access-control-allow-origin')).toBe('*')
    const etag = answer.headers.get('etag') ?? ''
    const again = await fetch(running.url + PATH, { headers: { 'if-none-match': etag } })
    expect([again.status, await again.text()]).toEqual([304, ''])
    const posted = await fetch(running.url + PATH, { method: 'POST' })
    expect([posted.status, posted.headers.get('allow')]).toEqual([405, 'GET, HEAD'])
  },
)

verifiesLong('openapi.checked', 'Redocly finds nothing under its strictest rules', async () => {
  expect(await lint(file, 'published')).toEqual([])
  const local = await writeDescription(
    'local.yaml',
    text.replaceAll(BASE_URL, 'http://localhost:8080'),
  )
  expect(await lint(local, 'local')).toEqual([])
  const rules = (await lint(local, 'published')).map((found) => found.split(':')[0])
  expect(rules).toEqual(['no-server-example.com'])
})

verifiesLong('openapi.checked', 'Redocly gives it at least 90 of 100 for agents', async () => {
  const points = await readScore(file)
  console.log(`OpenAPI description: ${points} of 100 for agent readiness`)
  expect(points).toBeGreaterThanOrEqual(90)
})

verifies('openapi.checked', 'it matches the schema of the OpenAPI Initiative', async () => {
  expect(await findSchemaFaults(document.content)).toEqual([])
})

verifies(['openapi.checked', 'openapi.examples'], 'every example matches its schema', () => {
  const { operations, faults } = document
  const described = operations.flatMap(({ parameters, responses }) => [
    ...parameters,
    ...responses.flatMap(({ body }) => (body === undefined ? [] : [body])),
  ])
  const examples = described.flatMap(({ pointer, examples: values }) =>
    values.map((value) => ({ pointer, value })),
  )
  // Each parameter and each response with a body has one.
  expect(examples.length).toBe(described.length)
  expect(examples.length).toBeGreaterThan(30)
  const wrong = examples.map(({ pointer, value }) => faults(pointer, value))
  expect(wrong.filter((fault) => fault !== '')).toEqual([])
})

const DEFECTS: readonly (readonly [string, string | RegExp, string])[] = [
  ['two operations of one id', 'operationId: getPage', 'operationId: listPages'],
  ['an optional path parameter', /(in: path\n[^-]*required: )true/, '$1false'],
  ['a type that does not exist', 'type: integer', 'type: integr'],
  ['an example outside its vocabulary', /status: (not_yet|available)\n/, 'status: done\n'],
  ['a path without its parameter', '/pages/{id}:', '/pages/{name}:'],
  ['a write', /( {2}\/api\/public\/docs\/status:\n {4})get:/, '$1post:'],
]

verifiesLong('openapi.checked', 'the checks find every seeded defect', async () => {
  for (const [at, [what, old, fresh]] of DEFECTS.entries()) {
    const wrong = text.replace(old, fresh)
    expect(wrong, what).not.toBe(text)
    const found = [
      ...(await lint(await writeDescription(`wrong-${at}.yaml`, wrong), 'published')),
      ...(await findSchemaFaults(readOpenapi(wrong).content)),
    ]
    expect(found, what).not.toEqual([])
  }
})

/** The call made from an operation's examples, and its example answer. */
function exampleOf(id: string): { readonly path: string; readonly answer: unknown } {
  const operation = document.operations.find((each) => each.id === id)
  const given = operation?.parameters.filter(({ examples }) => examples.length > 0) ?? []
  const query = new URLSearchParams()
  let path = operation?.path ?? ''
  for (const { name, in: place, examples } of given) {
    if (place === 'path') path = path.replace(`{${name}}`, String(examples[0]))
    if (place === 'query') query.set(name, String(examples[0]))
  }
  const answer = operation?.responses.find(({ status }) => status === 200)?.body?.examples[0]
  return { path: `${path}?${query}`, answer }
}

verifies('openapi.examples', 'the service answers as in the examples', async () => {
  for (const { id } of document.operations) {
    const { path, answer } = exampleOf(id)
    const response = await fetch(running.url + path)
    const given: unknown = await response.json()
    expect([path, response.status, given]).toEqual([path, 200, answer])
  }
  const found = exampleOf('searchDocs').answer as readonly { section?: object }[]
  expect(found).toHaveLength(1)
  expect(found[0]?.section).toBeDefined()
})
