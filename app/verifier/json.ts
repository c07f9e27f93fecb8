import { parseJsonPointer } from '../contract/json_pointer.ts'
import { isJsonObject, type JsonObject } from '../contract/json_rpc.ts'
import type { Book } from './findings.ts'

/** What stands at the end of a path of members and positions; absent when the path ends early. */
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

/** The objects of a list; what is no list has none. */
export function objectsAt(
  value: unknown,
  ...path: readonly (string | number)[]
): readonly JsonObject[] {
  const found = at(value, ...path)
  return Array.isArray(found) ? found.filter(isJsonObject) : []
}

/** The texts of a list; what is no list has none. */
export function textsAt(value: unknown, ...path: readonly (string | number)[]): readonly string[] {
  const found = at(value, ...path)
  return Array.isArray(found) ? found.filter((each) => typeof each === 'string') : []
}

/** The members of an object in their order; what is no object has none. */
export function membersAt(
  value: unknown,
  ...path: readonly (string | number)[]
): readonly (readonly [name: string, value: unknown])[] {
  const found = at(value, ...path)
  return isJsonObject(found) ? Object.entries(found) : []
}

export function parsedJson(text: string): unknown {
  return parsed(() => JSON.parse(text))
}

export function parsedYaml(text: string): unknown {
  return parsed(() => Bun.YAML.parse(text))
}

/** What a foreign service sent, when it can be walked; aliases of YAML make small bombs large. */
function parsed(parse: () => unknown): unknown {
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
 * Whether comparing the value can end: it is not too deep, not too large with every alias written
 * out, and has no member that stands in the way of a text of it.
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

/** What an RFC 6901 pointer leads to, `#/a/0` or `/a/0`. */
export function pointed(value: unknown, pointer: string): unknown {
  let here = value
  for (const name of parseJsonPointer(pointer)) {
    here = Array.isArray(here) ? here[Number(name)] : at(here, name)
  }
  return here
}

/** The object itself, or the one of the same document that its `$ref` names. */
export function resolved(document: unknown, value: unknown): unknown {
  const reference = textAt(value, '$ref')
  return reference?.startsWith('#/') === true ? pointed(document, reference) : value
}

/** Objects by one of their members; of several alike the first, as a reader would find it. */
export function indexed(
  list: readonly JsonObject[],
  name: string,
): ReadonlyMap<unknown, JsonObject> {
  return new Map(list.toReversed().map((each) => [each[name], each]))
}

export function without(object: JsonObject, ...names: readonly string[]): JsonObject {
  return Object.fromEntries(Object.entries(object).filter(([name]) => !names.includes(name)))
}

/** One segment or value of an address; half a character pair of UTF-16 has no UTF-8. */
export function encoded(text: string): string {
  return encodeURIComponent(text.toWellFormed())
}

/** Whether a list has members that are no objects; such junk must not be passed over. */
export function compareJunk(
  where: string,
  name: string,
  value: unknown,
  book: Pick<Book, 'equal'>,
): void {
  const list = at(value, name)
  const junk = Array.isArray(list) ? list.filter((each) => !isJsonObject(each)) : []
  book.equal(where, `${name} that are no objects`, 0, junk.length)
}
