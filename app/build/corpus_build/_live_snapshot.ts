import type { StoredPage } from '../../contract/build.ts'
import type { PageRecord } from '../../contract/page.ts'
import { ok } from '../../contract/result.ts'
import { baseOf } from '../../docs/model/addresses.ts'
import type { Corpus } from '../../docs/model/corpus.ts'
import { composeSnapshot, type Snapshot, type StoredFile } from '../../docs/public_docs/mod.ts'
import type { SearchIndex } from '../../docs/search/mod.ts'
import { describeFile, type EmittedFile } from '../../foundation/files/folder_writer.ts'
import type { LiveFiles } from './_live_files.ts'
import { describeSkills } from './emit/agent_skills.ts'
import { listRedirects } from './emit/redirects.ts'

type LiveFacts = {
  readonly files: LiveFiles
  readonly index: Pick<SearchIndex, 'search'>
  readonly generated: string
  readonly modifiedMs: number
  readonly revision: number
}

/** A snapshot over pages in memory, so that every interface answers as it does over a build. */
export function createLiveSnapshot(facts: LiveFacts): Snapshot {
  const { files, generated, modifiedMs } = facts
  const { corpus, limits } = files
  const records = indexRecords(corpus)
  const stored = new WeakMap<EmittedFile, StoredFile>()
  return composeSnapshot({
    build: `preview-${facts.revision}`,
    folder: '',
    baseUrl: baseOf(corpus.baseUrl),
    modifiedMs,
    version: corpus.registry.service.version,
    generated,
    service: {
      registry: corpus.registry,
      limits,
      published: corpus.published,
      capabilities: [...corpus.capabilities],
      changes: [...corpus.changes],
      get descriptions() {
        return files.descriptions()
      },
      skills: describeSkills(corpus),
      ...listRedirects(corpus),
      ...(corpus.business === undefined ? {} : { business: corpus.business }),
      ...(corpus.example === undefined ? {} : { example: corpus.example }),
    },
    records,
    index: facts.index,
    readPage: async (at) => {
      const page = corpus.pages[at]
      if (page === undefined) throw new Error(`Cannot read page ${at}: there is none`)
      const { twin, stored: own } = files.emit(page)
      const markdown = new TextDecoder().decode(twin.bytes.subarray(own.bodyOffset))
      return ok({ record: page.record, markdown, headings: own.headings })
    },
    file: (path) => {
      const file = files.find(path)
      if (file === undefined) return undefined
      const known = stored.get(file) ?? toStoredFile(file, modifiedMs)
      stored.set(file, known)
      return known
    },
  })
}

function indexRecords({ pages }: Corpus): Parameters<typeof composeSnapshot>[0]['records'] {
  const byId = new Map(pages.map(({ record }, at) => [record.id, at]))
  const byPath = new Map(pages.map(({ path }, at) => [path, at]))
  const record = (at: number): PageRecord => {
    const page = pages[at]
    if (page === undefined) throw new Error(`Cannot read record ${at}: there is none`)
    return page.record
  }
  return {
    count: pages.length,
    record,
    json: (at) => JSON.stringify(record(at)),
    withId: (id) => byId.get(id) ?? -1,
    atPath: (path) => byPath.get(path) ?? -1,
    accepts: (at, { kind, status }) => {
      const own: StoredPage['record'] = record(at)
      return (kind ?? own.kind) === own.kind && (status ?? own.status) === own.status
    },
  }
}

function toStoredFile(file: EmittedFile, modifiedMs: number): StoredFile {
  return {
    ...describeFile(file),
    modifiedMs,
    forms: [],
    read: async () => ok(new Uint8Array(file.bytes)),
  }
}
