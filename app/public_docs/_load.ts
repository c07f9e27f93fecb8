import { readFile, stat } from 'node:fs/promises'
import { join } from 'node:path'
import type { Static, TSchema } from '@sinclair/typebox'
import { Value } from '@sinclair/typebox/value'
import {
  PRIVATE_FILES_FILE,
  PrivateFilesSchema,
  SEARCH_FILE,
  SERVICE_FILE,
  SearchFileSchema,
  type ServiceFile,
  ServiceFileSchema,
} from '../contract/build.ts'
import { type Manifest, type ManifestFile, ManifestSchema } from '../contract/corpus.ts'
import { registerFormats } from '../contract/formats.ts'
import { err, ok, type Result } from '../contract/result.ts'
import { createSearchIndex, type SearchIndex } from './_index.ts'

/** Files that are looked at together; between batches other requests are answered. */
const FILES_PER_TURN = 64

export const MANIFEST_NAME = 'docs-manifest.json'

/** Tells one state of the manifest from another; unequal, not newer: a rollback counts. */
export type ManifestIdentity = string

/** A whole build, read and checked. */
export type LoadedBuild = {
  readonly folder: string
  readonly modifiedMs: number
  readonly manifest: Manifest
  readonly manifestBytes: Uint8Array<ArrayBuffer>
  readonly manifestDigest: string
  readonly service: ServiceFile
  readonly index: SearchIndex
}

type Loading<Value> = Promise<Result<Value, string>>

/** What the manifest is right now, absent when there is none. */
export async function manifestIdentity(distDir: string): Promise<ManifestIdentity | undefined> {
  const stats = await stat(join(distDir, MANIFEST_NAME)).catch(() => undefined)
  return stats === undefined ? undefined : `${stats.mtimeMs}/${stats.size}/${stats.ino}`
}

/** Reads and checks the build that the manifest names. The error says in one line why not. */
export async function loadBuild(distDir: string): Loading<LoadedBuild> {
  registerFormats()
  const path = join(distDir, MANIFEST_NAME)
  const bytes = await bytesOf(path)
  if (!bytes.ok) return bytes
  const manifest = parsed(ManifestSchema, bytes.value, path)
  if (!manifest.ok) return manifest
  const folder = join(distDir, 'builds', manifest.value.build)
  const whole = await filesStand(folder, manifest.value.files)
  if (!whole.ok) return whole
  const read = await readPrivate(folder)
  if (!read.ok) return read
  const { service, bodies } = read.value
  const agrees = sameRecords(manifest.value, service)
  if (!agrees.ok) return agrees
  const stats = await stat(path)
  return ok({
    folder,
    // An older manifest put back keeps its old mtime, but what it names has changed just now: a
    // copy that a client took in between must not pass for current (RFC 9110 section 13.1.3).
    modifiedMs: Math.max(stats.mtimeMs, stats.ctimeMs),
    manifest: manifest.value,
    manifestBytes: bytes.value,
    manifestDigest: await digestOf(bytes.value),
    service,
    index: await createSearchIndex(manifest.value.pages, bodies),
  })
}

async function readPrivate(
  folder: string,
): Loading<{ service: ServiceFile; bodies: readonly string[] }> {
  const listed = await checked(PrivateFilesSchema, join(folder, PRIVATE_FILES_FILE))
  if (!listed.ok) return listed
  const digests = new Map(listed.value.files.map((file) => [file.path, file.sha256]))
  const service = await checked(
    ServiceFileSchema,
    join(folder, SERVICE_FILE),
    digests.get(SERVICE_FILE) ?? '',
  )
  if (!service.ok) return service
  const search = await checked(
    SearchFileSchema,
    join(folder, SEARCH_FILE),
    digests.get(SEARCH_FILE) ?? '',
  )
  if (!search.ok) return search
  return ok({ service: service.value, bodies: search.value.bodies })
}

async function checked<Schema extends TSchema>(
  schema: Schema,
  path: string,
  digest?: string,
): Loading<Static<Schema>> {
  const bytes = await bytesOf(path)
  if (!bytes.ok) return bytes
  if (digest !== undefined && (await digestOf(bytes.value)) !== digest) {
    return err(`Cannot load "${path}": its digest is not the one that the build recorded`)
  }
  return parsed(schema, bytes.value, path)
}

function parsed<Schema extends TSchema>(
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

async function filesStand(folder: string, files: readonly ManifestFile[]): Loading<true> {
  for (let at = 0; at < files.length; at += FILES_PER_TURN) {
    const missing = await Promise.all(
      files.slice(at, at + FILES_PER_TURN).map((file) => fileProblem(folder, file)),
    )
    const first = missing.find((problem) => problem !== undefined)
    if (first !== undefined) return err(first)
  }
  return ok(true)
}

async function fileProblem(folder: string, file: ManifestFile): Promise<string | undefined> {
  const path = join(folder, file.path)
  const stats = await stat(path).catch(() => undefined)
  if (stats?.isFile() !== true) return `Cannot load "${path}": the manifest names it, it is absent`
  if (stats.size !== file.bytes) {
    return `Cannot load "${path}": it has ${stats.size} bytes, the manifest says ${file.bytes}`
  }
  return undefined
}

function sameRecords(manifest: Manifest, service: ServiceFile): Result<true, string> {
  const same =
    manifest.pages.length === service.pages.length &&
    manifest.pages.every((record, at) => Value.Equal(record, service.pages[at]?.record))
  return same ? ok(true) : err('Cannot load the manifest: its pages are not those of its build')
}

async function bytesOf(path: string): Loading<Uint8Array<ArrayBuffer>> {
  try {
    return ok(new Uint8Array(await readFile(path)))
  } catch (error) {
    const code = error instanceof Error && 'code' in error ? String(error.code) : String(error)
    return err(`Cannot read "${path}": ${code}`)
  }
}

async function digestOf(bytes: Uint8Array<ArrayBuffer>): Promise<string> {
  return new Uint8Array(await crypto.subtle.digest('SHA-256', bytes)).toHex()
}
