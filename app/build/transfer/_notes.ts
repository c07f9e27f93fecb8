import { HOUR_MS } from '../../contract/limits.ts'
import { err, ok, type Result } from '../../contract/result.ts'
import { mapInParallel } from '../../foundation/files/parallel_map.ts'
import { ObjectStoreFailure } from '../../foundation/object_store/failure.ts'
import { readObject } from '../../foundation/object_store/reading.ts'
import type { ObjectStore } from '../../foundation/object_store/store.ts'
import { BUILDS, keyOfCopy, keyOfFile, keyOfNote, NOTES } from './_names.ts'
import { holds } from './_stored_bytes.ts'

/**
 * Beside each build lies a note: somebody uses it, or somebody removes it. Who changes a note does
 * so on the condition that it still is the one that was read, so a publisher and a remover of the
 * same build never both go on. The time of a note says when the manifest last named its build.
 */
type NoteState = 'used' | 'removing'

const BUILD_NAME = /^[0-9a-f]{16,64}$/

/** Removals at once; more are no faster. */
const FILES_AT_ONCE = 8

/** A removal goes on no longer, so that somebody else may finish one that began long before. */
const REMOVAL_MS_MAX = 30 * 60 * 1000
const REMOVAL_LOST_MS = HOUR_MS

const ATTEMPTS = 3

/** Ours have less than a hundred. */
const NOTE_BYTES_MAX = 4096

type Note = { readonly etag: string; readonly modifiedMs: number }

/** The notes of all builds; their times are those of the store. */
export async function listNotes(store: ObjectStore): Promise<ReadonlyMap<string, Note>> {
  const notes = (await store.list(NOTES)).map(({ key, ...note }) => {
    return [key.slice(NOTES.length).replace(/\.json$/, ''), note] as const
  })
  return new Map(notes.filter(([build]) => BUILD_NAME.test(build)))
}

export async function listStoredBuilds(store: ObjectStore): Promise<readonly string[]> {
  return (await store.listFolders(BUILDS)).filter((build) => BUILD_NAME.test(build))
}

/** Notes that a build is used now. The error says that somebody removes it. */
export async function noteUse(
  store: ObjectStore,
  build: string,
  randomId: () => string,
): Promise<Result<void, string>> {
  for (let tried = 1; tried <= ATTEMPTS; tried += 1) {
    const found = await readObject(store, keyOfNote(build), { bytesMax: NOTE_BYTES_MAX })
    const state = found.state === 'found' ? readState(found.bytes) : undefined
    if (state === 'removing') {
      if (!(await finishLostRemoval(store, build, randomId))) break
      continue
    }
    // Another publisher noted the same a moment ago.
    if (state === 'used' && tried > 1) return ok(undefined)
    const condition = found.state === 'found' ? { etag: found.etag } : 'absent'
    const outcome = await store.put(keyOfNote(build), makeNote('used', randomId), condition)
    if (outcome === 'written') return ok(undefined)
  }
  return err(
    `Cannot use build "${build}" of "${store.name}": another publisher removes it as old: ` +
      'publish again when that has ended, or after an hour',
  )
}

/** Removes a build if its note still is the one that was listed; false if somebody was faster. */
export async function removeBuild(
  store: ObjectStore,
  build: string,
  note: Note,
  randomId: () => string,
): Promise<boolean> {
  const over = AbortSignal.timeout(REMOVAL_MS_MAX)
  const claim = makeNote('removing', randomId)
  const outcome = await store.put(keyOfNote(build), claim, note)
  if (outcome === 'refused' && !(await holds(store, keyOfNote(build), claim))) return false
  // First what it would be restored from, and the note last: until then nobody uploads it again.
  await store.remove(keyOfCopy(build))
  const files = await store.list(keyOfFile(build, ''))
  await mapInParallel(files, FILES_AT_ONCE, async ({ key }) => {
    checkTime(over)
    await store.remove(key)
  })
  checkTime(over)
  await store.remove(keyOfNote(build))
  return true
}

/** Finishes what a remover left that ended too early; false while one may be at work. */
async function finishLostRemoval(
  store: ObjectStore,
  build: string,
  randomId: () => string,
): Promise<boolean> {
  const probe = keyOfNote(`.${randomId()}`)
  // The time of a new object is the time of the store.
  await store.put(probe, makeNote('used', randomId), 'absent')
  const listed = await store.list(probe)
  await store.remove(probe)
  const note = (await listNotes(store)).get(build)
  if (note === undefined) return true
  const nowMs = listed[0]?.modifiedMs ?? note.modifiedMs
  if (nowMs - note.modifiedMs < REMOVAL_LOST_MS) return false
  return await removeBuild(store, build, note, randomId)
}

function checkTime(over: AbortSignal): void {
  if (over.aborted) throw new ObjectStoreFailure('it takes too long to remove a build')
}

/** No two notes have the same bytes, and so the same tag. */
function makeNote(state: NoteState, randomId: () => string): Blob {
  return new Blob([JSON.stringify({ state, id: randomId() })])
}

function readState(note: Uint8Array): NoteState {
  const text = new TextDecoder().decode(note)
  return text.includes('"removing"') ? 'removing' : 'used'
}
