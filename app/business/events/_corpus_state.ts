import type { Capability } from '../../contract/corpus.ts'
import type { PageRecord } from '../../contract/page.ts'
import type { Snapshot } from '../../docs/public_docs/mod.ts'
import type { Occurrence } from './_record.ts'

/** What was last announced of a corpus: enough to find what another build changes. */
export type CorpusState = {
  readonly build: string
  readonly generated: string
  /** The build whose changes are announced in part. */
  readonly next?: string
  /** Digest, address and title of each page, by its id. */
  readonly pages: Readonly<Record<string, readonly [string, string, string]>>
  readonly capabilities: Readonly<Record<string, Capability['status']>>
}

/** Characters of a digest: two versions of one page are told apart, and a state stays small. */
const DIGEST_CHARACTERS = 16
const PAGES_AT_ONCE = 100

type PageSource = Pick<Snapshot, 'pages' | 'file' | 'baseUrl'>

/** What a build holds: its state, and its records. */
export type ReadCorpus = {
  readonly state: CorpusState
  readonly records: ReadonlyMap<string, PageRecord>
}

/** Reads a build in turns, so that requests are answered meanwhile. */
export async function readCorpusState(
  snapshot: PageSource & Pick<Snapshot, 'build' | 'status' | 'capabilities'>,
): Promise<ReadCorpus> {
  const records = new Map<string, PageRecord>()
  const pages: (readonly [string, readonly [string, string, string]])[] = []
  for await (const record of listRecords(snapshot)) {
    records.set(record.id, record)
    const twin = snapshot.file(record.markdown_url.slice(snapshot.baseUrl.length + 1))
    const digest = twin?.sha256.slice(0, DIGEST_CHARACTERS) ?? ''
    pages.push([record.id, [digest, record.url, record.title]])
  }
  const state = {
    build: snapshot.build,
    generated: snapshot.status().generated,
    pages: Object.fromEntries(pages),
    capabilities: Object.fromEntries(snapshot.capabilities().map(({ id, status }) => [id, status])),
  }
  return { state, records }
}

async function* listRecords(snapshot: PageSource): AsyncGenerator<PageRecord> {
  let after: string | undefined
  do {
    const answer = snapshot.pages(PAGES_AT_ONCE, undefined, after)
    if (!answer.ok) throw new Error(`Cannot list the pages: ${answer.error.reason}`)
    yield* answer.value.records
    after = answer.value.after
    await new Promise((resolve) => setTimeout(resolve, 0))
  } while (after !== undefined)
}

export function listChanges(
  before: CorpusState,
  { state, records }: ReadCorpus,
  snapshot: Pick<Snapshot, 'status' | 'capabilities'>,
): readonly Occurrence[] {
  const { generated } = snapshot.status()
  const atMs = Date.parse(generated)
  const changed = [...records.values()].flatMap((record): readonly Occurrence[] => {
    const old = before.pages[record.id]
    if (old?.[0] === state.pages[record.id]?.[0]) return []
    const facts = {
      ...{ page_record: record, page_id: record.id, page_url: record.url },
      ...{ page_title: record.title, instant: generated },
    }
    return [{ occasion: old === undefined ? 'page.added' : 'page.updated', atMs, facts }]
  })
  const removed = Object.entries(before.pages)
    .filter(([id]) => !records.has(id))
    .map(([id, [, url, title]]): Occurrence => {
      const facts = { page_id: id, page_url: url, page_title: title, instant: generated }
      return { occasion: 'page.removed', atMs, facts }
    })
  return [...changed, ...removed, ...listStatusEvents(before, snapshot, generated)]
}

/** That a build is served. */
export function describePublication(snapshot: Pick<Snapshot, 'status'>): Occurrence {
  const { version, generated, pages } = snapshot.status()
  const facts = { version, instant: generated, page_count: pages }
  return { occasion: 'corpus.published', atMs: Date.parse(generated), facts }
}

/** The state between two builds once some of the changes are announced. */
export function applyChanges(
  before: CorpusState,
  state: CorpusState,
  changes: readonly Occurrence[],
): CorpusState {
  const pages = new Map(Object.entries(before.pages))
  const capabilities = new Map(Object.entries(before.capabilities))
  for (const { facts } of changes) {
    const [page, capability] = [String(facts.page_id), String(facts.capability_id)]
    const [now, status] = [state.pages[page], state.capabilities[capability]]
    if (status !== undefined) capabilities.set(capability, status)
    else if (now === undefined) pages.delete(page)
    else pages.set(page, now)
  }
  return {
    ...before,
    next: state.build,
    pages: Object.fromEntries(pages),
    capabilities: Object.fromEntries(capabilities),
  }
}

function listStatusEvents(
  before: CorpusState,
  snapshot: Pick<Snapshot, 'capabilities'>,
  generated: string,
): readonly Occurrence[] {
  return snapshot.capabilities().flatMap(({ id, title, status }) => {
    const old = before.capabilities[id]
    if (old === undefined || old === status) return []
    const facts = {
      ...{ capability_id: id, capability_title: title, status, status_before: old },
      instant: generated,
    }
    return [{ occasion: 'capability.status_changed', atMs: Date.parse(generated), facts } as const]
  })
}
