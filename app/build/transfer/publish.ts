import { MANIFEST_FILE } from '../../contract/build.ts'
import { err, ok, type Result } from '../../contract/result.ts'
import {
  computeDigest,
  NAMED_WITHIN_BYTES,
  readNamedAddress,
  readNamedBuild,
} from '../../docs/public_docs/mod.ts'
import { readBeginning } from '../../foundation/object_store/body.ts'
import type {
  FetchOptions,
  ObjectStore,
  WriteCondition,
} from '../../foundation/object_store/store.ts'
import { keyOfCopy, keyOfFile } from './_names.ts'
import { noteUse } from './_notes.ts'
import { holds, readManifest } from './_stored_bytes.ts'
import { confirmUpload, listKeys, uploadFiles } from './_upload.ts'
import { readLocalBuild } from './local_build.ts'

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
  const isWhole = await confirmUpload(store, listing, randomId)
  if (!isWhole.ok) return isWhole
  await store.put(keyOfCopy(build), new Blob([manifest]), 'absent')
  const placed = await placeManifest(store, { manifest, current, randomId })
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
  const placed = await placeManifest(store, { manifest, current, randomId })
  return placed.ok ? ok({ changed: true }) : placed
}

type CurrentManifest = {
  readonly etag: string
  readonly digest: string
  readonly build: string | undefined
  readonly baseUrl: string | undefined
}

type Placement = {
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

/**
 * Names a build that the caller has just noted. One of two publishers finds that the manifest is
 * not the one that it saw.
 */
async function placeManifest(
  store: ObjectStore,
  { manifest, current, randomId }: Placement,
): Promise<Result<void, string>> {
  // Replicas may be at work with it for a while.
  const used = current?.build
  const noted = used === undefined ? ok(undefined) : await noteUse(store, used, randomId)
  if (!noted.ok) return noted
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
