import { isJsonObject, type JsonObject } from '../../contract/json_rpc.ts'
import { parseJsonPointer } from '../../contract/json_text.ts'
import type { Check } from './findings.ts'

/** The value at a path of member names and indexes; absent when the path leads nowhere. */
export function at(value: unknown, ...path: readonly (string | number)[]): unknown {
  let here = value
  for (const step of path) {
    if (typeof step === 'number') here = Array.isArray(here) ? here[step] : undefined
    else here = isJsonObject(here) && Object.hasOwn(here, step) ? here[step] : undefined
  }
  return here
}

export function textAt(value: unknown, ...path: readonly (string | number)[]): string | undefined {
  const found = at(value, ...path)
  return typeof found === 'string' ? found : undefined
}

/** The objects in a list; anything else has none. */
export function objectsAt(
  value: unknown,
  ...path: readonly (string | number)[]
): readonly JsonObject[] {
  const found = at(value, ...path)
  return Array.isArray(found) ? found.filter(isJsonObject) : []
}

/** The texts in a list; anything else has none. */
export function textsAt(value: unknown, ...path: readonly (string | number)[]): readonly string[] {
  const found = at(value, ...path)
  return Array.isArray(found) ? found.filter((each) => typeof each === 'string') : []
}

/** The members of an object in order; anything else has none. */
export function membersAt(
  value: unknown,
  ...path: readonly (string | number)[]
): readonly (readonly [name: string, value: unknown])[] {
  const found = at(value, ...path)
  return isJsonObject(found) ? Object.entries(found) : []
}

export function parseJson(text: string): unknown {
  return parseSafely(() => JSON.parse(text))
}

export function parseYaml(text: string): unknown {
  return parseSafely(() => Bun.YAML.parse(text))
}

/** Parses untrusted text; the value must be walkable, because YAML aliases can expand hugely. */
function parseSafely(parse: () => unknown): unknown {
  try {
    const value = parse()
    return isWalkable(value) ? value : undefined
  } catch {
    return undefined
  }
}

const DEPTH_MAX = 64
const VALUES_MAX = 4_000_000

/**
 * Whether comparing the value ends: it is not too deep, not too large with every alias expanded,
 * and has no member that would break its conversion to text.
 */
function isWalkable(root: unknown): boolean {
  const left: (readonly [value: unknown, depth: number])[] = [[root, 0]]
  let values = 0
  for (let next = left.pop(); next !== undefined; next = left.pop()) {
    const [value, depth] = next
    values += 1
    if (depth > DEPTH_MAX || values + left.length > VALUES_MAX) return false
    if (typeof value !== 'object' || value === null) continue
    if (Object.hasOwn(value, 'toString') || Object.hasOwn(value, 'toJSON')) return false
    for (const member of Object.values(value)) left.push([member, depth + 1])
  }
  return true
}

/** The value at an RFC 6901 pointer, `#/a/0` or `/a/0`. */
export function resolvePointer(value: unknown, pointer: string): unknown {
  let here = value
  for (const name of parseJsonPointer(pointer)) {
    here = Array.isArray(here) ? here[Number(name)] : at(here, name)
  }
  return here
}

/** The object itself, or the one in the same document that its `$ref` names. */
export function resolveReference(document: unknown, value: unknown): unknown {
  const reference = textAt(value, '$ref')
  return reference?.startsWith('#/') === true ? resolvePointer(document, reference) : value
}

/** Values of one comparison: a foreign document may refer without end. */
const RESOLVED_MAX = 100_000

/** A value with every reference replaced by its target; what has no end is absent. */
export function resolveAll(document: unknown, root: unknown): unknown {
  let left = RESOLVED_MAX
  const resolve = (value: unknown, depth: number): unknown => {
    left -= 1
    if (left < 0 || depth > DEPTH_MAX) return undefined
    const target = resolveReference(document, value)
    if (target !== value) return resolve(target, depth + 1)
    if (Array.isArray(value)) return value.map((item) => resolve(item, depth + 1))
    if (!isJsonObject(value)) return value
    const members = Object.entries(value)
    return Object.fromEntries(members.map(([name, member]) => [name, resolve(member, depth + 1)]))
  }
  return resolve(root, 0)
}

/** Objects by one of their members; the first one where several have the same value. */
export function indexBy(
  list: readonly JsonObject[],
  name: string,
): ReadonlyMap<unknown, JsonObject> {
  return new Map(list.toReversed().map((each) => [each[name], each]))
}

export function omit(object: JsonObject, ...names: readonly string[]): JsonObject {
  return Object.fromEntries(Object.entries(object).filter(([name]) => !names.includes(name)))
}

/** A text on one line, as lists and headings give it. */
export function toLine(value: unknown): string {
  return String(value).replace(/\s+/g, ' ').trim()
}

/** Encodes one segment or value of an address; a lone UTF-16 surrogate has no UTF-8. */
export function encodeSegment(text: string): string {
  return encodeURIComponent(text.toWellFormed())
}

/** Reports list members that are not objects, which would otherwise be skipped. */
export function compareJunk(
  where: string,
  name: string,
  value: unknown,
  check: Pick<Check, 'equal'>,
): void {
  const list = at(value, name)
  const junk = Array.isArray(list) ? list.filter((each) => !isJsonObject(each)) : []
  check.equal(where, `${name} that are not objects`, 0, junk.length)
}
