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
import { describeError } from './_build_files.ts'
import { type InspectedBuild, identifyManifest, type ManifestIdentity } from './_inspection.ts'
import { openRecords, type RecordTable } from './_records.ts'
import { openServed, type ServedTable } from './_served_files.ts'

/** A build that was inspected, with its tables open. */
export type LoadedBuild = InspectedBuild & {
  readonly service: ServiceFile
  readonly records: RecordTable
  readonly served: ServedTable
  readonly index: SearchIndex
}

type Loading<Value> = Promise<Result<Value, string>>

/** What the manifest is right now, absent when there is none. */
export async function readManifestIdentity(distDir: string): Promise<ManifestIdentity | undefined> {
  const stats = await stat(join(distDir, MANIFEST_FILE)).catch(() => undefined)
  return stats === undefined ? undefined : identifyManifest(stats)
}

/**
 * Opens a build that was inspected: reads its tables beside the request path and looks only at
 * their checksums and ends. Nothing grows with the number of pages but the bytes that are read.
 */
export async function openBuild(inspected: InspectedBuild): Loading<LoadedBuild> {
  const { folder } = inspected
  const inTurn = createTurns()
  const [service, records, served, index] = await Promise.all([
    openFile(join(folder, SERVICE_FILE), openService, inTurn),
    openFile(join(folder, RECORDS_FILE), openRecords, inTurn),
    openFile(join(folder, SERVED_FILE), openServed, inTurn),
    openFile(join(folder, SEARCH_FILE), openSearchData, inTurn),
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
export async function yieldTurn(): Promise<void> {
  await new Promise<void>((resolve) => setImmediate(resolve))
}

/** Steps that never follow each other without a turn between: a stall is one step, not all. */
function createTurns(): () => Promise<void> {
  let last = Promise.resolve()
  return () => {
    last = last.then(yieldTurn)
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
async function openFile<Table>(
  path: string,
  open: (bytes: Uint8Array<ArrayBuffer>) => Result<Table, string>,
  inTurn: () => Promise<void>,
): Loading<Table> {
  const bytes = await readBytes(path)
  if (!bytes.ok) return bytes
  await inTurn()
  const table = open(bytes.value)
  return table.ok ? table : err(`Cannot open "${path}": ${table.error}`)
}

async function readBytes(path: string): Loading<Uint8Array<ArrayBuffer>> {
  try {
    const { buffer, byteOffset, byteLength } = await readFile(path)
    return ok(new Uint8Array(buffer, byteOffset, byteLength))
  } catch (error) {
    return err(`Cannot read "${path}": ${describeError(error)}`)
  }
}
