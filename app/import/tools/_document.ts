import { type Problem, problemAt, startOfFile } from '../../contract/problem.ts'
import { err, ok, type Result } from '../../contract/result.ts'
import type { ApiDescription } from '../../docs/api_reference/description.ts'
import { readDescription } from '../../docs/api_reference/description_file.ts'
import {
  type Fields,
  isFields,
  readFields,
  readList,
  readText,
} from '../../docs/api_reference/values.ts'
import { readText as readTextFile } from '../../text/source_text/source_file.ts'

export type ApiOperation = {
  /** Its `operationId`, or method and path where it has none. */
  readonly id: string
  readonly method: string
  readonly path: string
  readonly value: Fields
  /** Those of the path, then its own. */
  readonly parameters: readonly unknown[]
  /** The `x-lectern` of the document, the path and the operation. */
  readonly extensions: readonly unknown[]
  readonly servers: readonly unknown[]
  readonly line: number
}

export type ApiDocument = {
  /** Its name in messages. */
  readonly file: string
  readonly description: ApiDescription
  readonly operations: readonly ApiOperation[]
  /** Parameters of paths that most of them share: such a one may divide the customers. */
  readonly shared: ReadonlySet<string>
}

const METHODS = ['get', 'post', 'put', 'patch', 'delete'] as const
const BYTES_MAX = 64 * 1024 * 1024
const EXTENSION = 'x-lectern'

/** Reads an OpenAPI document of version 3.0 or 3.1; nothing that it refers to is fetched. */
export async function readDocument(path: string): Promise<Result<ApiDocument, readonly Problem[]>> {
  const text = await readTextFile({ path, name: path }, BYTES_MAX)
  if (!text.ok) {
    const missing = problemAt(startOfFile(path), 'the file is missing', 'name an OpenAPI document')
    return err([text.error === 'missing' ? missing : text.error])
  }
  const { description, problems } = readDescription(path, path, text.value)
  if (description === undefined) {
    const what = 'this is not an OpenAPI document'
    const fix = 'name a YAML or JSON file'
    return err(problems.length > 0 ? problems : [problemAt(startOfFile(path), what, fix)])
  }
  const version = readText(description.value.openapi)
  if (!/^3\.[01]\./.test(version)) {
    const place = { file: path, line: description.lineWith('swagger'), column: 1 }
    const what = `the document is not OpenAPI 3.0 or 3.1${version === '' ? '' : ` but ${version}`}`
    return err([
      problemAt(place, what, 'convert it to one of them, for example with an OpenAPI editor'),
    ])
  }
  const operations = listOperations(description)
  return ok({ file: path, description, operations, shared: findShared(description) })
}

function listOperations({ value, lineOf }: ApiDescription): readonly ApiOperation[] {
  return Object.entries(readFields(value.paths)).flatMap(([path, given]) => {
    const item = readFields(given)
    return METHODS.flatMap((method): readonly ApiOperation[] => {
      const operation = item[method]
      if (!isFields(operation)) return []
      const levels = [value, item, operation]
      return [
        {
          id: readText(operation.operationId) || `${method.toUpperCase()} ${path}`,
          method: method.toUpperCase(),
          path,
          value: operation,
          parameters: [...readList(item.parameters), ...readList(operation.parameters)],
          extensions: levels.map((each) => each[EXTENSION]),
          servers: levels.flatMap(({ servers }) => readList(servers)),
          line: lineOf(['paths', path, method]),
        },
      ]
    })
  })
}

const SHARED_MIN = 4

function findShared({ value }: ApiDescription): ReadonlySet<string> {
  const paths = Object.keys(readFields(value.paths))
  const names = paths.flatMap((path) => [...path.matchAll(/\{([^{}]*)\}/g)].map(([, name]) => name))
  const counts = Map.groupBy(names, (name) => name ?? '')
  const shared = [...counts].filter(([, each]) => {
    return each.length >= SHARED_MIN && each.length * 2 > paths.length
  })
  return new Set(shared.map(([name]) => name))
}
