import type { ManifestFile } from '../../contract/corpus.ts'
import { err, ok, type Result } from '../../contract/result.ts'
import type { BuildListing } from '../../docs/public_docs/mod.ts'
import { mapInParallel } from '../../foundation/files/parallel_map.ts'
import type { ObjectStore } from '../../foundation/object_store/store.ts'
import { keyOfFile } from './_names.ts'
import { noteUse } from './_notes.ts'
import { holds } from './_stored_bytes.ts'
import { readBuildFile } from './local_build.ts'

/** Uploads at once; more are no faster. */
const FILES_AT_ONCE = 8

/** What an earlier attempt left of a build. */
export async function listKeys(store: ObjectStore, build: string): Promise<ReadonlySet<string>> {
  return new Set((await store.list(keyOfFile(build, ''))).map(({ key }) => key))
}

/** Uploads what is missing; returns how many files that were. */
export async function uploadFiles(
  store: ObjectStore,
  { build, files }: BuildListing,
  folder: string,
  progress: (done: number, total: number) => void = () => undefined,
): Promise<Result<number, string>> {
  let [done, uploaded] = [0, 0]
  const faults: string[] = []
  const known = await listKeys(store, build)
  await mapInParallel(files, FILES_AT_ONCE, async (file) => {
    const key = keyOfFile(build, file.path)
    const outcome = await uploadFile(store, file, { folder, key, isKnown: known.has(key) })
    if (!outcome.ok) faults.push(outcome.error)
    else if (outcome.value === 'written') uploaded += 1
    done += 1
    progress(done, files.length)
  })
  return faults.length === 0 ? ok(uploaded) : err(faults.join('\n'))
}

/**
 * Notes that a build is used and finds every file of it there. An upload that was held up for a day
 * is old to whoever removes builds, and a note alone would not bring its files back.
 */
export async function confirmUpload(
  store: ObjectStore,
  { build, files }: BuildListing,
  randomId: () => string,
): Promise<Result<void, string>> {
  const noted = await noteUse(store, build, randomId)
  if (!noted.ok) return noted
  const known = await listKeys(store, build)
  const missing = files.filter(({ path }) => !known.has(keyOfFile(build, path)))
  if (missing.length === 0) return ok(undefined)
  return err(
    `Cannot publish to "${store.name}": ${missing.length} files of build "${build}" are gone, ` +
      'removed as old while the upload took so long: publish again',
  )
}

type Upload = { readonly folder: string; readonly key: string; readonly isKnown: boolean }

async function uploadFile(
  store: ObjectStore,
  file: ManifestFile,
  { folder, key, isKnown }: Upload,
): Promise<Result<'written' | 'known', string>> {
  const bytes = await readBuildFile(folder, file)
  if (!bytes.ok) return bytes
  const body = new Blob([bytes.value])
  // Another publisher of the same build may write it after it was not listed.
  const outcome = isKnown ? 'refused' : await store.put(key, body, 'absent')
  if (outcome === 'written') return ok('written')
  if (await holds(store, key, body)) return ok('known')
  return err(
    `Cannot publish "${store.name}${key}": other bytes are there, and a build never changes: ` +
      'delete that object, then publish again',
  )
}
