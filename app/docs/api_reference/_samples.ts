import type { SampleBody, SampleRequest } from './_sample_request.ts'

/** A program that makes a call. */
export type Sample = { readonly title: string; readonly language: string; readonly source: string }

/** One call in three languages. */
export function writeSamples(request: SampleRequest): readonly Sample[] {
  return [
    { title: 'curl', language: 'sh', source: writeCurl(request) },
    { title: 'JavaScript', language: 'js', source: writeFetch(request) },
    { title: 'Python', language: 'python', source: writePython(request) },
  ]
}

/** A word for a POSIX shell, where nothing between single quotes has a meaning (POSIX 2.2.2). */
function quoteWord(word: string): string {
  return `'${word.replaceAll("'", "'\\''")}'`
}

function writeCurl({ method, url, headers, body }: SampleRequest): string {
  const words = [
    `curl ${method === 'HEAD' ? '--head' : `--request ${method}`} ${quoteWord(url)}`,
    // Curl makes several addresses of brackets and braces.
    ...(/[[\]{}]/.test(url) ? ['--globoff'] : []),
    ...headers.map(([name, value]) => `--header ${quoteWord(`${name}: ${value}`)}`),
    // Curl does not take a body beside "--head".
    ...(method === 'HEAD' ? [] : listCurlData(body)),
  ]
  return words.join(' \\\n  ')
}

/** With "--data" and "--form", a value that begins with "@" would be the name of a file. */
function listCurlData(body: SampleBody | undefined): readonly string[] {
  if (body === undefined) return []
  if (body.kind === 'json') return [`--data-raw ${quoteWord(writeJson(body.value, 2))}`]
  if (body.kind === 'text') return [`--data-raw ${quoteWord(body.text)}`]
  if (body.kind === 'file') return ['--data-binary @FILE']
  if (body.kind === 'form') return [`--data-raw ${quoteWord(writeForm(body.fields))}`]
  return [
    ...body.fields.map(([name, value]) => `--form-string ${quoteWord(`${name}=${value}`)}`),
    ...body.files.map((name) => `--form ${quoteWord(`${name}=@FILE`)}`),
  ]
}

/** Fields as a form sends them (WHATWG URL, application/x-www-form-urlencoded). */
export function writeForm(fields: readonly (readonly [string, string])[]): string {
  return new URLSearchParams(fields.map(([name, value]) => [name, value])).toString()
}

/** Scripts send no body with these methods (WHATWG Fetch, section 5.4). */
export function isBodyless(method: string): boolean {
  return method === 'GET' || method === 'HEAD'
}

function writeFetch({ method, url, headers, ...call }: SampleRequest): string {
  const body = isBodyless(method) ? undefined : call.body
  // Scripts of a page cannot set it: the browser sends its own.
  const own = headers.filter(([name]) => name !== 'Cookie')
  const options = [
    ...(method === 'GET' ? [] : [`method: ${writeJson(method)}`]),
    ...(own.length === 0 ? [] : [`headers: ${writeJson(Object.fromEntries(own), 2)}`]),
    ...listFetchBody(body).map((value) => `body: ${value}`),
  ].map((line) => `  ${line.replaceAll('\n', '\n  ')},\n`)
  const form = body?.kind === 'parts' ? writeFormData(body) : ''
  const more = options.length === 0 ? '' : `, {\n${options.join('')}}`
  return `${form}const response = await fetch(${writeJson(url)}${more});
console.log(response.status, await response.text());`
}

function listFetchBody(body: SampleBody | undefined): readonly string[] {
  if (body === undefined) return []
  if (body.kind === 'json') return [`JSON.stringify(${writeJson(body.value, 2)})`]
  if (body.kind === 'text') return [writeJson(body.text)]
  if (body.kind === 'form') return [writeJson(writeForm(body.fields))]
  return [body.kind === 'parts' ? 'form' : 'file']
}

function writeFormData({ fields, files }: Extract<SampleBody, { kind: 'form' | 'parts' }>): string {
  const lines = [
    'const form = new FormData();',
    ...fields.map((pair) => `form.append(${pair.map((each) => writeJson(each)).join(', ')});`),
    ...files.map((name) => `form.append(${writeJson(name)}, file);`),
  ]
  return `${lines.join('\n')}\n`
}

function writePython({ method, url, headers, body }: SampleRequest): string {
  const options = [
    writeJson(method),
    writeJson(url),
    ...(headers.length === 0 ? [] : [`headers=${writeLiteral(Object.fromEntries(headers))}`]),
    ...listPythonBody(body),
  ].map((line) => `    ${line},\n`)
  return `import requests

response = requests.request(
${options.join('')})
print(response.status_code, response.text)`
}

function listPythonBody(body: SampleBody | undefined): readonly string[] {
  if (body === undefined) return []
  if (body.kind === 'json') return [`json=${writeLiteral(body.value)}`]
  if (body.kind === 'text') return [`data=${writeLiteral(body.text)}.encode()`]
  if (body.kind === 'file') return ['data=open("FILE", "rb")']
  if (body.kind === 'form') return [`data=${writeLiteral(writeForm(body.fields))}`]
  const files = body.files.map((name) => `${writeJson(name)}: open("FILE", "rb")`)
  return [
    `data=${writeLiteral(groupFields(body.fields))}`,
    ...(files.length === 0 ? [] : [`files={${files.join(', ')}}`]),
  ]
}

/** Fields by their names; a name with several has a list of them. */
function groupFields(fields: readonly (readonly [string, string])[]): unknown {
  const byName = Map.groupBy(fields, ([name]) => name)
  const grouped = [...byName].map(([name, pairs]) => {
    const values = pairs.map(([, value]) => value)
    return [name, values.length === 1 ? values[0] : values] as const
  })
  return Object.fromEntries(grouped)
}

/** JSON, which is JavaScript too. */
export function writeJson(value: unknown, indent = 0): string {
  return JSON.stringify(value, undefined, indent) ?? 'null'
}

const WORDS: Readonly<Record<string, string>> = { true: 'True', false: 'False', null: 'None' }

/** JSON whose three words are written as Python has them; a text is the same in both. */
function writeLiteral(value: unknown): string {
  const json = writeJson(value, 4)
  const python = json.replace(/"(?:[^"\\]|\\.)*"|\b(?:true|false|null)\b/g, (token) => {
    return WORDS[token] ?? token
  })
  return python.replaceAll('\n', '\n    ')
}
