import {
  closeSync,
  fstatSync,
  openSync,
  readFileSync,
  readSync,
  type Stats,
  statSync,
} from 'node:fs'
import { join } from 'node:path'
import type { Static, TSchema } from '@sinclair/typebox'
import { Value } from '@sinclair/typebox/value'
import type { ManifestFile } from '../../contract/corpus.ts'
import { err, ok, type Result } from '../../contract/result.ts'

/** Size of the chunks in which a file is digested. */
const CHUNK_BYTES = 1024 * 1024

/** Reads a file into a buffer of its own, which can be transferred to another thread. */
export function readBytes(path: string): Result<Uint8Array<ArrayBuffer>, string> {
  try {
    return ok(new Uint8Array(readFileSync(path)))
  } catch (error) {
    return err(`Cannot read "${path}": ${describeError(error)}`)
  }
}

/** Reads the bytes and stats of a file through one handle, so that both are of the same file. */
export function readBytesAndStats(path: string): Result<FileContent, string> {
  try {
    const file = openSync(path, 'r')
    try {
      return ok({ stats: fstatSync(file), bytes: new Uint8Array(readFileSync(file)) })
    } finally {
      closeSync(file)
    }
  } catch (error) {
    return err(`Cannot read "${path}": ${describeError(error)}`)
  }
}

type FileContent = { readonly bytes: Uint8Array<ArrayBuffer>; readonly stats: Stats }

/** Reads a JSON file that must match a schema. */
export function readJsonFile<Schema extends TSchema>(
  schema: Schema,
  path: string,
): Result<Static<Schema>, string> {
  const bytes = readBytes(path)
  return bytes.ok ? parseJsonFile(schema, bytes.value, path) : bytes
}

export function parseJsonFile<Schema extends TSchema>(
  schema: Schema,
  bytes: Uint8Array,
  path: string,
): Result<Static<Schema>, string> {
  const parsed = parseJson(schema, bytes)
  return parsed.ok ? parsed : err(`Cannot load "${path}": ${parsed.error}`)
}

/** Parses JSON that must match a schema; the error gives the reason in one clause. */
export function parseJson<Schema extends TSchema>(
  schema: Schema,
  bytes: Uint8Array,
): Result<Static<Schema>, string> {
  let value: unknown
  try {
    value = JSON.parse(new TextDecoder('utf-8', { fatal: true }).decode(bytes))
  } catch {
    return err('it is not valid JSON')
  }
  if (Value.Check(schema, value)) return ok(value)
  const first = Value.Errors(schema, value).First()
  return err(`"${first?.path ?? '/'}" does not match the schema`)
}

/** Parses JSON that another thread has compared with its schema. */
export function parseCheckedJson<Value>(bytes: Uint8Array): Value {
  // The schema described these very bytes: `parseJson` has checked them.
  return JSON.parse(new TextDecoder().decode(bytes)) as Value
}

/**
 * The stats of a path; absent when nothing exists there. A file in place of a folder, a link to
 * itself and a name that is too long throw, even though a missing file does not.
 */
function readStats(path: string): Result<Stats | undefined, string> {
  try {
    return ok(statSync(path, { throwIfNoEntry: false }))
  } catch (error) {
    return err(`Cannot read "${path}": ${describeError(error)}`)
  }
}

/** Only what lies below the folder of a build is ever looked up, read or written. */
export function isBuildPath(path: string): boolean {
  const parts = path.split('/')
  return !/[\\\0]/.test(path) && parts.every((part) => !['', '.', '..'].includes(part))
}

/** Why a file is missing or has the wrong size; absent when it is as expected. */
export function findSizeFault(folder: string, file: ManifestFile): string | undefined {
  if (!isBuildPath(file.path)) return explainOutside(file)
  const path = join(folder, file.path)
  const found = readStats(path)
  if (!found.ok) return found.error
  const stats = found.value
  if (stats?.isFile() !== true)
    return `Cannot load "${path}": the build lists it, but it does not exist`
  if (stats.size === file.bytes) return undefined
  return `Cannot load "${path}": it has ${stats.size} bytes instead of ${file.bytes}`
}

/** Why a file differs from the one that the build recorded; absent when it does not. */
export function findDigestFault(folder: string, file: ManifestFile): string | undefined {
  if (!isBuildPath(file.path)) return explainOutside(file)
  const path = join(folder, file.path)
  const digest = digestFile(path)
  if (!digest.ok) return digest.error
  if (digest.value === file.sha256) return undefined
  return `Cannot load "${path}": its digest differs from the one in the build`
}

function explainOutside({ path }: ManifestFile): string {
  return `Cannot load ${JSON.stringify(path)}: it would lie outside the build`
}

export function computeDigest(bytes: Uint8Array): string {
  return new Bun.CryptoHasher('sha256').update(bytes).digest('hex')
}

/** Digests a file in chunks: a search index may be too large to hold in memory twice. */
function digestFile(path: string): Result<string, string> {
  const hasher = new Bun.CryptoHasher('sha256')
  const chunk = new Uint8Array(CHUNK_BYTES)
  try {
    const file = openSync(path, 'r')
    try {
      for (let read = readSync(file, chunk); read > 0; read = readSync(file, chunk)) {
        hasher.update(chunk.subarray(0, read))
      }
    } finally {
      closeSync(file)
    }
  } catch (error) {
    return err(`Cannot read "${path}": ${describeError(error)}`)
  }
  return ok(hasher.digest('hex'))
}

export function describeError(error: unknown): string {
  return error instanceof Error && 'code' in error ? String(error.code) : String(error)
}
