import { makeRequest } from './_sample_request.ts'
import { isJsonType, makeValue } from './_sample_value.ts'
import { type Sample, writeSamples } from './_samples.ts'
import { type SchemaPages, writeRules, writeSchema, writeType } from './_schemas.ts'
import { summarizeScheme } from './_security.ts'
import {
  createPageText,
  type PageLine,
  type PageText,
  writeCode,
  writeDescription,
  writeExample,
  writeFence,
  writeItem,
  writePlain,
  writeTable,
} from './_text.ts'
import type { ApiDescription, ReportLoss } from './description.ts'
import {
  addressOperation,
  examplesOf,
  leadOperation,
  listParameters,
  listSecurity,
  METHODS,
  type Operation,
  schemaOfParameter,
} from './operation.ts'
import { type Fields, readFields, readList, readText } from './values.ts'

type OperationContext = {
  readonly description: ApiDescription
  readonly pages: SchemaPages
  readonly reportLoss: ReportLoss
}

/** The page of one operation. */
export function writeOperation(
  operation: Operation,
  context: OperationContext,
): readonly PageLine[] {
  const { value, method, path, isWebhook } = operation
  const { description } = context
  const text = createPageText(description.file, operation.line)
  const name = `**${method.toUpperCase()}**`
  const mark = value.deprecated === true ? ' *deprecated*' : ''
  const lead = leadOperation(operation)
  text.add(lead)
  text.add(
    isWebhook
      ? `Webhook ${writeCode(path)}, sent as ${name}.${mark}`
      : `${name} ${writeCode(addressOperation(operation, description.value))}${mark}`,
  )
  if (value.deprecated === true) {
    text.add(':::warning Deprecated\nThis operation is deprecated.\n:::')
  }
  addSamples(text, operation, context)
  text.add(writeDescription(readText(value.description).slice(lead.length), 1))
  addDocs(text, value)
  addSecurity(text, operation, context)
  addParameters(text, operation, context)
  addBody(text, value, context)
  addResponses(text, value, context)
  addCallbacks(text, value, context)
  return text.lines
}

function addDocs(text: PageText, value: Fields): void {
  const docs = readFields(value.externalDocs)
  const address = readText(docs.url)
  if (address === '') return
  text.add(`See [${writePlain(docs.description) || 'more documentation'}](${address}).`)
}

/** Samples of the description, which tools add beside the standard, else three made of it. */
function addSamples(text: PageText, operation: Operation, context: OperationContext): void {
  const { value, isWebhook } = operation
  const given = [...readList(value['x-codeSamples']), ...readList(value['x-code-samples'])]
  const samples = given.map(readFields).map(({ lang, label, source }): Sample => {
    const language = readText(lang)
      .toLowerCase()
      .replace(/[^\w+#-]/g, '')
    const title = readText(label) || readText(lang) || 'Sample'
    return { title, language: language || 'text', source: typeof source === 'string' ? source : '' }
  })
  const { description, pages } = context
  const made = isWebhook ? [] : writeSamples(makeRequest(operation, description, pages.resolver))
  const fences = (samples.length > 0 ? samples : made).map((sample) => {
    return writeFence(sample.language, sample.source, sample.title)
  })
  if (fences.length > 0) text.add(`:::code-group\n${fences.join('\n\n')}\n:::`)
}

function addSecurity(
  text: PageText,
  operation: Operation,
  { description }: OperationContext,
): void {
  const all = listSecurity(operation, description)
  if (all === undefined) return
  const schemes = readFields(readFields(description.value.components).securitySchemes)
  const ways = all.map((way) => {
    const names = Object.entries(way).map(([name, scopes]) => {
      const words = readList(scopes).map((scope) => writeCode(readText(scope)))
      const facts = [summarizeScheme(readFields(schemes[name])), ...words].filter(Boolean)
      return facts.length === 0 ? writeCode(name) : `${writeCode(name)} (${facts.join(', ')})`
    })
    return `- ${names.length === 0 ? 'nothing' : names.join(' and ')}`
  })
  text.add('## Authorization')
  text.add(ways.length === 0 ? 'None is needed.' : `One of these is needed:\n\n${ways.join('\n')}`)
}

function addParameters(text: PageText, operation: Operation, context: OperationContext): void {
  const { pages } = context
  const items = listParameters(operation, pages.resolver).map((value) => {
    const schema = schemaOfParameter(value)
    const { value: found } = pages.resolver.resolve(schema)
    const head = [
      `${writeCode(readText(value.name))} ${writeType(schema, pages)}`,
      `in ${writePlain(value.in)}`,
      ...(value.required === true ? ['**required**'] : []),
    ]
    const notes = [
      ...(value.deprecated === true ? ['Deprecated.'] : []),
      ...examplesOf(value, found, pages.resolver).map(({ value: each }) => {
        return `Example: ${writeCode(typeof each === 'string' ? each : JSON.stringify(each))}`
      }),
    ]
    const words = readText(value.description) || readText(found.description)
    return writeItem(head.join(', '), writeRules(found), [words, notes.join(' ')])
  })
  if (items.length === 0) return
  text.add('## Parameters')
  text.add(items.join('\n'))
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
    text.add(`### ${status === 'default' ? 'Any other' : writePlain(status)}`)
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
    const { value: schema } = context.pages.resolver.resolve(media.schema)
    const given = examplesOf(media, schema, context.pages.resolver)
    const examples = given.length > 0 ? given : makeExamples(mediaType, media.schema, context)
    for (const { title, value: each } of examples) {
      text.add(writeExample(each, mediaType, title || 'Example'))
    }
    reportExternal(media, context)
  }
}

/** An example that nobody wrote, of JSON alone. */
function makeExamples(mediaType: string, schema: unknown, { pages }: OperationContext) {
  if (!isJsonType(mediaType) || schema === undefined) return []
  return [{ title: '', value: makeValue(schema, 'answer', pages.resolver) }]
}

/** An example at an address is not fetched. */
function reportExternal(media: Fields, { description, reportLoss }: OperationContext): void {
  for (const example of Object.values(readFields(media.examples))) {
    const address = readText(readFields(example).externalValue)
    if (address === '') continue
    const what = `the example at "${address}" is not fetched`
    reportLoss(description.lineWith(address), what, 'put it into the description', true)
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
