import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import {
  MANIFEST_FILE,
  PACKED_FILE,
  SEAL_FILE,
  SERVED_FILE,
  SealSchema,
} from '../../contract/build.ts'
import { decompress } from '../../contract/content_coding.ts'
import { registerFormats } from '../../contract/formats.ts'
import { err, ok, type Result } from '../../contract/result.ts'
import { computeDigest, readJsonFile } from './_build_files.ts'
import { openServed } from './_served_files.ts'
import { readRange } from './_stored_files.ts'

/** The manifest of a build as it was made, from the compressed form that the build itself keeps. */
export async function readKeptManifest(
  folder: string,
): Promise<Result<Uint8Array<ArrayBuffer>, string>> {
  registerFormats()
  const seal = readJsonFile(SealSchema, join(folder, SEAL_FILE))
  if (!seal.ok) return seal
  const table = openServed(await readFile(join(folder, SERVED_FILE)).catch(() => new Uint8Array()))
  const file = table.ok ? table.value.find(MANIFEST_FILE) : undefined
  const form = file?.forms.find(({ coding }) => coding === 'br')
  const damaged = err(`Cannot read the manifest that "${folder}" keeps: it is missing or damaged`)
  if (file === undefined || form === undefined) return damaged
  const range = { from: form.at, to: form.at + form.bytes }
  const packed = await readRange(join(folder, PACKED_FILE), range)
  const manifest = packed && (await decompress(packed, file.bytes).catch(() => undefined))
  if (manifest === undefined || computeDigest(manifest) !== seal.value.manifest) return damaged
  return ok(manifest)
}
