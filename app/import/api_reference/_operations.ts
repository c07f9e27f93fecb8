import type { SourceLine } from '../markdown/source_line.ts'
import { type SchemaPages, writeRules, writeSchema, writeType } from './_schemas.ts'
import {
  createPageText,
  type PageText,
  writeCode,
  writeDescription,
  writeExample,
  writeFence,
  writePlain,
  writeTable,
} from './_text.ts'
import type { ApiDescription, Resolver } from './description.ts'
import { type Fields, readFields, readList, readText } from './values.ts'

/** An operation, and where it is in the description. */
export type Operation = {
  readonly method: string
  /** The path with its parameters in braces; the name of a webhook. */
  readonly path: string
  readonly isWebhook: boolean
  readonly value: Fields
  /** Parameters that all operations of the path share. */
  readonly shared: readonly unknown[]
  readonly line: number
}

type OperationContext = {
  readonly description: ApiDescription
  readonly pages: SchemaPages
  readonly reportLoss: (line: number, what: string, fix: string) => void
}

export const METHODS = [
  'get',
  'put',
  'post',
  'delete',
  'options',
  'head',
  'patch',
  'trace',
  'query',
]

export function titleOperation({ value, method, path }: Operation): string {
  return readText(value.summary) || readText(value.operationId) || `${method.toUpperCase()} ${path}`
}

/**
 * What the page of an operation is about: the first words of its description, else its call and
 * summary. The text of the page begins with lists, which say nothing of it.
 */
export function summarizeOperation(operation: Operation): string {
  const { value, method, path, isWebhook } = operation
  const [first = ''] = readText(value.description)
    .trim()
    .split(/\n[ \t]*\n/)
  const isText = /^[\p{L}\p{N}*_`["']/u.test(first) && !/^(?:\d+[.)]|[*])\s|[:：]$/.test(first)
  if (isText) return first
  const call = isWebhook ? path : `${method.toUpperCase()} ${path}`
  const summary = readText(value.summary)
  return summary === '' ? call : `${call}: ${summary}`
}

/** The page of one operation. */
export function writeOperation(
  operation: Operation,
  context: OperationContext,
): readonly SourceLine[] {
  const { value, method, path, isWebhook } = operation
  const text = createPageText(context.description.file, operation.line)
  const call = `${method.toUpperCase()} ${path}`
  text.add(isWebhook ? `Webhook ${writeCode(path)}, sent as ${method.toUpperCase()}.` : '')
  if (!isWebhook) text.add(writeFence('http', call))
  if (value.deprecated === true) {
    text.add(':::warning Deprecated\nThis operation is deprecated.\n:::')
  }
  text.add(writeDescription(value.description, 1))
  addDocs(text, value)
  addSecurity(text, value, context)
  addParameters(text, operation, context)
  addBody(text, value, context)
  addResponses(text, value, context)
  addCallbacks(text, value, context)
  addSamples(text, value)
  return text.lines
}

function addDocs(text: PageText, value: Fields): void {
  const docs = readFields(value.externalDocs)
  const address = readText(docs.url)
  if (address === '') return
  text.add(`See [${writePlain(docs.description) || 'more documentation'}](${address}).`)
}

function addSecurity(text: PageText, value: Fields, { description }: OperationContext): void {
  const all = value.security ?? description.value.security
  if (!Array.isArray(all)) return
  const ways = readList(all).map((way) => {
    const schemes = Object.entries(readFields(way)).map(([name, scopes]) => {
      const words = readList(scopes).map((scope) => writeCode(readText(scope)))
      return words.length === 0 ? writeCode(name) : `${writeCode(name)} (${words.join(', ')})`
    })
    return `- ${schemes.length === 0 ? 'nothing' : schemes.join(' and ')}`
  })
  text.add('## Authorization')
  text.add(ways.length === 0 ? 'None is needed.' : `One of these is needed:\n\n${ways.join('\n')}`)
}

function addParameters(text: PageText, operation: Operation, context: OperationContext): void {
  const { resolver } = context.pages
  const all = [...operation.shared, ...readList(operation.value.parameters)]
  const byName = new Map(
    all.map((each) => {
      const { value } = resolver.resolve(each)
      return [`${readText(value.in)} ${readText(value.name)}`, value] as const
    }),
  )
  const rows = [...byName.values()].flatMap((value): (readonly string[])[] => {
    if (readText(value.name) === '') return []
    const [[, media] = ['', undefined]] = Object.entries(readFields(value.content))
    const schema = value.schema ?? readFields(media).schema ?? {}
    const { value: found } = resolver.resolve(schema)
    const type = `${writeType(schema, context.pages)}${writeRules(found)}`
    const notes = [
      readText(value.description) || readText(found.description),
      ...(value.deprecated === true ? ['Deprecated.'] : []),
      ...examplesOf(value, found, resolver).map(({ value: each }) => {
        return `Example: ${writeCode(typeof each === 'string' ? each : JSON.stringify(each))}`
      }),
    ]
    const required = value.required === true ? 'yes' : ''
    const words = notes.filter((note) => note !== '').join(' ')
    return [[writeCode(readText(value.name)), readText(value.in), type, required, words]]
  })
  if (rows.length === 0) return
  text.add('## Parameters')
  text.add(writeTable(['Name', 'In', 'Type', 'Required', 'Meaning'], rows))
}

function addBody(text: PageText, value: Fields, context: OperationContext): void {
  if (value.requestBody === undefined) return
  const { value: body } = context.pages.resolver.resolve(value.requestBody)
  text.add('## Request body')
  text.add(writeDescription(body.description, 2))
  text.add(body.required === true ? 'A body is required.' : '')
  addContent(text, body.content, context)
}

function addResponses(text: PageText, value: Fields, context: OperationContext): void {
  const { resolver } = context.pages
  const responses = Object.entries(readFields(value.responses))
  if (responses.length === 0) return
  text.add('## Responses')
  for (const [status, each] of responses) {
    const { value: response } = resolver.resolve(each)
    text.add(`### ${status === 'default' ? 'Any other' : status}`)
    text.add(writeDescription(response.description, 3))
    const headers = Object.entries(readFields(response.headers)).map(([name, header]) => {
      const { value: found } = resolver.resolve(header)
      const type = writeType(found.schema, context.pages)
      return [writeCode(name), type, readText(found.description)]
    })
    if (headers.length > 0) text.add(writeTable(['Header', 'Type', 'Meaning'], headers))
    addContent(text, response.content, context)
  }
}

function addContent(text: PageText, content: unknown, context: OperationContext): void {
  for (const [mediaType, value] of Object.entries(readFields(content))) {
    const media = readFields(value)
    text.add(`As ${writeCode(mediaType)}:`)
    if (media.schema !== undefined) text.add(writeSchema(media.schema, context.pages))
    const own = listExamples(media, context.pages.resolver)
    const { value: schema } = context.pages.resolver.resolve(media.schema)
    const examples = own.length > 0 ? own : listExamples(schema, context.pages.resolver)
    for (const { title, value: each } of examples) {
      text.add(writeExample(each, mediaType, title || 'Example'))
    }
    reportExternal(media, context)
  }
}

/** The examples of a parameter, else those of its schema. */
function examplesOf(value: Fields, schema: Fields, resolver: Resolver): readonly Example[] {
  const own = listExamples(value, resolver)
  return own.length > 0 ? own : listExamples(schema, resolver)
}

type Example = { readonly title: string; readonly value: unknown }

function listExamples(value: Fields, resolver: Resolver): readonly Example[] {
  const named = Object.entries(readFields(value.examples)).flatMap(([name, each]) => {
    const { value: example } = resolver.resolve(each)
    const title = readText(example.summary) || name
    return example.value === undefined ? [] : [{ title, value: example.value }]
  })
  const listed = readList(value.examples).map((each) => ({ title: '', value: each }))
  const single = value.example === undefined ? [] : [{ title: '', value: value.example }]
  return [...single, ...named, ...listed]
}

/** An example at an address is not fetched. */
function reportExternal(media: Fields, { description, reportLoss }: OperationContext): void {
  for (const example of Object.values(readFields(media.examples))) {
    const address = readText(readFields(example).externalValue)
    if (address === '') continue
    const what = `the example at "${address}" is not fetched`
    reportLoss(description.lineWith(address), what, 'put it into the description')
  }
}

function addCallbacks(text: PageText, value: Fields, context: OperationContext): void {
  const callbacks = Object.entries(readFields(value.callbacks))
  if (callbacks.length === 0) return
  text.add('## Callbacks')
  for (const [name, each] of callbacks) {
    const { value: callback } = context.pages.resolver.resolve(each)
    for (const [address, methods] of Object.entries(callback)) {
      for (const [method, operation] of Object.entries(readFields(methods))) {
        if (!METHODS.includes(method)) continue
        const { value: found } = context.pages.resolver.resolve(operation)
        text.add(`### ${writePlain(name)}: ${writeCode(`${method.toUpperCase()} ${address}`)}`)
        text.add(writeDescription(found.description ?? found.summary, 3))
        const { value: body } = context.pages.resolver.resolve(found.requestBody)
        addContent(text, body.content, context)
      }
    }
  }
}

/** Samples that tools add beside the standard. */
function addSamples(text: PageText, value: Fields): void {
  const samples = [...readList(value['x-codeSamples']), ...readList(value['x-code-samples'])]
  if (samples.length > 0) text.add('## Samples')
  for (const sample of samples) {
    const { lang, label, source } = readFields(sample)
    const word = readText(lang)
      .toLowerCase()
      .replace(/[^\w+#-]/g, '')
    text.add(writeFence(word || 'text', typeof source === 'string' ? source : '', readText(label)))
  }
}
