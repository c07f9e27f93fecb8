import { readFile, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { Value } from '@sinclair/typebox/value'
import {
  MANIFEST_FILE,
  RECORDS_FILE,
  SEARCH_FILE,
  SERVED_FILE,
  SERVICE_FILE,
  type ServiceFile,
  ServiceFileSchema,
} from '../contract/build.ts'
import { err, ok, type Result } from '../contract/result.ts'
import { openSearchData, type SearchIndex } from '../search/mod.ts'
import { codeOf } from './_build_files.ts'
import { type Inspected, identityOf, type ManifestIdentity } from './_inspect.ts'
import { openRecords, type RecordTable } from './_records.ts'
import { openServed, type ServedTable } from './_served.ts'

/** A build that was inspected, with its tables open. */
export type LoadedBuild = Inspected & {
  readonly service: ServiceFile
  readonly records: RecordTable
  readonly served: ServedTable
  readonly index: SearchIndex
}

type Loading<Value> = Promise<Result<Value, string>>

/** What the manifest is right now, absent when there is none. */
export async function manifestIdentity(distDir: string): Promise<ManifestIdentity | undefined> {
  const stats = await stat(join(distDir, MANIFEST_FILE)).catch(() => undefined)
  return stats === undefined ? undefined : identityOf(stats)
}

/**
 * Opens a build that was inspected: reads its tables beside the request path and looks only at
 * their checksums and ends. Nothing grows with the number of pages but the bytes that are read.
 */
export async function openBuild(inspected: Inspected): Loading<LoadedBuild> {
  const { folder } = inspected
  const inTurn = oneAtATurn()
  const [service, records, served, index] = await Promise.all([
    opened(join(folder, SERVICE_FILE), openService, inTurn),
    opened(join(folder, RECORDS_FILE), openRecords, inTurn),
    opened(join(folder, SERVED_FILE), openServed, inTurn),
    opened(join(folder, SEARCH_FILE), openSearchData, inTurn),
  ])
  if (!service.ok) return service
  if (!records.ok) return records
  if (!served.ok) return served
  if (!index.ok) return index
  if (index.value.pages !== records.value.count) {
    const [found, wanted] = [index.value.pages, records.value.count]
    return err(`Cannot open "${join(folder, SEARCH_FILE)}": it has ${found} pages, not ${wanted}`)
  }
  return ok({
    ...inspected,
    service: service.value,
    records: records.value,
    served: served.value,
    index: index.value,
  })
}

/** Lets requests that wait have their turn. */
export async function turn(): Promise<void> {
  await new Promise<void>((resolve) => setImmediate(resolve))
}

/** Steps that never follow each other without a turn between: a stall is one step, not all. */
function oneAtATurn(): () => Promise<void> {
  let last = Promise.resolve()
  return () => {
    last = last.then(turn)
    return last
  }
}

function openService(bytes: Uint8Array): Result<ServiceFile, string> {
  let value: unknown
  try {
    value = JSON.parse(new TextDecoder('utf-8', { fatal: true }).decode(bytes))
  } catch {
    return err('it is not whole JSON')
  }
  if (Value.Check(ServiceFileSchema, value)) return ok(value)
  const first = Value.Errors(ServiceFileSchema, value).First()
  return err(`"${first?.path ?? '/'}" has another shape`)
}

/** Reads a file in one go, off the request thread, and opens it. */
async function opened<Table>(
  path: string,
  open: (bytes: Uint8Array<ArrayBuffer>) => Result<Table, string>,
  inTurn: () => Promise<void>,
): Loading<Table> {
  const bytes = await bytesOf(path)
  if (!bytes.ok) return bytes
  await inTurn()
  const table = open(bytes.value)
  return table.ok ? table : err(`Cannot open "${path}": ${table.error}`)
}

async function bytesOf(path: string): Loading<Uint8Array<ArrayBuffer>> {
  try {
    const { buffer, byteOffset, byteLength } = await readFile(path)
    return ok(new Uint8Array(buffer, byteOffset, byteLength))
  } catch (error) {
    return err(`Cannot read "${path}": ${codeOf(error)}`)
  }
}
