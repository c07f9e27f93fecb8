import { Worker } from 'node:worker_threads'
import { openSearchData, type SearchIndex } from '../search/mod.ts'
import { createIndexWriter, type IndexRequest } from './_index_writer.ts'
import type { Corpus, CorpusPage } from './model/corpus.ts'
import { readSearchMeans } from './model/search_means.ts'

/** Path of the thread's code in a compiled program; defined by `scripts/compile.ts`. */
declare const LECTERN_INDEXER: string | undefined
const CODE = typeof LECTERN_INDEXER === 'string' ? LECTERN_INDEXER : './_indexer.ts'

/** Saves come in groups; an index for each of them would be thrown away. */
const QUIET_MS = 100

/** The search of a preview: it follows the pages by itself, a moment behind them. */
type LiveSearch = {
  /** Indexes these pages soon. */
  readonly follow: (corpus: Corpus) => void
  /** Searches the newest index; a page is its position in these pages. */
  readonly over: (corpus: Corpus) => Pick<SearchIndex, 'search'>
  /** The newest index, if it is of exactly these pages. */
  readonly indexOf: (corpus: Corpus) => SearchIndex | undefined
  /** Resolves when there is an index at all. */
  readonly opened: Promise<void>
  /** Resolves when the pages that were followed last are indexed. */
  readonly settled: () => Promise<void>
  readonly close: () => void
}

/** An index, and the files of its pages in its order. */
type OpenIndex = { readonly index: SearchIndex; readonly order: readonly string[] }

export function createLiveSearch(onIndexed: () => void): LiveSearch {
  const thread = openThread()
  const sent = new Map<string, CorpusPage>()
  let current: OpenIndex | undefined
  let wanted: Corpus | undefined
  let timer: ReturnType<typeof setTimeout> | undefined
  let working = false
  let waiting: (() => void)[] = []
  const first = Promise.withResolvers<void>()

  const settle = () => {
    for (const resolve of waiting.splice(0)) resolve()
  }
  const work = async (): Promise<void> => {
    if (working || wanted === undefined) return
    working = true
    const corpus = wanted
    wanted = undefined
    const changed = corpus.pages.filter((page) => sent.get(page.file) !== page)
    for (const page of changed) sent.set(page.file, page)
    const order = corpus.pages.map(({ file }) => file)
    const { language } = corpus.registry.service
    const means = readSearchMeans(corpus.registry, corpus.pages)
    const opened = openSearchData(await thread.write({ language, means, order, changed }))
    working = false
    if (opened.ok) current = { index: opened.value, order }
    first.resolve()
    if (wanted !== undefined) {
      void work()
      return
    }
    onIndexed()
    settle()
  }
  return {
    follow: (corpus) => {
      wanted = corpus
      clearTimeout(timer)
      timer = setTimeout(work, current === undefined ? 0 : QUIET_MS)
    },
    over: (corpus) => ({ search: searchOver(() => current, corpus) }),
    indexOf: ({ pages }) => {
      const isSame = pages.every(({ file }, at) => file === current?.order[at])
      return isSame && pages.length === current?.order.length ? current.index : undefined
    },
    opened: first.promise,
    settled: async () => {
      if (wanted === undefined && !working) return
      await new Promise<void>((resolve) => {
        waiting = [...waiting, resolve]
      })
    },
    close: () => {
      clearTimeout(timer)
      settle()
      first.resolve()
      thread.close()
    },
  }
}

/** The index may be of a moment ago: its pages are found by file, if they are still there. */
function searchOver(current: () => OpenIndex | undefined, corpus: Corpus): SearchIndex['search'] {
  const places = new Map(corpus.pages.map(({ file }, at) => [file, at]))
  return (query, limit, filter, named) => {
    const indexed = current()
    if (indexed === undefined)
      return { hits: [], unmatched: [], corrected: new Map(), partial: false }
    const { index, order } = indexed
    const own = named === undefined ? -1 : order.indexOf(corpus.pages[named]?.file ?? '')
    const outcome = index.search(query, limit, filter, own < 0 ? undefined : own)
    const hits = outcome.hits.flatMap((hit) => {
      const page = places.get(order[hit.page] ?? '')
      if (page === undefined) return []
      const { closeness, section } = hit
      return [{ page, closeness, section, quote: (bytesMax: number) => hit.quote(bytesMax) }]
    })
    return { ...outcome, hits }
  }
}

type IndexThread = {
  readonly write: (request: IndexRequest) => Promise<Uint8Array<ArrayBuffer>>
  readonly close: () => void
}

function openThread(): IndexThread {
  const worker = new Worker(new URL(CODE, import.meta.url))
  // A preview that ends must not wait for its index.
  worker.unref()
  const write = createIndexWriter()
  const all = new Map<string, CorpusPage>()
  let failed = false
  worker.once('error', () => {
    failed = true
  })
  return {
    write: async (request) => {
      for (const page of request.changed) all.set(page.file, page)
      const made = failed ? undefined : await askThread(worker, request)
      // Without the thread the index delays requests, but search still follows.
      return made ?? write({ ...request, changed: [...all.values()] })
    },
    close: () => void worker.terminate(),
  }
}

async function askThread(
  worker: Worker,
  request: IndexRequest,
): Promise<Uint8Array<ArrayBuffer> | undefined> {
  return await new Promise((resolve) => {
    const end = (bytes?: Uint8Array<ArrayBuffer>) => {
      worker.off('message', end)
      worker.off('error', fail)
      worker.off('exit', fail)
      resolve(bytes)
    }
    const fail = () => end()
    // Only `_indexer.ts` posts on this channel, and it posts nothing else.
    worker.on('message', end)
    worker.on('error', fail)
    worker.on('exit', fail)
    worker.postMessage(request)
  })
}
