import type { HttpInput } from '../../contract/business_http.ts'
import type { JsonObject } from '../../contract/json_rpc.ts'
import { quote } from '../../contract/problem.ts'
import { isFields, readFields, readList, readText } from '../../docs/api_reference/values.ts'
import { type Case, note, refuse } from './_case.ts'
import { judgeMember } from './_members.ts'
import { convertSchema } from './_schemas.ts'
import { judgeInput, judgePath, type Verdict } from './_tenants.ts'

/** What goes into an operation: its arguments, and what the grant gives. */
export type Inputs = {
  readonly rows: HttpInput[]
  readonly properties: Record<string, JsonObject>
  readonly required: string[]
  /** Whether the document says that the API honours an idempotency key. */
  takesKey: boolean
}

/** A parameter, and the names of the components that it is. */
type Parameter = { readonly value: JsonObject; readonly kinds: readonly string[] }

/** Headers that are none of the operation: the client of HTTP sets them (OpenAPI, Parameter). */
const STANDARD_HEADERS = /^(accept|content-type|authorization|user-agent)$/i
const KEY_HEADER = /^idempotency-key$/i

/** Reads parameters and body of an operation. */
export function readInputs(here: Case): Inputs {
  const inputs: Inputs = { rows: [], properties: {}, required: [], takesKey: false }
  readServers(here)
  judgePath(here)
  const parameters = new Map<string, Parameter>()
  for (const given of here.operation.parameters) {
    const { value, names } = here.resolver.resolve(given)
    parameters.set(`${value.in} ${value.name}`, { value, kinds: names })
  }
  for (const parameter of parameters.values()) readParameter(here, inputs, parameter)
  readBody(here, inputs)
  return inputs
}

/** The address is fixed in the settings, so a variable of it is the same for every business. */
function readServers(here: Case): void {
  const servers = here.operation.servers.map(readFields)
  for (const { variables } of servers) {
    for (const name of Object.keys(readFields(variables))) {
      const facts = { isRequired: true, isNested: false, kinds: [], isAddress: false } as const
      judgeInput(here, { name, where: 'server', ...facts })
    }
  }
}

function readParameter(here: Case, inputs: Inputs, parameter: Parameter): void {
  const name = readText(parameter.value.name)
  const { in: where } = parameter.value
  if (where === 'path' || where === 'query') addParameter(here, inputs, parameter, name, where)
  else if (where === 'header') addHeader(here, inputs, parameter, name)
  else if (where === 'cookie') {
    const fix = 'choose another operation; no cookie is ever sent'
    refuse(here, name, `it takes the cookie ${quote(name)}`, fix)
  } else
    refuse(here, undefined, `the parameter ${quote(name)} has no "in"`, 'add it to the document')
}

function addHeader(here: Case, inputs: Inputs, { value, kinds }: Parameter, name: string): void {
  if (STANDARD_HEADERS.test(name)) return
  if (KEY_HEADER.test(name)) {
    inputs.takesKey = true
    return
  }
  const isRequired = value.required === true
  const facts = { isRequired, isNested: false, where: 'header', kinds } as const
  const verdict = judgeMember(here, name, value.schema, facts)
  if (verdict.as === 'grant') inputs.rows.push({ grant: verdict.value, in: 'header', name })
  if (verdict.as !== 'argument') return
  if (isRequired) {
    refuse(here, name, `it needs the header ${quote(name)}`, 'choose another operation')
  } else note(here, `the header ${quote(name)} is not sent`)
}

function addParameter(
  here: Case,
  inputs: Inputs,
  { value: parameter, kinds }: Parameter,
  name: string,
  where: 'path' | 'query',
): void {
  const isRequired = where === 'path' || parameter.required === true
  const { schema } = parameter
  const verdict = judgeMember(here, name, schema, { isRequired, isNested: false, where, kinds })
  const style = readStyle(parameter, where)
  add(here, inputs, {
    verdict,
    name,
    where,
    isRequired,
    schema,
    description: readText(parameter.description),
    ...style,
  })
}

/** How a value is written; the fault is a way that is not supported. */
function readStyle({ style, explode, schema, content }: JsonObject, where: 'path' | 'query') {
  if (content !== undefined || !isFields(schema)) return { fault: 'is written in its own format' }
  if (where === 'path') {
    return style === undefined || style === 'simple' ? {} : { fault: `has the style "${style}"` }
  }
  if (style !== undefined && style !== 'form') return { fault: `has the style "${style}"` }
  return explode === false ? { list: 'commas' as const } : {}
}

type Candidate = {
  readonly verdict: Verdict
  readonly name: string
  readonly where: 'path' | 'query' | 'body'
  readonly isRequired: boolean
  readonly schema: unknown
  readonly description: string
  readonly fault?: string
  readonly list?: 'commas'
}

function add(here: Case, inputs: Inputs, candidate: Candidate): void {
  const { verdict, name, where, isRequired } = candidate
  if (verdict.as === 'grant') inputs.rows.push({ grant: verdict.value, in: where, name })
  if (verdict.as !== 'argument') return
  const schema = convertInput(here, candidate)
  if (typeof schema === 'string') {
    const what = `the ${where} input ${quote(name)} ${schema}`
    if (isRequired) refuse(here, name, what, 'choose another operation, or simplify the document')
    else note(here, `it is imported without ${quote(name)}, which ${schema}`)
    return
  }
  const argument = nameArgument(inputs, name, where)
  inputs.properties[argument] = schema
  if (isRequired) inputs.required.push(argument)
  inputs.rows.push({
    argument,
    in: where,
    ...(argument === name ? {} : { name }),
    ...(candidate.list !== undefined && schema.type === 'array' ? { list: candidate.list } : {}),
    ...(verdict.because === undefined ? {} : { because: verdict.because }),
  })
}

const PLAIN_TYPES = ['string', 'integer', 'number', 'boolean']

function convertInput(
  here: Case,
  { schema, where, description, fault }: Candidate,
): JsonObject | string {
  if (fault !== undefined) return fault
  const converted = convertSchema(here, schema, { depth: 2, open: [] })
  if (!converted.ok) return converted.error
  const { type, items } = converted.value
  const isPlain = PLAIN_TYPES.includes(String(type))
  const isList = where === 'query' && PLAIN_TYPES.includes(String(readFields(items).type))
  if (where !== 'body' && !isPlain && !isList) return `has the type "${type}", not a plain one`
  const words =
    description === '' ? {} : { description: description.replace(/\s+/g, ' ').slice(0, 300) }
  // A value of a path has to stay in its place, and an empty one would be another path.
  const bounds = where === 'path' && type === 'string' ? { minLength: 1 } : {}
  return { ...converted.value, ...words, ...bounds }
}

/** The name of the API where it can be one, and no other argument has it. */
function nameArgument({ properties }: Inputs, name: string, where: string): string {
  const plain = name
    .replace(/[^A-Za-z0-9_-]+/g, '_')
    .replace(/^[^A-Za-z]+|_+$/g, '')
    .slice(0, 64)
  const wanted = plain === '' ? where : plain
  return Object.hasOwn(properties, wanted) ? `${where}_${wanted}`.slice(0, 64) : wanted
}

function readBody(here: Case, inputs: Inputs): void {
  const { value: body } = here.resolver.resolve(here.operation.value.requestBody)
  const { content } = body
  if (!isFields(content)) return
  const json = Object.entries(content).find(([type]) => /^application\/json *(;|$)/i.test(type))
  const { method } = here.operation
  const refused =
    method === 'GET' || method === 'DELETE' ? `a ${method} with a body` : 'its body is not JSON'
  if (json === undefined || refused.startsWith('a ')) {
    if (body.required === true)
      refuse(here, 'requestBody', `it cannot be called: ${refused}`, 'choose another operation')
    else note(here, `it is imported without a body: ${refused}`)
    return
  }
  addMembers(here, inputs, readFields(json[1]).schema)
}

/** Each member of the body is an argument of its own. */
function addMembers(here: Case, inputs: Inputs, schema: unknown): void {
  const { value } = here.resolver.resolve(schema)
  const parts = [value, ...readList(value.allOf).map((each) => here.resolver.resolve(each).value)]
  const properties = Object.assign({}, ...parts.map((each) => readFields(each.properties)))
  const required = parts.flatMap((each) => readList(each.required))
  if (
    Object.keys(properties).length === 0 ||
    value.oneOf !== undefined ||
    value.anyOf !== undefined
  ) {
    const fix = 'choose another operation, or list its members in the document'
    refuse(here, 'requestBody', 'its body is not an object whose members are listed', fix)
    return
  }
  for (const [name, member] of Object.entries(properties)) {
    const isRequired = required.includes(name)
    const facts = { isRequired, isNested: false, where: 'body' } as const
    const verdict = judgeMember(here, name, member, facts)
    add(here, inputs, { verdict, name, where: 'body', isRequired, schema: member, description: '' })
  }
}
