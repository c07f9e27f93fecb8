import { createLiveCorpus, type LiveCorpus } from '../../../app/build/corpus_build/live_corpus.ts'
import type { Snapshot } from '../../../app/docs/public_docs/mod.ts'
import { BASE_URL, NOW_MS, removeFolders } from '../../support/building.ts'
import { type WritableCorpus, writeTinyCorpus } from './_corpus.ts'

const open: LiveCorpus[] = []

/** Closes every corpus of a file, and removes its folders. */
export async function closeAll(): Promise<void> {
  for (const live of open.splice(0)) await live.close()
  await removeFolders()
}

/** A tiny corpus, read once. */
export async function openLive(files: Readonly<Record<string, string>> = {}): Promise<{
  readonly corpus: WritableCorpus
  readonly live: LiveCorpus
}> {
  const corpus = await writeTinyCorpus(files)
  const options = { corpusDir: corpus.folder, baseUrl: BASE_URL, clock: () => NOW_MS }
  const live = createLiveCorpus({ ...options, onIndexed: () => undefined })
  open.push(live)
  await live.follow()
  return { corpus, live }
}

export function snapshotOf(live: LiveCorpus): Snapshot {
  const snapshot = live.current()
  if (snapshot === undefined) throw new Error('Cannot read: nothing is shown')
  return snapshot
}

export async function textOf(live: LiveCorpus, path: string): Promise<string> {
  const read = await snapshotOf(live).file(path)?.read()
  if (read?.ok !== true) throw new Error(`Cannot read "${path}": there is no such file`)
  return new TextDecoder().decode(read.value)
}
