import { stat } from 'node:fs/promises'
import { join } from 'node:path'
import {
  MANIFEST_FILE,
  SEARCH_FILE,
  type ServiceFile,
  ServiceFileSchema,
} from '../../contract/build.ts'
import { err, ok, type Result } from '../../contract/result.ts'
import type { Trust } from '../../foundation/tables/columns.ts'
import { openSearchData, type SearchIndex } from '../search/mod.ts'
import { parseCheckedJson, parseJson } from './_build_files.ts'
import { type InspectedBuild, identifyManifest, type ManifestIdentity } from './_inspection.ts'
import { openRecords, type RecordTable } from './_records.ts'
import { openServed, type ServedTable } from './_served_files.ts'
import { TABLE_PATHS, type TableFiles } from './_table_files.ts'

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
 * Opens the tables of an inspected build over their bytes. Whatever has not been checked before is
 * checked now; over checked bytes, the time that it takes hardly grows with the number of pages.
 */
export async function openBuild(
  inspected: InspectedBuild,
  files: TableFiles,
  trust: Trust,
): Loading<LoadedBuild> {
  const { folder } = inspected
  const inTurn = createTurns()
  const openFile = async <Table>(
    name: keyof TableFiles,
    open: (bytes: Uint8Array, trust: Trust) => Result<Table, string>,
  ): Loading<Table> => {
    await inTurn()
    const table = open(files[name], trust)
    if (table.ok) return table
    return err(`Cannot open "${join(folder, TABLE_PATHS[name])}": ${table.error}`)
  }
  const [service, records, served, index] = await Promise.all([
    openFile('service', openService),
    openFile('records', openRecords),
    openFile('served', openServed),
    openFile('search', openSearchData),
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

function openService(bytes: Uint8Array, trust: Trust): Result<ServiceFile, string> {
  return trust === 'checked'
    ? ok(parseCheckedJson<ServiceFile>(bytes))
    : parseJson(ServiceFileSchema, bytes)
}
