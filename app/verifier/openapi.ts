import { isJsonObject, type JsonObject } from '../contract/json_rpc.ts'
import { at, encoded, membersAt, objectsAt, resolved, textAt } from './json.ts'

/** One described operation, with what it takes to call it. */
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
  /** A value that the description itself gives. */
  readonly example: string | undefined
}

type DescribedResponse = {
  /** Schema by media type; empty where the answer has no body. */
  readonly content: ReadonlyMap<string, unknown>
  /** Whole answers that the description shows. */
  readonly examples: readonly unknown[]
}

const METHODS = ['get', 'put', 'post', 'delete', 'options', 'head', 'patch', 'trace']

/** Every operation of an OpenAPI document (OpenAPI 3.1.0, sections 4.8.8 to 4.8.17). */
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
      readParameter(resolved(document, parameter)),
    ),
    responses: new Map(
      membersAt(operation, 'responses').map(([status, response]) => [
        status,
        readResponse(resolved(document, response)),
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

/** Address of an operation with the examples of its required parameters, or with other values. */
export function addressOf(
  { path, parameters }: DescribedOperation,
  values: Readonly<Record<string, string>> = {},
): string {
  const query = new URLSearchParams()
  let filled = path
  for (const { name, place, required, example } of parameters) {
    const value = values[name] ?? (required ? example : undefined)
    if (value === undefined) continue
    if (place === 'path') filled = filled.replace(`{${name}}`, encoded(value))
    if (place === 'query') query.set(name, value)
  }
  const text = query.toString()
  return text === '' ? filled : `${filled}?${text}`
}

/** Addresses that a path of the document stands for; what it says beside its parameters is text. */
export function templatePattern(path: string): RegExp {
  const parts = path.split(/\{[^}]*\}/).map((part) => part.replace(/[\\^$.*+?()[\]{}|/-]/g, '\\$&'))
  return new RegExp(`^${parts.join('[^/]+')}$`)
}
