import { MANIFEST_FILE } from '../contract/build.ts'
import type { ManifestFile } from '../contract/corpus.ts'
import { err, ok, type Result } from '../contract/result.ts'
import { readBeginning } from '../object_store/body.ts'
import type { FetchOptions, ObjectStore, WriteCondition } from '../object_store/store.ts'
import {
  type BuildListing,
  computeDigest,
  NAMED_WITHIN_BYTES,
  readNamedAddress,
  readNamedBuild,
} from '../public_docs/mod.ts'
import { keyOfCopy, keyOfFile } from './_names.ts'
import { noteUse } from './_notes.ts'
import { forEachAtOnce } from './_parallel.ts'
import { holds, readManifest } from './_stored_bytes.ts'
import { readBuildFile, readLocalBuild } from './local_build.ts'

/** Uploads at once; more are no faster. */
const FILES_AT_ONCE = 8

export type PublishReport = {
  readonly build: string
  /** False when the manifest in the store has the same bytes already. */
  readonly changed: boolean
  /** Files that were uploaded; others were there from an earlier attempt. */
  readonly uploaded: number
  /** Whether the store keeps two publishers apart: some ignore conditions. */
  readonly keepsApart: boolean
}

type PublicationPlan = {
  readonly build: string
  readonly changed: boolean
  readonly uploads: number
}

/** Whether the service may get another address by it. */
type Move = { readonly isMove?: boolean }

/**
 * Uploads the build of a folder: its files, each written once and never again, then the manifest,
 * only if nobody changed it meanwhile. Whatever fails, replicas go on with what the manifest names.
 * Throws `ObjectStoreFailure` while the store is away.
 */
export async function publishBuild(
  options: Move & {
    readonly distDir: string
    readonly store: ObjectStore
    readonly randomId: () => string
    readonly progress?: (done: number, total: number) => void
  },
): Promise<Result<PublishReport, string>> {
  const { distDir, store, randomId, progress } = options
  const read = await readLocalBuild(distDir)
  if (!read.ok) return read
  const { manifest, listing, folder } = read.value
  const { build } = listing
  const current = await fetchManifest(store)
  if (current?.digest === computeDigest(manifest)) {
    return ok({ build, changed: false, uploaded: 0, keepsApart: true })
  }
  const stays = checkAddress(store, current, manifest, options)
  if (!stays.ok) return stays
  const keepsApart = await probeConditions(store, `.probe-${randomId()}`)
  const isFree = await noteUse(store, build, randomId)
  if (!isFree.ok) return isFree
  const uploaded = await uploadFiles(store, listing, folder, progress)
  if (!uploaded.ok) return uploaded
  await store.put(keyOfCopy(build), new Blob([manifest]), 'absent')
  const placed = await placeManifest(store, { build, manifest, current, randomId })
  if (!placed.ok) return placed
  return ok({ build, changed: true, uploaded: uploaded.value, keepsApart })
}

/** What `publishBuild` would do, as far as it can be known without writing anything. */
export async function planPublication(
  distDir: string,
  store: ObjectStore,
  move: Move,
): Promise<Result<PublicationPlan, string>> {
  const read = await readLocalBuild(distDir)
  if (!read.ok) return read
  const { manifest, listing } = read.value
  const { build, files } = listing
  const current = await fetchManifest(store)
  const stays = checkAddress(store, current, manifest, move)
  if (!stays.ok) return stays
  const changed = current?.digest !== computeDigest(manifest)
  const known = await listKeys(store, build)
  const missing = files.filter(({ path }) => !known.has(keyOfFile(build, path)))
  return ok({ build, changed, uploads: changed ? missing.length : 0 })
}

/** Puts back the manifest of a build that was published before. */
export async function restoreBuild(
  store: ObjectStore,
  build: string,
  { randomId, ...move }: Move & { readonly randomId: () => string },
): Promise<Result<{ readonly changed: boolean }, string>> {
  const absent = err(
    `Cannot restore build "${build}": "${store.name}" does not have it: nobody published it, ` +
      'or it was removed as old',
  )
  const seen = await readManifest(store, keyOfCopy(build))
  if (seen.state !== 'found') return absent
  const current = await fetchManifest(store)
  // What is refused does not count as used.
  const stays = checkAddress(store, current, seen.bytes, move)
  if (!stays.ok) return stays
  const isFree = await noteUse(store, build, randomId)
  if (!isFree.ok) return isFree
  // Only from the note on nobody removes it.
  const copy = await readManifest(store, keyOfCopy(build))
  if (copy.state !== 'found') return absent
  const manifest = copy.bytes
  if (current?.digest === computeDigest(manifest)) return ok({ changed: false })
  const placed = await placeManifest(store, { build, manifest, current, randomId })
  return placed.ok ? ok({ changed: true }) : placed
}

type CurrentManifest = {
  readonly etag: string
  readonly digest: string
  readonly build: string | undefined
  readonly baseUrl: string | undefined
}

type Placement = {
  readonly build: string
  readonly manifest: Uint8Array<ArrayBuffer>
  /** What it replaces. */
  readonly current: CurrentManifest | undefined
  readonly randomId: () => string
}

/** What replicas follow now; undefined when nothing was published. */
async function fetchManifest(store: ObjectStore): Promise<CurrentManifest | undefined> {
  const found = await readManifest(store, MANIFEST_FILE)
  if (found.state !== 'found') return undefined
  const { etag, bytes } = found
  const named = { build: readNamedBuild(bytes), baseUrl: readNamedAddress(bytes) }
  return { etag, digest: computeDigest(bytes), ...named }
}

/** For which address the build in use was made, from the start of its manifest alone. */
export async function fetchAddress(
  store: ObjectStore,
  options: FetchOptions,
): Promise<Pick<CurrentManifest, 'baseUrl'> | undefined> {
  const found = await store.fetch(MANIFEST_FILE, options)
  if (found.state !== 'found') return undefined
  return { baseUrl: readNamedAddress(await readBeginning(found.body, NAMED_WITHIN_BYTES)) }
}

/** Every replica would refuse a build for another address: more likely a mistake than a move. */
function checkAddress(
  store: ObjectStore,
  current: CurrentManifest | undefined,
  manifest: Uint8Array,
  { isMove = false }: Move,
): Result<void, string> {
  const [before, after] = [current?.baseUrl, readNamedAddress(manifest)]
  if (isMove || before === undefined || before === after) return ok(undefined)
  return err(
    `Cannot publish to "${store.name}": the build was made for "${after}", and the one ` +
      `served now for "${before}": build with BASE_URL=${before}, or add --new-address if the ` +
      'service moves',
  )
}

/** One of two publishers finds that the manifest is not the one that it saw. */
async function placeManifest(
  store: ObjectStore,
  { build, manifest, current, randomId }: Placement,
): Promise<Result<void, string>> {
  // Replicas may be at work with either for a while; the upload may have taken long.
  for (const used of [current?.build, build]) {
    const noted = used === undefined ? ok(undefined) : await noteUse(store, used, randomId)
    if (!noted.ok) return noted
  }
  const condition: WriteCondition = current === undefined ? 'absent' : { etag: current.etag }
  const body = new Blob([manifest])
  const outcome = await store.put(MANIFEST_FILE, body, condition)
  if (outcome === 'written' || (await holds(store, MANIFEST_FILE, body))) return ok(undefined)
  return err(
    `Cannot publish to "${store.name}": somebody else published meanwhile: look at what is ` +
      'served now, then publish again',
  )
}

/** Whether a second writer of an object is refused, as two publishers rely on. */
export async function probeConditions(store: ObjectStore, key: string): Promise<boolean> {
  await store.put(key, new Blob(['1']), 'absent')
  const second = await store.put(key, new Blob(['2']), 'absent')
  await store.remove(key)
  return second === 'refused'
}

/** What an earlier attempt left of a build. */
async function listKeys(store: ObjectStore, build: string): Promise<ReadonlySet<string>> {
  return new Set((await store.list(keyOfFile(build, ''))).map(({ key }) => key))
}

async function uploadFiles(
  store: ObjectStore,
  { build, files }: BuildListing,
  folder: string,
  progress: (done: number, total: number) => void = () => undefined,
): Promise<Result<number, string>> {
  let [done, uploaded] = [0, 0]
  const faults: string[] = []
  const known = await listKeys(store, build)
  await forEachAtOnce(files, FILES_AT_ONCE, async (file) => {
    const key = keyOfFile(build, file.path)
    const outcome = await uploadFile(store, file, { folder, key, isKnown: known.has(key) })
    if (!outcome.ok) faults.push(outcome.error)
    else if (outcome.value === 'written') uploaded += 1
    done += 1
    progress(done, files.length)
  })
  return faults.length === 0 ? ok(uploaded) : err(faults.join('\n'))
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
