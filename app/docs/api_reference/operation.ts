import { memoize } from '../../contract/memo.ts'
import type { ApiDescription, Resolver } from './description.ts'
import { type Fields, readFields, readList, readText } from './values.ts'

/** An operation, and where it is in the description. */
export type Operation = {
  readonly method: string
  /** The path with its parameters in braces; the name of a webhook. */
  readonly path: string
  readonly isWebhook: boolean
  readonly value: Fields
  /** What all operations of the path share. */
  readonly shared: Fields
  readonly line: number
}

export const METHODS = [
  'get',
  'put',
  'post',
  'delete',
  'options',
  'head',
  'patch',
  'trace',
  'query',
]

export function titleOperation({ value, method, path }: Operation): string {
  return readText(value.summary) || readText(value.operationId) || `${method.toUpperCase()} ${path}`
}

/** The first words of a description, where they say what the operation is for. */
export function leadOperation({ value }: Operation): string {
  const [first = ''] = readText(value.description).split(/\n[ \t]*\n/)
  const isText = /^[\p{L}\p{N}*_`["']/u.test(first) && !/^(?:\d+[.)]|[*])\s|[:：]$/.test(first)
  return isText ? first : ''
}

/** What a page is about that begins with no words: its call, and its summary. */
export function summarizeOperation({ value, method, path, isWebhook }: Operation): string {
  const call = isWebhook ? path : `${method.toUpperCase()} ${path}`
  const summary = readText(value.summary)
  return summary === '' ? call : `${call}: ${summary}`
}

/** Where an operation is called: its first server with the usual values, and its path. */
export function addressOperation({ value, shared, path }: Operation, root: Fields): string {
  const [server] = [value, shared, root].flatMap(({ servers }) => readList(servers)).map(readFields)
  return (server === undefined ? '' : addressServer(server)) + path
}

/** Most operations share a server, whose address can be as long as its description. */
const addressServer = memoize((server: Fields): string => {
  const variables = readFields(server.variables)
  const url = readText(server.url).replace(/\{([^{}]*)\}/g, (written, name) => {
    return readText(readFields(variables[name]).default) || written
  })
  let end = url.length
  while (url[end - 1] === '/') end--
  return url.slice(0, end)
})

/** Parameters of an operation; its own replace those of its path. */
export function listParameters(
  { shared, value }: Operation,
  resolver: Resolver,
): readonly Fields[] {
  const all = [...readList(shared.parameters), ...readList(value.parameters)]
  const byName = new Map(
    all.map((each) => {
      const { value } = resolver.resolve(each)
      return [`${readText(value.in)} ${readText(value.name)}`, value] as const
    }),
  )
  return [...byName.values()].filter(({ name }) => readText(name) !== '')
}

/** The schema of a parameter, which may stand in its one media type. */
export function schemaOfParameter({ schema, content }: Fields): unknown {
  const [media] = Object.values(readFields(content))
  return schema ?? readFields(media).schema ?? {}
}

type Example = { readonly title: string; readonly value: unknown }

/** The examples of a value, else those of its schema. */
export function examplesOf(value: Fields, schema: Fields, resolver: Resolver): readonly Example[] {
  const own = listExamples(value, resolver)
  return own.length > 0 ? own : listExamples(schema, resolver)
}

function listExamples(value: Fields, resolver: Resolver): readonly Example[] {
  const named = Object.entries(readFields(value.examples)).flatMap(([name, each]) => {
    const { value: example } = resolver.resolve(each)
    const title = readText(example.summary) || name
    return example.value === undefined ? [] : [{ title, value: example.value }]
  })
  const listed = readList(value.examples).map((each) => ({ title: '', value: each }))
  const single = value.example === undefined ? [] : [{ title: '', value: value.example }]
  return [...single, ...named, ...listed]
}

/** The ways to be allowed to call an operation, each of which is a set of schemes. */
export function listSecurity(
  { value }: Pick<Operation, 'value'>,
  { value: root }: Pick<ApiDescription, 'value'>,
): readonly Fields[] | undefined {
  const all = value.security ?? root.security
  return Array.isArray(all) ? all.map(readFields) : undefined
}
