import type { BusinessRegistry } from '../../contract/business.ts'
import type { HttpAnswer } from '../../contract/business_http.ts'
import { selectsBusiness } from '../../contract/business_selectors.ts'
import { quote } from '../../contract/problem.ts'
import { type Fields, isFields, readFields, readList } from '../../docs/api_reference/values.ts'
import { type Case, note, refuse } from './_case.ts'
import { mergeParts, resolveNames } from './_schema_parts.ts'
import { boundName, toSingular, toSnakeCase, toTitle } from './_words.ts'

type RecordEntry = BusinessRegistry['records'][number]

/** The records of an operation: where its answer has them, and how they reach a business. */
export type Answer = { readonly answer: HttpAnswer; readonly entry: RecordEntry | undefined }

const SUCCESSES = ['200', '201', '2XX', '204']
const WRAPPERS = ['data', 'items', 'results', 'records', 'values', 'entries', 'result', 'meta']
const ID_NAMES = ['id', 'uuid', 'key', 'slug', 'number', 'name']
const MORE = ['has_more', 'hasMore', 'next', 'next_page', 'next_cursor', 'nextPageToken', 'cursor']

/** What an operation answers; nothing where a write answers no record. */
export function readAnswer(here: Case, records: readonly RecordEntry[]): Answer | undefined {
  const schema = findSuccess(here)
  if (schema === 'none') return undefined
  const isRead = here.operation.method === 'GET'
  const found = schema === undefined ? undefined : findRecords(here, schema)
  const id = found === undefined ? undefined : findId(here, found)
  if (found === undefined || id === undefined) {
    const what =
      found === undefined ? 'its answer is not a JSON record' : 'no member is the id of a record'
    const fix = 'name the member that holds the records with --at, or their id with --id'
    if (isRead) refuse(here, 'responses', what, fix)
    else note(here, `it does not return a record: ${what}`)
    return undefined
  }
  return describeRecords(here, found, id, records)
}

/** The schema of a successful answer: `none` where it has no body. */
function findSuccess(here: Case): unknown | 'none' | undefined {
  const responses = readFields(here.operation.value.responses)
  const status = SUCCESSES.find((each) => Object.hasOwn(responses, each))
  if (status === undefined) {
    refuse(here, 'responses', 'no answer is 200, 201 or 204', 'choose another operation')
    return 'none'
  }
  const { content } = here.resolver.resolve(responses[status]).value
  if (!isFields(content)) return here.operation.method === 'GET' ? undefined : 'none'
  const json = Object.entries(content).find(([type]) => /^application\/json *(;|$)/i.test(type))
  return json === undefined ? undefined : readFields(json[1]).schema
}

type FoundRecords = {
  readonly at: readonly string[]
  readonly value: Fields
  readonly name: string
  readonly more: readonly string[] | undefined
}

function findRecords(here: Case, schema: unknown): FoundRecords | undefined {
  const { at } = here.choices
  return at === undefined
    ? searchRecords(here, schema, [])
    : followPath(here, schema, at.split('.'))
}

function open(here: Case, schema: unknown): { readonly value: Fields; readonly name: string } {
  const { value, names } = resolveNames(here, schema)
  const merged = mergeParts(here, value, { depth: 1, open: [] })
  return { value: merged.ok ? merged.value : value, name: names[0] ?? '' }
}

/** The item of a list, or the schema itself. */
function toRecord(here: Case, schema: unknown, at: readonly string[]): FoundRecords | undefined {
  const { value, name } = open(here, schema)
  if (value.items !== undefined) {
    const item = open(here, value.items)
    return isFields(item.value.properties) ? { at, ...item, more: undefined } : undefined
  }
  return isFields(value.properties) ? { at, value, name, more: undefined } : undefined
}

function searchRecords(
  here: Case,
  schema: unknown,
  at: readonly string[],
): FoundRecords | undefined {
  const { value } = open(here, schema)
  const properties = readFields(value.properties)
  const lists = Object.keys(properties).filter((name) => {
    const { items } = open(here, properties[name]).value
    return items !== undefined && isFields(open(here, items).value.properties)
  })
  const wrapped = WRAPPERS.find((name) => lists.includes(name))
  // A record may have lists inside; one with an id is a record itself.
  const list =
    wrapped ?? (findIdIn(properties) === undefined && lists.length === 1 ? lists[0] : undefined)
  if (list !== undefined) {
    const found = toRecord(here, properties[list], [...at, list])
    const more = MORE.find((name) => Object.hasOwn(properties, name))
    return found === undefined
      ? undefined
      : { ...found, more: more === undefined ? undefined : [...at, more] }
  }
  const inner = WRAPPERS.find((name) => isFields(open(here, properties[name]).value.properties))
  if (inner !== undefined && findIdIn(properties) === undefined) {
    return toRecord(here, properties[inner], [...at, inner])
  }
  return toRecord(here, schema, at)
}

function followPath(here: Case, schema: unknown, at: readonly string[]): FoundRecords | undefined {
  let current: unknown = schema
  for (const name of at.filter((each) => each !== '')) {
    current = readFields(open(here, current).value.properties)[name]
    if (current === undefined) return undefined
  }
  return toRecord(
    here,
    current,
    at.filter((each) => each !== ''),
  )
}

function findId(here: Case, { value, name }: FoundRecords): string | undefined {
  const properties = readFields(value.properties)
  const { id } = here.choices
  if (id !== undefined) return Object.hasOwn(properties, id) ? id : undefined
  return findIdIn(properties) ?? findOwnId(properties, name)
}

function findIdIn(properties: Fields): string | undefined {
  return ID_NAMES.slice(0, 3).find((name) => Object.hasOwn(properties, name))
}

function findOwnId(properties: Fields, name: string): string | undefined {
  const own = [`${toSnakeCase(name)}_id`, `${name}Id`, ...ID_NAMES.slice(3)]
  return own.find((each) => Object.hasOwn(properties, each))
}

function describeRecords(
  here: Case,
  { at, value, name, more }: FoundRecords,
  id: string,
  records: readonly RecordEntry[],
): Answer | undefined {
  const type = nameType(here, name)
  const properties = readFields(value.properties)
  const known = records.find((entry) => entry.type === type)
  const reach = readReach(here, type, listReadable(here, properties), known)
  if (reach === undefined) return undefined
  const title = toTitle(type)
  const description = `${title} as the product's API returns it.`
  return {
    answer: {
      type,
      at: [...at],
      id,
      ...(reach.business === undefined ? {} : { business: reach.business }),
      fields: [...listFields(here, properties)],
      ...(more === undefined ? {} : { more: [...more] }),
    },
    entry: known === undefined ? { type, title, description, reach: reach.rule } : undefined,
  }
}

/** As many characters as a name has in the registry. */
const FIELD_CHARACTERS_MAX = 128

/** Plain members, and those of members as paths; deeper ones are for a person to name. */
function listFields(here: Case, properties: Fields): readonly string[] {
  const fields = listReadable(here, properties).flatMap((name) => {
    const inner = readInner(here, properties[name])
    if (inner === undefined) return [name]
    return listReadable(here, inner)
      .filter((each) => !selectsBusiness(each) && readInner(here, inner[each]) === undefined)
      .map((each) => `${name}.${each}`)
  })
  return fields.filter((field) => field.length <= FIELD_CHARACTERS_MAX)
}

/** Members that an answer has; in a name, a dot would make it a path. */
function listReadable(here: Case, properties: Fields): readonly string[] {
  return Object.keys(properties).filter((name) => {
    const { value } = here.resolver.resolve(properties[name])
    const isHidden = [value, open(here, value).value].some((each) => each.writeOnly === true)
    return !isHidden && !name.includes('.')
  })
}

/** Members of an object, or of the objects of a list; nothing for plain values. */
function readInner(here: Case, schema: unknown): Fields | undefined {
  const { value } = open(here, schema)
  const { properties } = value.items === undefined ? value : open(here, value.items).value
  return isFields(properties) ? properties : undefined
}

/** The type that was chosen, that of the schema, or the last word of the path. */
function nameType(here: Case, schemaName: string): string {
  const { record } = here.choices
  if (record !== undefined) return record
  const words = here.operation.path.split('/').filter((part) => /^[a-z]/i.test(part))
  const named = toSnakeCase(schemaName).replace(/_(response|result|list|dto|entity|schema)$/, '')
  return boundName(named || toSingular(toSnakeCase(words.at(-1) ?? '')) || 'item', 64)
}

type Reach = { readonly rule: RecordEntry['reach']; readonly business?: string }

function readReach(
  here: Case,
  type: string,
  shown: readonly string[],
  known: RecordEntry | undefined,
): Reach | undefined {
  const { reach } = here.choices
  const own = { rule: 'column', field: 'business_id' } as const
  if (reach === 'answer') return { rule: known?.reach ?? own }
  if (reach === undefined) {
    if (known !== undefined) return { rule: known.reach }
    const fix = 'name the member that holds its business with --reach, or use --reach answer'
    refuse(here, 'responses', `nothing says which business a ${quote(type)} belongs to`, fix)
    return undefined
  }
  const [, through, linked] = /^via:([a-z][a-z0-9_]*):(.+)$/.exec(reach) ?? []
  const member = linked ?? reach
  if (!shown.includes(member)) {
    const fix = `use one of ${readList(shown).slice(0, 12).join(', ')}, or answer`
    refuse(here, 'responses', `its records have no member ${quote(member)}`, fix)
    return undefined
  }
  const field = boundName(toSnakeCase(member), 64)
  if (through !== undefined) return { rule: known?.reach ?? { rule: 'via', through, field } }
  return { rule: known?.reach ?? { rule: 'column', field }, business: member }
}
