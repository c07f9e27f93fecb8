import { encode, writeQuery, writeSimple, writeValue } from './_sample_styles.ts'
import { isJsonType, makeValue } from './_sample_value.ts'
import type { ApiDescription, Resolver } from './description.ts'
import {
  addressOperation,
  examplesOf,
  listParameters,
  listSecurity,
  type Operation,
  schemaOfParameter,
} from './operation.ts'
import { type Fields, readFields, readText } from './values.ts'

type Pair = readonly [name: string, value: string]

/** What a call sends beside its address and headers. */
export type SampleBody =
  | { readonly kind: 'json'; readonly value: unknown }
  | { readonly kind: 'form' | 'parts'; readonly fields: readonly Pair[]; readonly files: string[] }
  | { readonly kind: 'text'; readonly text: string }
  | { readonly kind: 'file' }

/** A call of an operation as a reader would make it first. */
export type SampleRequest = {
  readonly method: string
  readonly url: string
  readonly headers: readonly Pair[]
  readonly body: SampleBody | undefined
}

/** Names of headers (RFC 9110 section 5.1); "@" would make curl read a file. */
const TOKEN = /^[\w!#$%&'*+.^`|~-]+$/

/** Makes a call of what an operation needs, out of the examples of its description. */
export function makeRequest(
  operation: Operation,
  description: ApiDescription,
  resolver: Resolver,
): SampleRequest {
  const sent = listParameters(operation, resolver)
    .filter((value) => value.required === true || value.in === 'path')
    .map((parameter): ParameterValue => ({ parameter, value: makeParameter(parameter, resolver) }))
  const all = [...sent, ...listKeys(operation, description, resolver)]
  const at = (place: string) => all.filter(({ parameter }) => readText(parameter.in) === place)
  const write = (place: string, write?: (text: string) => string) =>
    at(place).map(({ parameter, value }): Pair => {
      return [readText(parameter.name), writeSimple(parameter, value, write)]
    })
  const values = new Map(write('path', encode))
  const address = addressOperation(operation, description.value)
  const path = address.replace(/\{([^{}]*)\}/g, (written, name) => values.get(name) ?? written)
  const query = at('query').flatMap(({ parameter, value }) => writeQuery(parameter, value))
  const cookies = write('cookie', encode).map(([name, value]) => `${name}=${value}`)
  const { body, type } = makeBody(operation.value, resolver)
  const headers: readonly Pair[] = [
    ...write('header'),
    ...(cookies.length === 0 ? [] : [['Cookie', cookies.join('; ')] as const]),
    ...(type === undefined ? [] : [['Content-Type', type] as const]),
  ]
  return {
    method: operation.method.toUpperCase(),
    url: completeUrl(path) + (query.length === 0 ? '' : `?${query.join('&')}`),
    headers: headers.filter(([name]) => TOKEN.test(name)).map(onOneLine),
    body,
  }
}

function onOneLine([name, value]: Pair): Pair {
  return [name, value.replace(/[\p{Cc}\s]+/gu, ' ').trim()]
}

/** An address of a server may be relative to that of the description, which nobody knows here. */
function completeUrl(address: string): string {
  const isWhole = /^https?:\/\//i.test(address)
  const whole = isWhole ? address : `https://YOUR-HOST/${address.replace(/^\/+/, '')}`
  return whole.replace(/[\p{Cc}\s"'<>\\^`|]/gu, encode)
}

/** A parameter, and the value that a call has for it. */
type ParameterValue = { readonly parameter: Fields; readonly value: unknown }

function makeParameter(parameter: Fields, resolver: Resolver): unknown {
  const schema = schemaOfParameter(parameter)
  const [given] = examplesOf(parameter, resolver.resolve(schema).value, resolver)
  return given === undefined ? makeValue(schema, 'caller', resolver) : given.value
}

/** What the first way to be allowed adds to a call, with words in the place of secrets. */
function listKeys(
  operation: Operation,
  description: ApiDescription,
  resolver: Resolver,
): readonly ParameterValue[] {
  const [way = {}] = listSecurity(operation, description) ?? []
  const schemes = readFields(readFields(description.value.components).securitySchemes)
  return Object.keys(way).flatMap((name): readonly ParameterValue[] => {
    const { value } = resolver.resolve(schemes[name])
    const type = readText(value.type)
    if (type === 'apiKey') return [{ parameter: value, value: KEY }]
    const isBasic = readText(value.scheme).toLowerCase() === 'basic'
    const word = isBasic ? 'Basic YOUR_CREDENTIALS' : 'Bearer YOUR_TOKEN'
    const isKnown = ['http', 'oauth2', 'openIdConnect'].includes(type)
    return isKnown ? [{ parameter: { in: 'header', name: 'Authorization' }, value: word }] : []
  })
}

const KEY = 'YOUR_KEY'

type MadeBody = { readonly body: SampleBody | undefined; readonly type: string | undefined }

function makeBody({ requestBody }: Fields, resolver: Resolver): MadeBody {
  const media = Object.entries(readFields(resolver.resolve(requestBody).value.content))
  const [type, found] = media.find(([name]) => isJsonType(name)) ?? media[0] ?? []
  if (type === undefined) return { body: undefined, type: undefined }
  const value = readFields(found)
  const { value: schema } = resolver.resolve(value.schema)
  const [given] = examplesOf(value, schema, resolver)
  const made = given === undefined ? makeValue(value.schema, 'caller', resolver) : given.value
  if (isJsonType(type)) return { body: { kind: 'json', value: made }, type }
  if (type === 'application/x-www-form-urlencoded' || type === 'multipart/form-data') {
    const files = Object.entries(readFields(schema.properties))
      .filter(([, each]) => isBinary(resolver.resolve(each).value))
      .map(([name]) => name)
    const fields = Object.entries(readFields(made))
      .filter(([name]) => !files.includes(name))
      .flatMap(([name, each]) => {
        // A list is sent as one field for each of its items.
        const items: readonly unknown[] = Array.isArray(each) ? each : [each]
        return items.map((item): Pair => [name, writeValue(item)])
      })
    const isForm = type !== 'multipart/form-data'
    // The header of parts has a boundary, which whoever sends them chooses.
    const kind = isForm ? 'form' : 'parts'
    return { body: { kind, fields, files }, type: isForm ? type : undefined }
  }
  const isText = typeof made === 'string' && !isBinary(schema) && /^text\/|[/+]xml\b/.test(type)
  return { body: isText ? { kind: 'text', text: made } : { kind: 'file' }, type }
}

function isBinary({ format, contentMediaType }: Fields): boolean {
  return format === 'binary' || contentMediaType !== undefined
}
