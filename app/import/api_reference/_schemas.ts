import { type Budget, createBudget } from '../../text/source_text/budget.ts'
import { writeCode, writePlain, writeTable } from './_text.ts'
import type { Resolver } from './description.ts'
import { type Fields, isFields, readFields, readList, readText } from './values.ts'

/** Schemas of components that have a page of their own, because others link to it. */
export type SchemaPages = {
  readonly resolver: Resolver
  /** The address of the page of a component. */
  link(name: string): string
  /** Schemas, fields and choices of the page that is written, with everything they lead to. */
  readonly budget: Budget
}

/** A page of more is read by nobody; few schemas that name each other can make any number. */
const STEPS_MAX = 20_000

/** The same for a page of its own: what it writes counts from the start. */
export function startPage(pages: Omit<SchemaPages, 'budget'>): SchemaPages {
  return { ...pages, budget: createBudget(STEPS_MAX) }
}

type Row = readonly [field: string, type: string, required: string, text: string]

/** References that are followed on the page of an operation; deeper ones are links. */
const LEVELS_MAX = 2
const ROWS_MAX = 150
const NESTING_MAX = 30

/** A schema as its type, and a table of its fields. */
export function writeSchema(schema: unknown, pages: SchemaPages, levels = LEVELS_MAX): string {
  const { value, name } = pages.resolver.resolve(schema)
  const rows: Row[] = []
  const context = { pages, rows, levels, stack: name === '' ? [] : [name] }
  addFields(value, '', context, 0)
  const variants = listVariants(value)
  const type = `Type: ${writeType(schema, pages)}${writeRules(value)}`
  const table = rows.length === 0 ? '' : writeTable(['Field', 'Type', 'Required', 'Meaning'], rows)
  const others = variants.flatMap(({ word, schemas }) => {
    const names = schemas.map((each) => `- ${writeType(each, pages)}${writeOwnFields(each, pages)}`)
    return [`${word}:`, names.join('\n')]
  })
  return [type, table, ...others].filter((text) => text !== '').join('\n\n')
}

/** Fields of a variant that has no name, in one line. */
function writeOwnFields(schema: unknown, pages: SchemaPages): string {
  const { value, name } = pages.resolver.resolve(schema)
  const names = Object.keys(readFields(value.properties))
  const title = readText(value.title) || readText(value.description)
  const words = name === '' && title !== '' ? `: ${writePlain(title)}` : ''
  return name !== '' || names.length === 0 ? words : `${words} (${names.map(writeCode).join(', ')})`
}

type Context = {
  readonly pages: SchemaPages
  readonly rows: Row[]
  readonly levels: number
  /** Components that are being written, so that a circle ends in a link. */
  readonly stack: readonly string[]
}

function addFields(schema: Fields, prefix: string, context: Context, depth: number): void {
  if (depth > NESTING_MAX || context.pages.budget.isSpent) return
  const { properties, required, variants } = mergeParts(schema, context.pages)
  for (const [key, each] of Object.entries(properties)) {
    if (!context.pages.budget.take(1)) return
    const { value, name } = context.pages.resolver.resolve(each)
    const field = `${prefix}${key}`
    context.rows.push([
      writeCode(field),
      `${writeType(each, context.pages)}${writeRules(value)}`,
      required.has(key) ? 'yes' : '',
      writeMeaning(value),
    ])
    addInner(each, { name, value }, field, context, depth)
  }
  for (const each of variants) {
    const { value, name } = context.pages.resolver.resolve(each)
    // A component is a link; a variant without a name has its fields here.
    if (name === '') addFields(value, prefix, context, depth + 1)
  }
  const more = [schema.additionalProperties, ...Object.values(readFields(schema.patternProperties))]
  for (const each of more) if (isFields(each)) addMap(each, prefix, context, depth)
}

function addMap(more: Fields, prefix: string, context: Context, depth: number): void {
  const { value, name } = context.pages.resolver.resolve(more)
  const field = `${prefix}*`
  const type = `${writeType(more, context.pages)}${writeRules(value)}`
  context.rows.push([writeCode(field), type, '', writeMeaning(value) || 'any other name'])
  addInner(more, { name, value }, field, context, depth)
}

type Inner = { readonly name: string; readonly value: Fields }

/** Fields of what a field holds: of an object, or of the items of a list. */
function addInner(
  schema: unknown,
  { name, value }: Inner,
  field: string,
  context: Context,
  depth: number,
): void {
  const isListed = value.items !== undefined
  const item = isListed ? context.pages.resolver.resolve(value.items) : { name, value }
  const path = isListed ? `${field}[].` : `${field}.`
  if (item.name === '') {
    if (item.value.items !== undefined) {
      addInner(value.items, item, `${field}[]`, context, depth + 1)
    } else addFields(item.value, path, context, depth + 1)
    return
  }
  const isKnown = context.stack.includes(item.name) || context.stack.length >= context.levels
  if (isKnown || context.rows.length > ROWS_MAX || schema === undefined) return
  const stack = [...context.stack, item.name]
  addFields(item.value, path, { ...context, stack }, depth + 1)
}

type Parts = {
  readonly properties: Readonly<Record<string, unknown>>
  readonly required: ReadonlySet<string>
  readonly variants: readonly unknown[]
}

/** The fields of a schema with those of its `allOf`; `seen` are the components so far. */
function mergeParts(
  schema: Fields,
  pages: SchemaPages,
  seen = new Set<string>(),
  depth = 0,
): Parts {
  const parts = readList(schema.allOf).flatMap((part) => {
    const { value, path } = pages.resolver.resolve(part)
    // A component that is a part twice has the same fields both times.
    if (seen.has(path) || depth > NESTING_MAX || !pages.budget.take(1)) return []
    if (path !== '') seen.add(path)
    return [mergeParts(value, pages, seen, depth + 1)]
  })
  const names = readList(schema.required).map(readText)
  const inherited = parts.map(({ properties }) => properties)
  return {
    properties: Object.assign({}, ...inherited, readFields(schema.properties)),
    required: new Set([...parts.flatMap(({ required }) => [...required]), ...names]),
    variants: [
      ...parts.flatMap(({ variants }) => variants),
      ...listVariants(schema).flatMap(({ schemas }) => schemas),
    ],
  }
}

/** The type of a value in words; a component is a link to its page. */
export function writeType(schema: unknown, pages: SchemaPages, depth = 0): string {
  if (schema === true || depth > NESTING_MAX || !pages.budget.take(1)) return 'any'
  const { value, name } = pages.resolver.resolve(schema)
  if (name !== '' && isComposite(value)) return `[${writePlain(name)}](${pages.link(name)})`
  const types = readList(value.type).length > 0 ? readList(value.type) : [value.type]
  const named = types.map(readText).filter((type) => type !== '')
  const nullable = value.nullable === true ? [...named, 'null'] : named
  const words = nullable.map((type) => {
    if (type !== 'array') return type
    return value.items === undefined
      ? 'list'
      : `list of ${writeType(value.items, pages, depth + 1)}`
  })
  if (words.length > 0) return words.join(' or ')
  if (isFields(value.properties) || isFields(value.additionalProperties)) return 'object'
  if (value.items !== undefined) return `list of ${writeType(value.items, pages, depth + 1)}`
  const variants = listVariants(value).flatMap(({ schemas }) => schemas)
  if (variants.length > 0) {
    return [...new Set(variants.map((each) => writeType(each, pages, depth + 1)))].join(' or ')
  }
  const [first] = readList(value.allOf)
  return first === undefined ? 'any' : writeType(first, pages, depth + 1)
}

function isComposite({ properties, allOf, oneOf, anyOf, additionalProperties }: Fields): boolean {
  return [properties, allOf, oneOf, anyOf].some(Boolean) || isFields(additionalProperties)
}

type Variants = { readonly word: string; readonly schemas: readonly unknown[] }

function listVariants({ oneOf, anyOf }: Fields): readonly Variants[] {
  return [
    { word: 'One of', schemas: readList(oneOf) },
    { word: 'Any of', schemas: readList(anyOf) },
  ].filter(({ schemas }) => schemas.length > 0)
}

const LIMITS: readonly (readonly [key: string, word: string])[] = [
  ['minimum', 'at least'],
  ['maximum', 'at most'],
  ['exclusiveMinimum', 'more than'],
  ['exclusiveMaximum', 'less than'],
  ['multipleOf', 'a multiple of'],
  ['minLength', 'characters at least'],
  ['maxLength', 'characters at most'],
  ['minItems', 'items at least'],
  ['maxItems', 'items at most'],
  ['pattern', 'matches'],
]

/** What a value must be beside its type. */
export function writeRules(schema: Fields): string {
  const format = readText(schema.format)
  const values = readList(schema.enum).map((each) => writeCode(writeJson(each)))
  const limits = LIMITS.flatMap(([key, word]) => {
    const limit = schema[key]
    return limit === undefined || limit === true || limit === false
      ? []
      : [`${word} ${writeCode(readText(limit))}`]
  })
  const rules = [
    ...(format === '' ? [] : [format]),
    ...(values.length === 0 ? [] : [`one of ${values.join(', ')}`]),
    ...(schema.const === undefined ? [] : [`always ${writeCode(writeJson(schema.const))}`]),
    ...limits,
    ...(schema.default === undefined ? [] : [`default ${writeCode(writeJson(schema.default))}`]),
    ...(schema.readOnly === true ? ['read only'] : []),
    ...(schema.writeOnly === true ? ['write only'] : []),
    ...(schema.deprecated === true ? ['deprecated'] : []),
  ]
  return rules.length === 0 ? '' : `, ${rules.join('; ')}`
}

function writeJson(value: unknown): string {
  return typeof value === 'string' && value !== '' ? value : (JSON.stringify(value) ?? '')
}

/** The description of a value, with an example where it has one. */
function writeMeaning(schema: Fields): string {
  const text = readText(schema.description) || readText(schema.title)
  const example = schema.example ?? readList(schema.examples)[0]
  if (example === undefined || isFields(example) || Array.isArray(example)) return text
  const code = `Example: ${writeCode(writeJson(example))}`
  return text === '' ? code : `${text}${/[.!?]$/.test(text) ? '' : '.'} ${code}`
}
