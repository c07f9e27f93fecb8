import type { TaggedOperations } from './_groups.ts'
import type { ApiDescription } from './description.ts'
import type { Operation } from './operation.ts'
import { readFields, readText } from './values.ts'

type PagePaths = {
  readonly pathOf: (operation: Operation) => string
  readonly pathOfSchema: (name: string) => string
}

/** Every page has a path of its own, whatever the pages that are made before it. */
export function assignPaths(
  { value }: ApiDescription,
  groups: readonly TaggedOperations[],
): PagePaths {
  const taken = new Map<string, number>()
  const operations = new Map(
    groups.flatMap(({ tag, operations }) => {
      return operations.map((operation) => {
        const path = `${nameFile(tag)}/${nameOperation(operation)}`
        return [operation, nameFree(path, taken)] as const
      })
    }),
  )
  const schemas = new Map<string, string>()
  const pathOfSchema = (name: string) => {
    const path = schemas.get(name) ?? nameFree(`schemas/${nameFile(name)}`, taken)
    schemas.set(name, path)
    return path
  }
  for (const name of Object.keys(readFields(readFields(value.components).schemas))) {
    pathOfSchema(name)
  }
  return { pathOf: (operation) => operations.get(operation) ?? '', pathOfSchema }
}

/** `repos/list-for-org` is in the folder of its tag already. */
function nameOperation({ value, method, path }: Operation): string {
  const id = readText(value.operationId)
  return nameFile(id === '' ? `${method}-${path}` : id.slice(id.lastIndexOf('/') + 1))
}

const encoder = new TextEncoder()

/** A name of a file system, which takes 255 bytes: this one, its number and its ending fit. */
const NAME_BYTES_MAX = 120

function nameFile(name: string): string {
  const words = name.replace(/[^\p{L}\p{M}\p{N}._-]+/gu, '-')
  const { read } = encoder.encodeInto(words, new Uint8Array(NAME_BYTES_MAX))
  const safe = words
    .slice(0, read)
    .split('-')
    .filter((part) => !/^\.*$/.test(part))
    .join('-')
  return safe === '' ? 'page' : safe
}

/** Two pages of one name have different paths; `taken` has how often each was asked for. */
function nameFree(path: string, taken: Map<string, number>): string {
  const key = path.toLowerCase()
  let count = taken.get(key) ?? 0
  let free = path
  do free = ++count === 1 ? path : `${path}-${count}`
  while (taken.has(free.toLowerCase()))
  taken.set(key, count)
  if (free !== path) taken.set(free.toLowerCase(), 1)
  return `${free}.md`
}
