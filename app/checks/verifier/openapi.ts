import { isJsonObject, type JsonObject } from '../../contract/json_rpc.ts'
import { at, encodeSegment, membersAt, objectsAt, resolveReference, textAt } from './json.ts'

/** A described operation, with all that is needed to call it. */
export type DescribedOperation = {
  readonly id: string
  readonly path: string
  readonly method: string
  readonly parameters: readonly DescribedParameter[]
  readonly responses: ReadonlyMap<string, DescribedResponse>
}

type DescribedParameter = {
  readonly name: string
  readonly place: string
  readonly required: boolean
  /** A value from the description. */
  readonly example: string | undefined
}

type DescribedResponse = {
  /** Schema by media type; empty where the answer has no body. */
  readonly content: ReadonlyMap<string, unknown>
  /** Whole example answers. */
  readonly examples: readonly unknown[]
}

/** More operations, workflows or events than we describe; others may have any number. */
export const ITEMS_MAX = 20

const METHODS = ['get', 'put', 'post', 'delete', 'options', 'head', 'patch', 'trace']

/** Reads all operations of a document (OpenAPI 3.1.0, sections 4.8.8 to 4.8.17). */
export function readOperations(document: JsonObject): readonly DescribedOperation[] {
  return membersAt(document, 'paths').flatMap(([path, item]) =>
    METHODS.flatMap((method) => {
      const operation = at(item, method)
      return isJsonObject(operation) ? [readOperation(document, path, method, operation)] : []
    }),
  )
}

function readOperation(
  document: JsonObject,
  path: string,
  method: string,
  operation: JsonObject,
): DescribedOperation {
  return {
    id: textAt(operation, 'operationId') ?? `${method} ${path}`,
    path,
    method: method.toUpperCase(),
    parameters: objectsAt(operation, 'parameters').map((parameter) =>
      readParameter(resolveReference(document, parameter)),
    ),
    responses: new Map(
      membersAt(operation, 'responses').map(([status, response]) => [
        status,
        readResponse(resolveReference(document, response)),
      ]),
    ),
  }
}

function readParameter(parameter: unknown): DescribedParameter {
  const example = at(parameter, 'example') ?? at(parameter, 'schema', 'default')
  return {
    name: textAt(parameter, 'name') ?? '',
    place: textAt(parameter, 'in') ?? 'query',
    required: at(parameter, 'required') === true,
    example: example === undefined ? undefined : String(example),
  }
}

function readResponse(response: unknown): DescribedResponse {
  const content = membersAt(response, 'content')
  return {
    content: new Map(content.map(([type, media]) => [type, at(media, 'schema')])),
    examples: content.flatMap(([, media]) =>
      membersAt(media, 'examples').map(([, example]) => at(example, 'value')),
    ),
  }
}

/** Address of an operation, with example values for required parameters unless others are given. */
export function addressOf(
  { path, parameters }: DescribedOperation,
  values: Readonly<Record<string, string>> = {},
): string {
  const query = new URLSearchParams()
  let filled = path
  for (const { name, place, required, example } of parameters) {
    const value = values[name] ?? (required ? example : undefined)
    if (value === undefined) continue
    if (place === 'path') filled = filled.replace(`{${name}}`, encodeSegment(value))
    if (place === 'query') query.set(name, value)
  }
  const text = query.toString()
  return text === '' ? filled : `${filled}?${text}`
}

/** A pattern for the addresses of a path template; all but its parameters is literal text. */
export function compileTemplate(path: string): RegExp {
  const parts = path.split(/\{[^}]*\}/).map((part) => part.replace(/[\\^$.*+?()[\]{}|/-]/g, '\\$&'))
  return new RegExp(`^${parts.join('[^/]+')}$`)
}
