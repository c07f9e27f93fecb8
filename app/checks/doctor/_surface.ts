import { META_SCOPE } from '../../contract/business.ts'
import { LIMITS } from '../../contract/limits.ts'
import { WELL_KNOWN } from '../../contract/oauth.ts'
import { type Answer, describeAnswer, isHtml, probe, readJson } from './_probe.ts'
import type { ReachedService } from './_reach.ts'
import { type Finding, fault, fine, warning } from './finding.ts'

const JSON_TYPE = { 'content-type': 'application/json', accept: 'application/json' }

const MCP_HEADERS = { ...JSON_TYPE, accept: 'application/json, text/event-stream' }

/** The one that most clients speak. */
const MCP_REVISION = '2025-06-18'

/** A refused body makes some proxies fail now and then, so it is sent more than once. */
const LARGE_BODIES = 3

const ADMIN_PATHS = ['/healthz', '/readyz', '/metrics', '/search-report'] as const

/** Files below `/.well-known`, which proxies and hosting platforms like to answer themselves. */
export async function examineWellKnown({ base, manifest }: ReachedService): Promise<Finding> {
  const name = 'well-known files'
  const paths = manifest.files
    .map(({ path }) => path)
    .filter((path) => path.startsWith('.well-known/'))
    .map((path) => `/${path}`)
  if (await hasPrivateTools(base)) paths.push(...Object.values(WELL_KNOWN))
  const answers = await Promise.all(paths.map((path) => probe(base, path)))
  const wrong = answers.flatMap((answer, at) => {
    const isOurs = isMarkdown(paths[at] ?? '', answer) || readJson(answer) !== undefined
    return answer.ok && answer.status === 200 && isOurs
      ? []
      : [`${paths[at]}: ${describeAnswer(answer)}`]
  })
  if (wrong.length === 0) return fine(name, `${paths.length} files are there`)
  const fix = 'pass /.well-known/ to the service; answer only acme-challenge elsewhere'
  return fault(name, wrong.join('; '), fix)
}

/** Skills are Markdown; every other file there is JSON. */
function isMarkdown(path: string, answer: Answer): boolean {
  const type = answer.ok ? (answer.headers.get('content-type') ?? '') : ''
  return path.endsWith('.md') && type.startsWith('text/markdown')
}

/** Whether clients are asked to sign in, for which they read documents of OAuth. */
async function hasPrivateTools(base: string): Promise<boolean> {
  const body = JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'tools/list' })
  const headers = { ...MCP_HEADERS, 'mcp-protocol-version': MCP_REVISION }
  const answer = await probe(base, '/mcp', { method: 'POST', headers, body })
  return answer.ok && answer.text.includes(JSON.stringify(META_SCOPE))
}

/** A client that introduces itself as MCP clients do. */
export async function examineMcp({ base }: ReachedService): Promise<Finding> {
  const clientInfo = { name: 'lectern-doctor', version: '1' }
  const params = { protocolVersion: MCP_REVISION, capabilities: {}, clientInfo }
  const body = JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'initialize', params })
  const answer = await probe(base, '/mcp', { method: 'POST', headers: MCP_HEADERS, body })
  const value = readJson(answer)
  const isOurs = typeof value === 'object' && value !== null && 'result' in value
  if (answer.ok && answer.status === 200 && isOurs) return fine('mcp', 'POST /mcp answers')
  const fix = 'pass POST /mcp to the service with its body and headers'
  return fault('mcp', `POST /mcp was answered with ${describeAnswer(answer)}`, fix)
}

/** A page of another site must not call the service from the browser of a visitor. */
export async function examineOrigins({ base }: ReachedService): Promise<Finding> {
  const origin = 'https://not-allowed.example'
  const headers = { ...JSON_TYPE, origin }
  const answer = await probe(base, '/mcp', { method: 'POST', headers, body: '{}' })
  if (answer.ok && answer.status === 403) return fine('origins', 'a foreign origin is refused')
  const what = `a call from ${origin} was answered with ${describeAnswer(answer)}`
  return fault(
    'origins',
    what,
    'let the proxy pass the header Origin; list only your own in ALLOWED_ORIGINS',
  )
}

/** A body over the limit must be refused by the service, with an answer that clients can read. */
export async function examineBodyLimit({ base }: ReachedService): Promise<Finding> {
  const name = 'body limit'
  const body = 'x'.repeat(LIMITS.callBytesMax + 100_000)
  const answers: Answer[] = []
  for (let sent = 0; sent < LARGE_BODIES; sent += 1) {
    answers.push(await probe(base, '/mcp', { method: 'POST', headers: JSON_TYPE, body }))
  }
  const wrong = answers.find((answer) => !answer.ok || answer.status !== 413 || isHtml(answer))
  if (wrong === undefined) return fine(name, 'a body over the limit is refused with 413 every time')
  const what = `a body of ${body.length} bytes was answered with ${describeAnswer(wrong)}`
  if (wrong.ok && wrong.status === 413) {
    return warning(
      name,
      what,
      'raise the limit of the proxy to 1 MiB (nginx: client_max_body_size 1m)',
    )
  }
  const fix =
    'keep connections to the service open (nginx: proxy_http_version 1.1 and an empty Connection ' +
    'header), and let the proxy pass bodies of 1 MiB'
  return fault(name, what, fix)
}

/** What the admin port answers is for operators alone. */
export async function examineAdminPaths({ base }: ReachedService): Promise<Finding> {
  const answers = await Promise.all(ADMIN_PATHS.map((path) => probe(base, path)))
  const open = ADMIN_PATHS.filter((_, at) => {
    const answer = answers[at]
    return answer?.ok === true && answer.status === 200
  })
  if (open.length === 0) return fine('admin port', 'its paths are not public')
  const fix = 'take the admin port out of the public proxy'
  return fault('admin port', `anyone can read ${open.join(', ')}`, fix)
}
