import { type Budget, createBudget } from '../../text/source_text/budget.ts'
import { joinBlocks, writeCode, writeItem, writePlain } from './_text.ts'
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

/** References that are followed on the page of an operation; deeper ones are links. */
const LEVELS_MAX = 4
const FIELDS_MAX = 150
const NESTING_MAX = 30

/** A schema as its type, and a list of its fields, each of which folds its own away. */
export function writeSchema(schema: unknown, pages: SchemaPages, levels = LEVELS_MAX): string {
  const { value, name } = pages.resolver.resolve(schema)
  const stack = name === '' ? [] : [name]
  const context = { pages, fields: createBudget(FIELDS_MAX), levels, stack }
  const rules = writeRules(value)
  const type = `Type: ${writeType(schema, pages)}${rules === '' ? '' : `\\\n${rules}`}`
  const isList = value.items !== undefined
  const fields = isList ? listInner(value.items, context, 0) : listFields(value, context, 0)
  const others = listVariants(value).flatMap(({ word, schemas }) => {
    const names = schemas.map((each) => `- ${writeType(each, pages)}${writeOwnFields(each, pages)}`)
    return [`${word}:`, names.join('\n')]
  })
  return joinBlocks([type, fields.join('\n'), ...others])
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
  /** Fields before components are links. */
  readonly fields: Budget
  readonly levels: number
  /** Components that are being written, so that a circle ends in a link. */
  readonly stack: readonly string[]
}

function listFields(schema: Fields, context: Context, depth: number): readonly string[] {
  const { pages } = context
  if (depth > NESTING_MAX || pages.budget.isSpent) return []
  const { properties, required, variants } = mergeParts(schema, pages)
  const own = Object.entries(properties).map(([key, each]) => {
    return writeProperty(key, each, required.has(key) ? ['**required**'] : [], context, depth)
  })
  const choices = variants.flatMap((each) => {
    const { value, name } = pages.resolver.resolve(each)
    // A component is a link; a variant without a name has its fields here.
    return name === '' ? listFields(value, context, depth + 1) : []
  })
  const more = [schema.additionalProperties, ...Object.values(readFields(schema.patternProperties))]
  const maps = more.filter(isFields).map((each) => {
    return writeProperty('*', each, ['any other name'], context, depth)
  })
  return [...own, ...choices, ...maps].filter((item) => item !== '')
}

function writeProperty(
  name: string,
  schema: unknown,
  notes: readonly string[],
  context: Context,
  depth: number,
): string {
  context.fields.take(1)
  if (!context.pages.budget.take(1)) return ''
  const { value } = context.pages.resolver.resolve(schema)
  const inner = listInner(schema, context, depth + 1)
  const summary = `<details><summary>Fields of ${writeCode(name)}</summary>`
  const fold = `${summary}\n\n${inner.join('\n')}\n\n</details>`
  return writeItem(
    [`${writeCode(name)} ${writeType(schema, context.pages)}`, ...notes].join(', '),
    writeRules(value),
    [writeMeaning(value), inner.length === 0 ? '' : fold],
  )
}

/** Fields of what a field holds: of an object, or of the items of a list. */
function listInner(schema: unknown, context: Context, depth: number): readonly string[] {
  const { value, name } = context.pages.resolver.resolve(schema)
  const within = value.items ?? (name === '' ? unwrap(value) : undefined)
  if (within !== undefined) return depth > NESTING_MAX ? [] : listInner(within, context, depth + 1)
  if (name === '') return listFields(value, context, depth)
  const { stack, levels, fields } = context
  if (stack.includes(name) || stack.length >= levels || fields.isSpent) return []
  return listFields(value, { ...context, stack: [...stack, name] }, depth)
}

/** What a schema only adds words to: its one part, or its one choice beside null. */
function unwrap(schema: Fields): unknown {
  const choices = listVariants(schema).flatMap(({ schemas }) => schemas)
  const parts = [...readList(schema.allOf), ...choices.filter((each) => !isNull(each))]
  return schema.properties === undefined && parts.length === 1 ? parts[0] : undefined
}

function isNull(schema: unknown): boolean {
  return readFields(schema).type === 'null'
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
    if (type !== 'array') return writePlain(type)
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

/** What a value must be beside its type; '' where it may be any of the type. */
export function writeRules(schema: Fields): string {
  const format = writePlain(schema.format)
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
  return rules.join('; ')
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
