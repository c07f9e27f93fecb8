import { type TSchema, TypeGuard } from '@sinclair/typebox'
import { parseJsonPointer } from '../../../contract/json_pointer.ts'

/** What a JSON Pointer (RFC 6901) points to in any value that fits a schema. */
type PointerTarget =
  | { readonly state: 'required' | 'optional' }
  /** `at` is the part that was not found, `known` are the names in its place. */
  | { readonly state: 'absent'; readonly at: string; readonly known: readonly string[] }

/** Follows a pointer through a schema; an entry of a list may always be missing. */
export function followPointer(schema: TSchema, pointer: string): PointerTarget {
  let current = schema
  let state: 'required' | 'optional' = 'required'
  for (const name of parseJsonPointer(pointer)) {
    if (TypeGuard.IsArray(current)) {
      if (!/^(0|[1-9][0-9]*)$/.test(name)) return { state: 'absent', at: name, known: ['0'] }
      state = 'optional'
      current = current.items
      continue
    }
    const properties: Readonly<Record<string, TSchema>> = TypeGuard.IsObject(current)
      ? current.properties
      : {}
    const next = Object.hasOwn(properties, name) ? properties[name] : undefined
    if (next === undefined) return { state: 'absent', at: name, known: Object.keys(properties) }
    const required: readonly string[] = current.required ?? []
    if (!required.includes(name)) state = 'optional'
    current = next
  }
  return { state }
}
