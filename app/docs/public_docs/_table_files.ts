import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { RECORDS_FILE, SEARCH_FILE, SERVED_FILE, SERVICE_FILE } from '../../contract/build.ts'
import { err, ok, type Result } from '../../contract/result.ts'
import { describeError } from './_build_files.ts'

/** The bytes of what a snapshot opens of a build; plain data, because threads hand it over. */
export type TableFiles = {
  readonly service: Uint8Array<ArrayBuffer>
  readonly records: Uint8Array<ArrayBuffer>
  readonly served: Uint8Array<ArrayBuffer>
  readonly search: Uint8Array<ArrayBuffer>
}

/** Where each of them is in the folder of a build. */
export const TABLE_PATHS: Readonly<Record<keyof TableFiles, string>> = {
  service: SERVICE_FILE,
  records: RECORDS_FILE,
  served: SERVED_FILE,
  search: SEARCH_FILE,
}

/** Reads them all without blocking the thread; the error names the first that cannot be read. */
export async function readTableFiles(folder: string): Promise<Result<TableFiles, string>> {
  const [service, records, served, search] = await Promise.all([
    readOwnBytes(join(folder, TABLE_PATHS.service)),
    readOwnBytes(join(folder, TABLE_PATHS.records)),
    readOwnBytes(join(folder, TABLE_PATHS.served)),
    readOwnBytes(join(folder, TABLE_PATHS.search)),
  ])
  if (!service.ok) return service
  if (!records.ok) return records
  if (!served.ok) return served
  if (!search.ok) return search
  return ok({
    service: service.value,
    records: records.value,
    served: served.value,
    search: search.value,
  })
}

async function readOwnBytes(path: string): Promise<Result<Uint8Array<ArrayBuffer>, string>> {
  try {
    const { buffer, byteOffset, byteLength } = await readFile(path)
    // Handing over a buffer that others share would take their bytes away.
    const isOwn = byteLength === buffer.byteLength
    return ok(new Uint8Array(isOwn ? buffer : buffer.slice(byteOffset, byteOffset + byteLength)))
  } catch (error) {
    return err(`Cannot read "${path}": ${describeError(error)}`)
  }
}
