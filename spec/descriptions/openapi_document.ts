import Ajv2020 from 'ajv/dist/2020'
import addFormats from 'ajv-formats'

export type Fields = Readonly<Record<string, unknown>>

/** A described value: a pointer to its schema, and its examples. */
type DescribedValue = { readonly pointer: string; readonly examples: readonly unknown[] }

export type DescribedResponse = {
  readonly status: number
  /** Pointer to the schema of each header, by name in lower case. */
  readonly headers: Readonly<Record<string, string>>
  readonly mediaType?: string
  readonly body?: DescribedValue
}

export type DescribedOperation = {
  readonly id: string
  readonly method: string
  readonly path: string
  readonly parameters: readonly (DescribedValue & { readonly name: string; readonly in: string })[]
  readonly responses: readonly DescribedResponse[]
}

/** An OpenAPI description, read as a client generator reads it: with all references followed. */
export type OpenapiDocument = {
  readonly content: Fields
  readonly operations: readonly DescribedOperation[]
  /** How a value breaks the schema at a pointer; '' when it does not. */
  readonly faults: (pointer: string, value: unknown) => string
}

export function readOpenapi(text: string): OpenapiDocument {
  const content = fieldsOf(Bun.YAML.parse(text))
  const paths = Object.entries(fieldsOf(content.paths))
  const operations = paths.flatMap(([path, item]) =>
    Object.entries(fieldsOf(item)).map(([method, operation]) =>
      readOperation(content, { method, path, operation: fieldsOf(operation) }),
    ),
  )
  return { content, operations, faults: createFaultFinder(content) }
}

/** The id under which Ajv keeps the document; it is never fetched. */
const DESCRIPTION = 'https://description.invalid/openapi'

function createFaultFinder(content: Fields): OpenapiDocument['faults'] {
  // Ajv gets the whole document, whose top-level members are not schema keywords.
  const ajv = new Ajv2020({ strict: true, strictSchema: false, allErrors: true })
  addFormats(ajv)
  ajv.addSchema({ $id: DESCRIPTION, ...content }, undefined, false, false)
  return (pointer, value) => {
    const validate = ajv.compile({ $ref: `${DESCRIPTION}${pointer}` })
    return validate(value) ? '' : ajv.errorsText(validate.errors)
  }
}

type OperationEntry = { readonly method: string; readonly path: string; readonly operation: Fields }

function readOperation(
  content: Fields,
  { method, path, operation }: OperationEntry,
): DescribedOperation {
  const base = `#/paths/${escapePart(path)}/${method}`
  const parameters = listOf(operation.parameters).map((parameter, at) => {
    const { value, pointer } = followReference(content, parameter, `${base}/parameters/${at}`)
    const named = { name: String(value.name), in: String(value.in) }
    return { ...named, ...readValue(content, value, pointer) }
  })
  const responses = Object.entries(fieldsOf(operation.responses)).map(([status, response]) =>
    readResponse(
      content,
      Number(status),
      followReference(content, response, `${base}/responses/${status}`),
    ),
  )
  return { id: String(operation.operationId), method, path, parameters, responses }
}

type Place = { readonly value: Fields; readonly pointer: string }

function readResponse(
  content: Fields,
  status: number,
  { value, pointer }: Place,
): DescribedResponse {
  const headers = Object.entries(fieldsOf(value.headers ?? {})).map(([name, header]) => {
    const place = followReference(content, header, `${pointer}/headers/${name}`)
    return [name.toLowerCase(), `${place.pointer}/schema`]
  })
  const [media] = Object.entries(fieldsOf(value.content ?? {}))
  if (media === undefined) return { status, headers: Object.fromEntries(headers) }
  const [mediaType, body] = media
  const place = `${pointer}/content/${escapePart(mediaType)}`
  return {
    status,
    headers: Object.fromEntries(headers),
    mediaType,
    body: readValue(content, fieldsOf(body), place),
  }
}

function readValue(content: Fields, value: Fields, pointer: string): DescribedValue {
  const examples = Object.entries(fieldsOf(value.examples ?? {})).map(
    ([name, example]) =>
      followReference(content, example, `${pointer}/examples/${name}`).value.value,
  )
  const one = 'example' in value ? [value.example] : []
  return { pointer: `${pointer}/schema`, examples: [...one, ...examples] }
}

function followReference(content: Fields, value: unknown, pointer: string): Place {
  const fields = fieldsOf(value)
  if (typeof fields.$ref !== 'string') return { value: fields, pointer }
  const names = fields.$ref.slice('#/'.length).split('/')
  const target = names.reduce<unknown>((at, name) => fieldsOf(at)[name], content)
  return { value: fieldsOf(target), pointer: fields.$ref }
}

/** JSON Pointer in a URI fragment (RFC 6901 section 6). */
function escapePart(name: string): string {
  return encodeURIComponent(name.replaceAll('~', '~0').replaceAll('/', '~1'))
}

function listOf(value: unknown): readonly unknown[] {
  return Array.isArray(value) ? value : []
}

export function fieldsOf(value: unknown): Fields {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) {
    throw new Error(`Cannot read a description: ${JSON.stringify(value)} is not an object`)
  }
  return { ...value }
}
