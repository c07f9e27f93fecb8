import { MANIFEST_FILE } from '../../contract/build.ts'
import { DAY_MS } from '../../contract/limits.ts'
import { ok, type Result } from '../../contract/result.ts'
import { readNamedBuild } from '../../docs/public_docs/mod.ts'
import type { ObjectStore } from '../../foundation/object_store/store.ts'
import { listNotes, listStoredBuilds, noteUse, removeBuild } from './_notes.ts'
import { readManifest } from './_stored_bytes.ts'

/** A replica may be at work with what the manifest named this long ago. */
const KEPT_MS = DAY_MS

/**
 * Removes builds that are neither among the last ones that the manifest named nor were named within
 * the last day. Returns the names of those that are gone. A build that nobody noted, as one of
 * which the upload was interrupted, is noted now and so removed a day later.
 */
export async function removeOldBuilds(
  store: ObjectStore,
  kept: number,
  randomId: () => string,
): Promise<Result<readonly string[], string>> {
  const current = await readCurrent(store)
  if (current === undefined) return ok([])
  const noted = await listNotes(store)
  const unknown = (await listStoredBuilds(store)).filter((build) => !noted.has(build))
  for (const build of new Set([current, ...unknown])) {
    const used = await noteUse(store, build, randomId)
    if (!used.ok) return used
  }
  const notes = await listNotes(store)
  const nowMs = notes.get(current)?.modifiedMs ?? 0
  const removed: string[] = []
  for (const build of chooseOld(notes, { current, kept, nowMs })) {
    const note = notes.get(build)
    if (note !== undefined && (await removeBuild(store, build, note, randomId))) removed.push(build)
  }
  return ok(removed)
}

/** What would be removed after `build` was published at this moment; changes nothing. */
export async function listOldBuilds(
  store: ObjectStore,
  build: string,
  { kept, nowMs }: { readonly kept: number; readonly nowMs: number },
): Promise<readonly string[]> {
  const notes = new Map(await listNotes(store))
  for (const used of [await readCurrent(store), build]) {
    if (used !== undefined) notes.set(used, { etag: '', modifiedMs: nowMs })
  }
  return chooseOld(notes, { current: build, kept, nowMs })
}

type Rule = { readonly current: string; readonly kept: number; readonly nowMs: number }

function chooseOld(
  notes: ReadonlyMap<string, { readonly modifiedMs: number }>,
  { current, kept, nowMs }: Rule,
): readonly string[] {
  return [...notes]
    .filter(([build]) => build !== current)
    .sort(([, one], [, other]) => other.modifiedMs - one.modifiedMs)
    .slice(kept - 1)
    .filter(([, { modifiedMs }]) => nowMs - modifiedMs > KEPT_MS)
    .map(([build]) => build)
}

async function readCurrent(store: ObjectStore): Promise<string | undefined> {
  const found = await readManifest(store, MANIFEST_FILE)
  return found.state === 'found' ? readNamedBuild(found.bytes) : undefined
}
