import { BUSINESS_SCOPES } from '../../app/contract/scopes.ts'
import type { Problem } from '../_corpus.ts'
import { listed, type Place, problemAt, quoted } from '../_problem.ts'
import { valueAt } from '../_read/column.ts'
import type { YamlPath, YamlSource } from '../_read/yaml.ts'
import { isSecretName, secretIn } from './secrets.ts'

/** What the running server is: a package may say this and nothing beyond (contract 1). */
export type Law = {
  readonly version: string
  /** Names of the tools that the server publishes. */
  readonly tools: readonly string[]
  /** Absent where the base address is not known yet. */
  readonly endpoint: string | undefined
}

/** The file of a package that other manifests point to, in both ways of writing its path. */
const SHARED_SERVERS: readonly string[] = ['./.mcp.json', '.mcp.json']

type Spot = { readonly source: YamlSource; readonly path: YamlPath; readonly law: Law }

/**
 * Where package data says more than the server: a credential, another version or address, a tool
 * that is not published, a broader scope, an approval given in advance, a program to start.
 */
export function lawProblems(source: YamlSource, root: YamlPath, law: Law): readonly Problem[] {
  return judged({ source, path: root, law }, valueAt(source.value, root))
}

function judged(spot: Spot, value: unknown): readonly Problem[] {
  if (typeof value === 'string') return textProblems(spot, value)
  if (typeof value !== 'object' || value === null) return []
  return Object.entries(value).flatMap(([key, member]: [string, unknown]) => {
    const step = Array.isArray(value) ? Number(key) : key
    const inner = { ...spot, path: [...spot.path, step] }
    const own = typeof step === 'string' ? memberProblems(inner, step, member) : []
    // What a member is refused for is told once, not again for each thing inside it.
    return own.length > 0 ? own : judged(inner, member)
  })
}

function textProblems(spot: Spot, text: string): readonly Problem[] {
  const { source, path } = spot
  const secret = secretIn(text)
  if (secret !== undefined) {
    const place = source.placeOf(path, secret)
    return [problemAt(place, 'this looks like a credential', 'remove it: packages contain none')]
  }
  const scopes = text.match(/\bmcp:[\w*]+(?::[\w*]+)*/g) ?? []
  return scopes.flatMap((scope) => scopeProblems(source.placeOf(path, scope), scope))
}

const SERVERS = /^(mcpServers|servers|remotes)$/
const ENDPOINT = /^(endpoint|serverUrl|mcpUrl|httpUrl)$/i
const TOOLS = /^((include|exclude|allowed|disallowed|enabled|disabled)?_?tools)$/i
const SCOPES = /^(oauth_?)?scopes?$/i
const APPROVALS = /^(auto_?approve|always_?allow|trust(ed)?|permissions?|.*approval.*)$/i
const PROGRAMS = /^(command|args|hooks|lspServers|packages|runtime.*)$/

function memberProblems(spot: Spot, key: string, value: unknown): readonly Problem[] {
  const { source, path, law } = spot
  const at = source.keyAt(path)
  const refused = (why: string): readonly Problem[] => [
    problemAt(at, `the member ${quoted(key)} ${why}`, 'remove it'),
  ]
  if (isSecretName(key)) return refused('is a place for a credential, and packages contain none')
  if (APPROVALS.test(key)) return refused('would give an approval that a person gives')
  if (PROGRAMS.test(key)) return refused('would start a program, and a package only describes')
  if (key === 'version' && value !== law.version) {
    const what = `the version is ${shown(value)}, and that of the server is ${quoted(law.version)}`
    return [problemAt(source.valueAt(path), what, `write ${quoted(law.version)}`)]
  }
  if (TOOLS.test(key)) return toolProblems(spot, value)
  if (SCOPES.test(key)) return scopeList(spot, value)
  if (SERVERS.test(key)) return serverProblems(spot, value)
  if (ENDPOINT.test(key)) return endpointProblems(spot, value)
  return []
}

function toolProblems({ source, path, law }: Spot, value: unknown): readonly Problem[] {
  const entries: readonly unknown[] = Array.isArray(value) ? value : [value]
  return entries.flatMap((entry, at) => {
    const name = typeof entry === 'string' ? entry : valueAt(entry, ['name'])
    if (typeof name === 'string' && law.tools.includes(name)) return []
    const place = source.valueAt(Array.isArray(value) ? [...path, at] : path)
    const what = `the server publishes no tool ${shown(name)}`
    return [problemAt(place, what, `write one of ${listed(law.tools)}, or remove it`)]
  })
}

function scopeList({ source, path }: Spot, value: unknown): readonly Problem[] {
  const entries: readonly unknown[] = Array.isArray(value) ? value : [value]
  return entries.flatMap((entry, at) => {
    const place = source.valueAt(Array.isArray(value) ? [...path, at] : path)
    const scopes = typeof entry === 'string' ? entry.split(/[\s,]+/) : [shown(entry)]
    return scopes.flatMap((scope) => scopeProblems(place, scope))
  })
}

function scopeProblems(place: Place, scope: string): readonly Problem[] {
  if (BUSINESS_SCOPES.some((known) => known === scope)) return []
  const what = `the server has no scope ${quoted(scope)}`
  return [problemAt(place, what, `write one of ${BUSINESS_SCOPES.join(', ')}, or remove it`)]
}

/** Members of an entry for a server: where it is, and which of its tools are meant. */
const SERVER_MEMBER = /^(type|url|httpUrl|(include|exclude)Tools)$/

function serverProblems(spot: Spot, value: unknown): readonly Problem[] {
  const { source, path } = spot
  if (typeof value === 'string') {
    if (SHARED_SERVERS.includes(value)) return []
    const what = `the servers are in ${quoted(value)}, which the package does not have`
    return [problemAt(source.valueAt(path), what, `write ${quoted('./.mcp.json')}`)]
  }
  if (typeof value !== 'object' || value === null) return []
  return Object.entries(value).flatMap(([name, entry]: [string, unknown]) => {
    const inner = { ...spot, path: [...path, Array.isArray(value) ? Number(name) : name] }
    return serverEntryProblems(inner, entry)
  })
}

function serverEntryProblems(spot: Spot, entry: unknown): readonly Problem[] {
  const { source, path } = spot
  if (typeof entry !== 'object' || entry === null) {
    return [problemAt(source.valueAt(path), 'a server is a map', 'write its type and address')]
  }
  return Object.entries(entry).flatMap(([key, value]: [string, unknown]) => {
    const inner = { ...spot, path: [...path, key] }
    const own = memberProblems(inner, key, value)
    if (own.length > 0) return own
    if (key === 'url') return endpointProblems(inner, value)
    if (SERVER_MEMBER.test(key)) return judged(inner, value)
    const what = `the member ${quoted(key)} of a server is more than its address`
    return [problemAt(source.keyAt(inner.path), what, 'remove it')]
  })
}

function endpointProblems({ source, path, law }: Spot, value: unknown): readonly Problem[] {
  if (law.endpoint === undefined || value === law.endpoint) return []
  const place = source.valueAt(path)
  if (typeof value === 'string' && secretIn(value) !== undefined) {
    return [problemAt(place, 'the address holds a credential', `write ${quoted(law.endpoint)}`)]
  }
  const what = `the address is ${shown(value)}, and the server is at ${quoted(law.endpoint)}`
  return [problemAt(place, what, `write ${quoted(law.endpoint)}`)]
}

function shown(value: unknown): string {
  return quoted(typeof value === 'string' ? value : (JSON.stringify(value) ?? 'nothing'))
}
