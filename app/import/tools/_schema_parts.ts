import { err, ok, type Result } from '../../contract/result.ts'
import {
  type Fields,
  isFields,
  readFields,
  readList,
  readText,
} from '../../docs/api_reference/values.ts'
import type { Case } from './_case.ts'

/** Where a schema is among others. */
export type Position = {
  readonly depth: number
  /** References that are being followed, so that a circle ends. */
  readonly open: readonly string[]
}

/** Levels that the registry of private tools allows. */
export const DEPTH_MAX = 8

/** What a schema says that is too much together with all others of its operation. */
export const TOO_MUCH = 'repeats its schemas too often'

const PLAIN = ['string', 'integer', 'number', 'boolean']

/** Follows references, `allOf` and a choice that is none, until one schema is left. */
export function mergeParts(here: Case, value: Fields, at: Position): Result<Fields, string> {
  const { allOf, oneOf, anyOf, ...own } = value
  const parts = readList(allOf)
  if (parts.length > 0) {
    if (at.depth > DEPTH_MAX) return err('is nested too deep')
    return mergeAll(here, own, parts, at)
  }
  const variants = [...readList(oneOf), ...readList(anyOf)]
    .map((each) => here.resolver.resolve(each))
    .filter(({ value: each }) => each.type !== 'null')
  if (variants.length === 0) return ok(own)
  const [only] = variants
  if (variants.length === 1 && only !== undefined) {
    if (at.open.includes(only.path)) return err('refers to itself')
    const { nullable: _, ...beside } = own
    return mergeParts(here, { ...only.value, ...beside }, { ...at, depth: at.depth + 1 })
  }
  const words = variants.flatMap(({ value: each }) => readWords(each))
  const areWords = variants.every(({ value: each }) => readWords(each).length > 0)
  if (areWords) return ok({ ...own, type: 'string', enum: [...new Set(words)] })
  // An API that takes text or a number takes the number as text.
  const isPlain = variants.every(({ value: each }) => PLAIN.includes(String(each.type)))
  const text = variants.find(({ value: each }) => each.type === 'string')
  if (isPlain && text !== undefined) return ok({ ...text.value, ...own })
  return err('is a choice between schemas')
}

/** The words of a choice of texts; none where it is another choice. */
export function readWords(value: Fields): readonly unknown[] {
  const words = value.const === undefined ? readList(value.enum) : [value.const]
  return words.every((word) => typeof word === 'string') ? words : []
}

function mergeAll(
  here: Case,
  own: Fields,
  parts: readonly unknown[],
  at: Position,
): Result<Fields, string> {
  let merged: Fields = own
  for (const part of parts) {
    const { value, path } = here.resolver.resolve(part)
    if (!here.budget.take(1)) return err(TOO_MUCH)
    if (path !== '' && at.open.includes(path)) return err('refers to itself')
    const each = mergeParts(here, value, { depth: at.depth + 1, open: [...at.open, path] })
    if (!each.ok) return each
    merged = {
      ...each.value,
      ...merged,
      properties: { ...readFields(each.value.properties), ...readFields(merged.properties) },
      required: [...readList(each.value.required), ...readList(merged.required)],
    }
  }
  const { properties, required, ...rest } = merged
  return ok(
    Object.keys(readFields(properties)).length === 0 ? rest : { ...rest, properties, required },
  )
}

/** A schema with its references followed, and the names of the components that it came through. */
type NamedSchema = { readonly value: Fields; readonly names: readonly string[] }

/** A schema as it is after its references, and by which names it is known. */
export function resolveNames(here: Case, schema: unknown): NamedSchema {
  const { value, name } = here.resolver.resolve(schema)
  const inner = readList(value.allOf).length === 1 ? readList(value.allOf)[0] : undefined
  const deeper = inner === undefined ? undefined : here.resolver.resolve(inner)
  const names = [name, deeper?.name ?? '', readText(value.title)].filter((each) => each !== '')
  return { value: deeper === undefined ? value : { ...deeper.value, ...value }, names }
}

/** Where a schema says what a value, or a part of it that has no name of its own, may be. */
const PARTS = ['allOf', 'oneOf', 'anyOf', 'prefixItems'] as const

/** Schemas that no argument shows, though a value may have what they describe. */
const HIDDEN = [
  ...(['contentSchema', 'if', 'then', 'else', 'contains', 'propertyNames'] as const),
  ...(['additionalProperties', 'unevaluatedProperties', 'unevaluatedItems'] as const),
]
const HIDDEN_MEMBERS = ['dependentSchemas', 'patternProperties'] as const

/**
 * The names of all components, and the titles, that describe a value: through references, lists
 * and choices. Members of objects have names of their own and are judged by them, but for those of
 * schemas that no argument shows.
 */
export function listKinds(here: Case, schema: unknown): readonly string[] {
  const kinds = new Set<string>()
  const seen = new Set<string>()
  const visit = (each: unknown, isHidden: boolean): void => {
    const { value, names, path } = here.resolver.resolve(each)
    const own = [...names, readText(value.title), ...(isHidden ? listNames(value) : [])]
    for (const name of own) if (name !== '') kinds.add(name)
    const place = `${isHidden} ${path}`
    if (path !== '' && seen.has(place)) return
    seen.add(place)
    for (const part of PARTS.flatMap((key) => readList(value[key]))) visit(part, isHidden)
    if (value.items !== undefined) visit(value.items, isHidden)
    const { $dynamicRef: dynamic, $defs: definitions } = value
    if (typeof dynamic === 'string') {
      kinds.add(dynamic)
      for (const [name, definition] of Object.entries(readFields(definitions))) {
        kinds.add(name)
        visit(definition, true)
      }
      if (dynamic.startsWith('#/')) visit({ $ref: dynamic }, true)
    }
    for (const key of HIDDEN) if (isFields(value[key])) visit(value[key], true)
    const members = [...HIDDEN_MEMBERS, ...(isHidden ? (['properties'] as const) : [])]
    for (const [name, member] of members.flatMap((key) => Object.entries(readFields(value[key])))) {
      kinds.add(name)
      visit(member, true)
    }
  }
  visit(schema, false)
  return [...kinds]
}

/** Names that a hidden schema demands or allows. */
function listNames(value: Fields): readonly string[] {
  const allowed = [...readList(value.enum), value.const, value.pattern, ...readList(value.required)]
  return allowed.filter((name) => typeof name === 'string')
}
