import { readFile, stat } from 'node:fs/promises'
import { join } from 'node:path'
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
import { describeError, parseJson } from './_build_files.ts'
import { type InspectedBuild, identifyManifest, type ManifestIdentity } from './_inspection.ts'
import { openRecords, type RecordTable } from './_records.ts'
import { openServed, type ServedTable } from './_served_files.ts'

/** An inspected build with its tables open. */
export type LoadedBuild = InspectedBuild & {
  readonly service: ServiceFile
  readonly records: RecordTable
  readonly served: ServedTable
  readonly index: SearchIndex
}

type Loading<Value> = Promise<Result<Value, string>>

/** Identifies the current manifest; absent when there is no manifest. */
export async function readManifestIdentity(distDir: string): Promise<ManifestIdentity | undefined> {
  const stats = await stat(join(distDir, MANIFEST_FILE)).catch(() => undefined)
  return stats === undefined ? undefined : identifyManifest(stats)
}

/**
 * Opens an inspected build: reads its tables off the request path and checks only their checksums
 * and ends. Only the number of bytes to read grows with the number of pages.
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
    const [actual, expected] = [index.value.pages, records.value.count]
    return err(
      `Cannot open "${join(folder, SEARCH_FILE)}": it has ${actual} pages, not ${expected}`,
    )
  }
  return ok({
    ...inspected,
    service: service.value,
    records: records.value,
    served: served.value,
    index: index.value,
  })
}

/** Lets waiting requests run. */
export async function yieldTurn(): Promise<void> {
  await new Promise<void>((resolve) => setImmediate(resolve))
}

/** Yields before each step, so that requests stall for one step at most. */
function createTurns(): () => Promise<void> {
  let last = Promise.resolve()
  return () => {
    last = last.then(yieldTurn)
    return last
  }
}

function openService(bytes: Uint8Array): Result<ServiceFile, string> {
  return parseJson(ServiceFileSchema, bytes)
}

/** Reads a file without blocking requests, and opens it. */
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
