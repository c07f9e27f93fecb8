import { isJsonObject, type JsonObject } from '../../app/contract/json_rpc.ts'

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

/** The members of an object in their order; what is no object has none. */
export function membersAt(
  value: unknown,
  ...path: readonly (string | number)[]
): readonly (readonly [name: string, value: unknown])[] {
  const found = at(value, ...path)
  return isJsonObject(found) ? Object.entries(found) : []
}

export function parsedJson(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

/** What an RFC 6901 pointer leads to, `#/a/0` or `/a/0`. */
export function pointed(value: unknown, pointer: string): unknown {
  const steps = pointer.replace(/^#/, '').split('/').slice(1)
  let here = value
  for (const step of steps) {
    const name = step.replaceAll('~1', '/').replaceAll('~0', '~')
    here = Array.isArray(here) ? here[Number(name)] : at(here, name)
  }
  return here
}

/** The object itself, or the one of the same document that its `$ref` names. */
export function resolved(document: unknown, value: unknown): unknown {
  const reference = textAt(value, '$ref')
  return reference?.startsWith('#/') === true ? pointed(document, reference) : value
}

export function without(object: JsonObject, ...names: readonly string[]): JsonObject {
  return Object.fromEntries(Object.entries(object).filter(([name]) => !names.includes(name)))
}
