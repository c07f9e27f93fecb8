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
import type { ManifestFile } from '../contract/corpus.ts'
import { err, ok, type Result } from '../contract/result.ts'

/** Bytes that are read at once when a file is digested. */
const CHUNK_BYTES = 1024 * 1024

/** The bytes of a file, in a buffer of their own, which may go to another thread. */
export function readBytes(path: string): Result<Uint8Array<ArrayBuffer>, string> {
  try {
    return ok(new Uint8Array(readFileSync(path)))
  } catch (error) {
    return err(`Cannot read "${path}": ${describeError(error)}`)
  }
}

/** The bytes of a file and what was known of it when they were read: of one file, not of two. */
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

export type FileContent = { readonly bytes: Uint8Array<ArrayBuffer>; readonly stats: Stats }

/** A JSON file of a known shape. */
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
  let value: unknown
  try {
    value = JSON.parse(new TextDecoder('utf-8', { fatal: true }).decode(bytes))
  } catch {
    return err(`Cannot load "${path}": it is not whole JSON`)
  }
  if (Value.Check(schema, value)) return ok(value)
  const first = Value.Errors(schema, value).First()
  return err(`Cannot load "${path}": "${first?.path ?? '/'}" has another shape`)
}

/**
 * What stands at a path, absent when nothing does. A folder that is a file, a link to itself and
 * too long a name throw even where an absent file does not.
 */
function readStats(path: string): Result<Stats | undefined, string> {
  try {
    return ok(statSync(path, { throwIfNoEntry: false }))
  } catch (error) {
    return err(`Cannot read "${path}": ${describeError(error)}`)
  }
}

/** Why a file does not stand there with its size; absent when it does. */
export function findSizeFault(folder: string, file: ManifestFile): string | undefined {
  const path = join(folder, file.path)
  const looked = readStats(path)
  if (!looked.ok) return looked.error
  const stats = looked.value
  if (stats?.isFile() !== true) return `Cannot load "${path}": the build names it, it is absent`
  if (stats.size === file.bytes) return undefined
  return `Cannot load "${path}": it has ${stats.size} bytes, the build says ${file.bytes}`
}

/** Why a file is not the one that the build recorded; absent when it is. */
export function findDigestFault(folder: string, file: ManifestFile): string | undefined {
  const path = join(folder, file.path)
  const digest = digestFile(path)
  if (!digest.ok) return digest.error
  if (digest.value === file.sha256) return undefined
  return `Cannot load "${path}": its digest is not the one that the build recorded`
}

export function computeDigest(bytes: Uint8Array): string {
  return new Bun.CryptoHasher('sha256').update(bytes).digest('hex')
}

/** Digests a file piece by piece: a search index may be too large to hold a second time. */
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
