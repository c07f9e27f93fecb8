import { Worker } from 'node:worker_threads'
import type { Corpus, CorpusPage } from '../../docs/model/corpus.ts'
import { readSearchMeans } from '../../docs/model/search_means.ts'
import { openSearchData, type PassageSize, type SearchIndex } from '../../docs/search/mod.ts'
import { createIndexWriter, type IndexRequest } from './_index_writer.ts'

/** Path of the thread's code in a compiled program; defined by `scripts/compile.ts`. */
declare const LECTERN_INDEXER: string | undefined
const CODE = typeof LECTERN_INDEXER === 'string' ? LECTERN_INDEXER : './_indexer.ts'

/** Saves come in groups; an index for each of them would be thrown away. */
const QUIET_MS = 100

/** An index, and the files of its pages in its order. */
type OpenIndex = { readonly index: SearchIndex; readonly order: readonly string[] }

/** The search of a preview: it follows the pages by itself, a moment behind them. */
export class LiveSearch {
  readonly #thread = new IndexThread()
  readonly #onIndexed: () => void
  readonly #sent = new Map<string, CorpusPage>()
  readonly #first = Promise.withResolvers<void>()
  #current: OpenIndex | undefined
  #wanted: Corpus | undefined
  #timer: ReturnType<typeof setTimeout> | undefined
  #isWorking = false
  #waiting: (() => void)[] = []

  constructor(onIndexed: () => void) {
    this.#onIndexed = onIndexed
  }

  follow(corpus: Corpus): void {
    this.#wanted = corpus
    clearTimeout(this.#timer)
    this.#timer = setTimeout(() => this.#work(), this.#current === undefined ? 0 : QUIET_MS)
  }

  /** Searches the newest index; a page is its position in these pages. */
  over(corpus: Corpus): Pick<SearchIndex, 'search'> {
    return { search: searchOver(() => this.#current, corpus) }
  }

  /** The newest index, if it is of exactly these pages. */
  indexOf({ pages }: Corpus): SearchIndex | undefined {
    const current = this.#current
    const isSame = pages.every(({ file }, at) => file === current?.order[at])
    return isSame && pages.length === current?.order.length ? current.index : undefined
  }

  /** Resolves when there is an index at all. */
  get opened(): Promise<void> {
    return this.#first.promise
  }

  /** Resolves when the pages that were followed last are indexed. */
  async settled(): Promise<void> {
    if (this.#wanted === undefined && !this.#isWorking) return
    await new Promise<void>((resolve) => this.#waiting.push(resolve))
  }

  close(): void {
    clearTimeout(this.#timer)
    this.#settle()
    this.#first.resolve()
    this.#thread.close()
  }

  async #work(): Promise<void> {
    if (this.#isWorking || this.#wanted === undefined) return
    this.#isWorking = true
    const corpus = this.#wanted
    this.#wanted = undefined
    const changed = corpus.pages.filter((page) => this.#sent.get(page.file) !== page)
    for (const page of changed) this.#sent.set(page.file, page)
    const order = corpus.pages.map(({ file }) => file)
    const { language } = corpus.registry.service
    const means = readSearchMeans(corpus.registry, corpus.pages)
    const { baseUrl, assets } = corpus
    const request = { language, means, order, changed, site: { baseUrl, assets } }
    const opened = openSearchData(await this.#thread.write(request))
    this.#isWorking = false
    if (opened.ok) this.#current = { index: opened.value, order }
    this.#first.resolve()
    if (this.#wanted !== undefined) {
      void this.#work()
      return
    }
    this.#onIndexed()
    this.#settle()
  }

  #settle(): void {
    for (const resolve of this.#waiting.splice(0)) resolve()
  }
}

/** The index may be of a moment ago: its pages are found by file, if they are still there. */
function searchOver(current: () => OpenIndex | undefined, corpus: Corpus): SearchIndex['search'] {
  const places = new Map(corpus.pages.map(({ file }, at) => [file, at]))
  return (query, limit, filter, named) => {
    const indexed = current()
    if (indexed === undefined)
      return { hits: [], unmatched: [], corrected: new Map(), isWeak: false, apart: [] }
    const { index, order } = indexed
    const own = named === undefined ? -1 : order.indexOf(corpus.pages[named]?.file ?? '')
    const outcome = index.search(query, limit, filter, own < 0 ? undefined : own)
    const hits = outcome.hits.flatMap((hit) => {
      const page = places.get(order[hit.page] ?? '')
      if (page === undefined) return []
      const { closeness, section } = hit
      return [{ page, closeness, section, quote: (size: PassageSize) => hit.quote(size) }]
    })
    return { ...outcome, hits }
  }
}

class IndexThread {
  readonly #worker = new Worker(new URL(CODE, import.meta.url))
  readonly #write = createIndexWriter()
  readonly #all = new Map<string, CorpusPage>()
  #hasFailed = false

  constructor() {
    // A preview that ends must not wait for its index.
    this.#worker.unref()
    this.#worker.once('error', () => {
      this.#hasFailed = true
    })
  }

  async write(request: IndexRequest): Promise<Uint8Array<ArrayBuffer>> {
    for (const page of request.changed) this.#all.set(page.file, page)
    const made = this.#hasFailed ? undefined : await askThread(this.#worker, request)
    // Without the thread the index delays requests, but search still follows.
    return made ?? this.#write({ ...request, changed: [...this.#all.values()] })
  }

  close(): void {
    void this.#worker.terminate()
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
