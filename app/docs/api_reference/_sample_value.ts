import { type Budget, createBudget } from '../../text/source_text/budget.ts'
import type { Resolver } from './description.ts'
import { type Fields, isFields, readFields, readList, readText } from './values.ts'

/** Who sends the value: fields that only the other one writes are left out. */
type Sender = 'caller' | 'answer'

type Making = {
  readonly sender: Sender
  readonly resolver: Resolver
  readonly budget: Budget
  /** Components that are being made, so that a circle ends. */
  readonly stack: readonly string[]
}

const VALUES_MAX = 200
const NESTING_MAX = 8

export function isJsonType(mediaType: string): boolean {
  return /[/+]json\b/.test(mediaType)
}

/** A value as its schema wants it: an example that the schema has, else the simplest one. */
export function makeValue(schema: unknown, sender: Sender, resolver: Resolver): unknown {
  const making = { sender, resolver, budget: createBudget(VALUES_MAX), stack: [] }
  return make(schema, making, 0) ?? null
}

function make(schema: unknown, making: Making, depth: number): unknown {
  const { value, path } = making.resolver.resolve(schema)
  const isCircle = path !== '' && making.stack.includes(path)
  if (isCircle || depth > NESTING_MAX || !making.budget.take(1)) return undefined
  const inner = path === '' ? making : { ...making, stack: [...making.stack, path] }
  const given = [value.example, readList(value.examples)[0], value.default, value.const]
  const known = [...given, readList(value.enum)[0]].find((each) => each !== undefined)
  return known === undefined ? makeByType(value, inner, depth) : known
}

function makeByType(schema: Fields, making: Making, depth: number): unknown {
  const parts = readList(schema.allOf).map((part) => make(part, making, depth + 1))
  const choices = [...readList(schema.oneOf), ...readList(schema.anyOf)]
  const choice = choices.find((each) => readFields(each).type !== 'null')
  if (choice !== undefined) parts.push(make(choice, making, depth + 1))
  const [only] = parts
  const hasFields = isFields(schema.properties) || parts.some(isFields)
  if (!hasFields && only !== undefined) return only
  const types = Array.isArray(schema.type) ? schema.type.map(readText) : [readText(schema.type)]
  const type = types.find((each) => each !== 'null')
  if (hasFields || type === 'object') {
    return Object.assign({}, ...parts.filter(isFields), makeFields(schema, making, depth))
  }
  if (type === 'array' || schema.items !== undefined) {
    const item = make(schema.items, making, depth + 1)
    return item === undefined ? [] : [item]
  }
  if (type === 'boolean') return true
  if (type === 'integer' || type === 'number') return makeNumber(schema)
  return type === 'null' ? null : makeText(schema)
}

function makeFields(schema: Fields, making: Making, depth: number): Fields {
  const hidden = making.sender === 'caller' ? 'readOnly' : 'writeOnly'
  const fields = Object.entries(readFields(schema.properties)).flatMap(([name, each]) => {
    if (making.resolver.resolve(each).value[hidden] === true) return []
    const value = make(each, making, depth + 1)
    return value === undefined ? [] : [[name, value] as const]
  })
  return Object.fromEntries(fields)
}

function makeNumber({ minimum, maximum }: Fields): number {
  if (typeof minimum === 'number') return minimum
  return typeof maximum === 'number' ? Math.min(1, maximum) : 1
}

const TEXTS: ReadonlyMap<string, string> = new Map([
  ['date', '2026-01-31'],
  ['date-time', '2026-01-31T12:00:00Z'],
  ['time', '12:00:00Z'],
  ['email', 'user@example.com'],
  ['uuid', '3f2b8c1e-6d4a-4f0b-9a7e-5c1d2e3f4a5b'],
  ['uri', 'https://example.com/'],
  ['url', 'https://example.com/'],
  ['hostname', 'example.com'],
  ['ipv4', '192.0.2.1'],
  ['ipv6', '2001:db8::1'],
])

function makeText({ format }: Fields): string {
  return TEXTS.get(readText(format)) ?? 'text'
}
