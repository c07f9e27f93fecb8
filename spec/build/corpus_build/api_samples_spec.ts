import { afterAll, expect } from 'bun:test'
import { readDescription } from '../../../app/docs/api_reference/description_file.ts'
import { writeApiPages } from '../../../app/docs/api_reference/pages.ts'
import { verifies } from '../../requirements/verifies.ts'
import { API } from './api/description.ts'

type StubCall = { readonly call: string; readonly note: string | null; readonly body: string }

const calls: StubCall[] = []
const stub = Bun.serve({
  port: 0,
  hostname: '127.0.0.1',
  fetch: async (request) => {
    const { pathname, search } = new URL(request.url)
    const type = request.headers.get('content-type') ?? ''
    const isParts = type.startsWith('multipart/')
    const body = isParts ? JSON.stringify([...(await request.formData())]) : await request.text()
    const note = request.headers.get('x-note') ?? request.headers.get('x-key')
    calls.push({ call: `${request.method} ${pathname}${search}`, note, body })
    return new Response('received')
  },
})
afterAll(() => stub.stop(true))

const QUERY = `
  /find/{ids}:
    head:
      operationId: find
      security: []
      parameters:
        - { name: ids, in: path, required: true, schema: {}, example: [1, '2,3'] }
        - { name: q, in: query, required: true, schema: {}, example: [a, 'b,c'] }
        - { name: o, in: query, required: true, schema: {}, example: { k: 1, l: 2 } }
        - { name: w, in: query, required: true, explode: false, schema: {}, example: [a, 'b,c'] }
        - { name: s, in: query, required: true, style: spaceDelimited, schema: {}, example: [a, b] }
        - { name: p, in: query, required: true, style: pipeDelimited, schema: {}, example: [a, b] }
        - { name: f, in: query, required: true, style: deepObject, schema: {}, example: { k: '1' } }
        - { name: c, in: query, required: true, content: { a/json: { schema: {} } }, example: [1] }
        - { name: X-Note, in: header, required: true, schema: {}, example: { k: [1, 2] } }
        - { name: X-More, in: header, required: true, schema: { format: constructor } }
      requestBody: { content: { application/json: { example: {} } } }
  /cups/{id}:`

const text = API.replace('\n  /cups/{id}:', QUERY).replace(
  'https://{region}.example.com',
  `http://127.0.0.1:${stub.port}`,
)
const { description } = readDescription('openapi.yaml', 'openapi.yaml', text)
if (description === undefined) throw new Error('Cannot read the description of the spec')
const { groups } = writeApiPages({
  description,
  addressOf: (path) => `/${path}`,
  reportLoss: (_line, what) => {
    throw new Error(what)
  },
})
const pages = groups.flatMap((group) => group.pages)

/** The sample of a page as a reader copies it. */
function copySample(name: string, title: string): string {
  const lines = pages.find(({ path }) => path.endsWith(`/${name}.md`))?.lines ?? []
  const body = lines.map((line) => line.text).join('\n')
  return new RegExp(`\`\`\`\\w+ title="${title}"\n([^]*?)\n\`\`\``).exec(body)?.[1] ?? ''
}

async function run(command: readonly string[]): Promise<void> {
  const child = Bun.spawn([...command], { stdout: 'pipe', stderr: 'pipe' })
  const [out, errors] = [
    await new Response(child.stdout).text(),
    await new Response(child.stderr).text(),
  ]
  if (!out.includes('received')) throw new Error(`Cannot run the sample: ${errors}${out}`)
}

const EXPECTED: Readonly<Record<string, StubCall>> = {
  getCup: {
    call: "GET /v1/cups/it's%20%7Ba%7D%2Fb?fields%5B%5D=a%20%26%20b",
    note: 'YOUR_KEY',
    body: '',
  },
  pourCup: {
    call: "PUT /v1/cups/it's%20%7Ba%7D%2Fb",
    note: '@etc $HOME `id`',
    body: '{"name":"It\'s $HOME \\"hot\\" `id`","hot":true,"lid":null}',
  },
  addCup: { call: 'POST /v1/cups', note: 'YOUR_KEY', body: 'name=%40a%26b%3Dc' },
  addPicture: { call: 'POST /v1/pictures', note: null, body: '[["title","@it\'s"]]' },
  addNote: { call: 'POST /v1/notes', note: null, body: "@one\ntwo 'three'" },
}

for (const [name, expected] of Object.entries(EXPECTED)) {
  verifies('api.samples', `the copied curl of ${name} sends what its examples say`, async () => {
    calls.length = 0
    await run(['sh', '-c', copySample(name, 'curl')])
    const [only] = calls.map((each) => ({ ...each, body: compact(each.body) }))
    expect(only).toEqual(expected)
  })

  verifies('api.samples', `the copied JavaScript of ${name} sends the same`, async () => {
    calls.length = 0
    await run([process.execPath, '-e', copySample(name, 'JavaScript')])
    const [only] = calls.map((each) => ({ ...each, body: compact(each.body) }))
    expect(only).toEqual(expected)
  })
}

verifies('api.samples', 'parameters have their styles, and a HEAD call has no body', async () => {
  calls.length = 0
  const sample = copySample('find', 'JavaScript')
  expect(sample).toContain('"X-More": "text"')
  expect(copySample('find', 'curl')).not.toContain('--data')
  await run([process.execPath, '-e', sample.replace(/await response.text\(\)/, '"received"')])
  expect(calls).toEqual([
    {
      call:
        'HEAD /v1/find/1,2%2C3?q=a&q=b%2Cc&k=1&l=2&w=a,b%2Cc&s=a%20b&p=a%7Cb&f%5Bk%5D=1' +
        '&c=%5B1%5D',
      note: 'k,1,2',
      body: '',
    },
  ])
  expect(pages.find(({ title }) => title === 'find')?.request).toBeUndefined()
  expect(pages.find(({ title }) => title === 'addNote')?.request).toBeDefined()
})

function compact(body: string): string {
  return body.startsWith('{') ? JSON.stringify(JSON.parse(body)) : body
}
