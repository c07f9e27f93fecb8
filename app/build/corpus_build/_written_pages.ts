import type { CorpusPage } from '../../docs/model/corpus.ts'
import {
  describeFile,
  type EmittedFile,
  type FolderWriter,
} from '../../foundation/files/folder_writer.ts'
import type { KeptPage } from './_kept_pages.ts'
import type { Packer } from './_pack.ts'
import type { PageTools } from './_page_tools.ts'
import type { createPageEmitter, EmittedPage } from './emit/pages.ts'

/** Pages whose code is coloured on other threads while the pages before them are written. */
const PAGES_AHEAD = 32

type Target = Pick<PageTools, 'kept' | 'keepColours'> & {
  readonly writer: FolderWriter
  readonly pack: Packer
  /** Whether pages are kept compressed alone. */
  readonly isPacked: boolean
}

type WrittenPage = Pick<EmittedPage, 'stored' | 'document' | 'markdown'>

/** Writes pages in their order, each as the last build has it if nothing that it shows changed. */
export function createPageWriter(
  pages: readonly CorpusPage[],
  emitter: ReturnType<typeof createPageEmitter>,
  { kept, keepColours, writer, pack, isPacked }: Target,
): (page: CorpusPage, at: number) => Promise<WrittenPage> {
  const names = pages.map((page) => kept.name(emitter.around, page))
  const putNew = async (file: EmittedFile): Promise<void> => {
    if (isPacked) {
      writer.list(describeFile(file))
      await pack.putAlone(file)
    } else await Promise.all([writer.put(file), pack.put(file)])
  }
  const putKept = async ({ listed, plain, packed }: KeptPage['html']): Promise<void> => {
    if (plain === undefined) writer.list(listed)
    else await writer.put({ path: listed.path, bytes: plain })
    await pack.putForms(packed)
  }
  const drawn = new Set<string>()
  const fresh = pages.filter((_, at) => !kept.has(names[at] ?? ''))
  const ready = prepareAhead(fresh, emitter.prepare)
  return async (page, at) => {
    const name = names[at] ?? ''
    const same = await kept.find(name, isPacked)
    if (same !== undefined) {
      keepColours(same.code)
      await putKept(same.html)
      await putKept(same.twin)
      return same
    }
    await ready(page)
    const made = emitter.emit(page)
    // Pictures that are drawn from a page are in no page that is kept.
    if (made.pictures.length === 0) kept.set(name, made)
    await putNew(made.html)
    await putNew(made.twin)
    for (const file of made.pictures) {
      if (drawn.has(file.path)) continue
      drawn.add(file.path)
      await Promise.all([writer.put(file), pack.put(file)])
    }
    return made
  }
}

/** Prepares pages in order, some before they are asked for; others when they are. */
function prepareAhead(
  pages: readonly CorpusPage[],
  prepare: (page: CorpusPage) => Promise<void>,
): (page: CorpusPage) => Promise<void> {
  const places = new Map(pages.map((page, at) => [page, at]))
  const started: Promise<void>[] = []
  return async (page) => {
    const at = places.get(page)
    if (at === undefined) return await prepare(page)
    for (const each of pages.slice(started.length, at + PAGES_AHEAD)) {
      const preparing = prepare(each)
      // It may fail before anybody waits for it.
      preparing.catch(() => undefined)
      started.push(preparing)
    }
    await started[at]
  }
}
