import { open, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { StoredPage } from '../contract/build.ts'
import type { ManifestFile } from '../contract/corpus.ts'
import { HTTP_API_PREFIX, HTTP_OPERATIONS } from '../contract/operations.ts'
import type { PageRecord } from '../contract/page.ts'
import type { PublicRefusal } from '../contract/public_error.ts'
import { err, ok, type Result } from '../contract/result.ts'
import type { Generation, PageFilter, StoredFile } from './_library.ts'
import { type LoadedBuild, MANIFEST_NAME } from './_load.ts'

/** Makes the immutable value that every window answers from. */
export function createGeneration(build: LoadedBuild): Generation {
  const { manifest, service } = build
  const { registry } = service
  const records = manifest.pages
  const pages = new Map(service.pages.map((page) => [page.record.id, page]))
  const files = storedFiles(build)
  const byPath = new Map(records.map((record) => [pathOf(record, manifest.base_url), record]))
  const published = new Set(HTTP_OPERATIONS.filter((name) => service.published.includes(name)))
  const capabilities = new Map(service.capabilities.map((entry) => [entry.id, entry]))

  return {
    build: manifest.build,
    folder: build.folder,
    baseUrl: manifest.base_url,
    registry,
    published,
    modifiedMs: build.modifiedMs,
    search: (query, limit, filter) => {
      // One form for every window: what surrounds a query must not change its answer.
      const plain = query.trim().normalize('NFC')
      const found = build.index.search(plain, limit, filter)
      return { degraded: false, records: found.flatMap((at) => records[at] ?? []) }
    },
    page: async (id) => {
      const page = pages.get(id)
      return page === undefined ? notFound('page', id) : await readPage(build.folder, page)
    },
    pages: (limit, filter, after) => listPages(records, limit, filter, after),
    capability: (id) => {
      const capability = capabilities.get(id)
      if (capability === undefined) return notFound('capability', id)
      const described = capability.pages.flatMap((page) => pages.get(page)?.record ?? [])
      return ok({ capability, records: described })
    },
    capabilities: () => service.capabilities,
    status: () => ({
      version: manifest.version,
      generated: manifest.generated,
      pages: records.length,
    }),
    changes: () => service.changes,
    operation: (id) => {
      const entry = registry.operations.find((candidate) => candidate.id === id)
      if (entry === undefined || !published.has(entry.operation)) return notFound('operation', id)
      return ok({ ...entry, url: `${manifest.base_url}${HTTP_API_PREFIX}${entry.path}` })
    },
    workflow: (id) => {
      const entry = registry.workflows.find((candidate) => candidate.id === id)
      return entry === undefined ? notFound('workflow', id) : ok(entry)
    },
    event: (type) => {
      const { types, ...envelope } = registry.events
      const entry = types.find((candidate) => candidate.type === type)
      return entry === undefined ? notFound('event', type) : ok({ ...entry, ...envelope })
    },
    file: (path) => files.get(path),
    recordAt: (path) => byPath.get(path),
  }
}

function notFound(what: string, id: string): Result<never, PublicRefusal> {
  return err({ reason: 'not_found', message: `Cannot find ${what} "${id}": there is none` })
}

function listPages(
  records: readonly PageRecord[],
  limit: number,
  filter: PageFilter = {},
  after?: string,
): ReturnType<Generation['pages']> {
  const from = after === undefined ? 0 : records.findIndex((record) => record.id === after) + 1
  if (after !== undefined && from === 0) {
    const message = `Cannot go on after "${after}": there is no such page`
    return err({ reason: 'invalid_parameter', message })
  }
  const rest = records.slice(from).filter((record) => accepts(filter, record))
  const listed = rest.slice(0, limit)
  const last = listed.at(-1)
  const more = rest.length > listed.length && last !== undefined
  return ok({ records: listed, ...(more ? { after: last.id } : {}) })
}

function accepts(filter: PageFilter, record: PageRecord): boolean {
  if (filter.kind !== undefined && filter.kind !== record.kind) return false
  return filter.status === undefined || filter.status === record.status
}

async function readPage(folder: string, page: StoredPage): ReturnType<Generation['page']> {
  const { record, twin, bodyOffset, headings } = page
  const bytes = await readFrom(join(folder, twin), bodyOffset)
  if (bytes === undefined) return err(unreadable(record.id))
  return ok({ record, markdown: new TextDecoder().decode(bytes), headings })
}

/** Bytes of a file from an offset to its end; absent when it cannot be read. */
async function readFrom(path: string, offset: number): Promise<Uint8Array | undefined> {
  const file = await open(path).catch(() => undefined)
  if (file === undefined) return undefined
  try {
    const length = Math.max(0, (await file.stat()).size - offset)
    const bytes = new Uint8Array(length)
    const { bytesRead } = await file.read(bytes, 0, length, offset)
    return bytesRead === length ? bytes : undefined
  } finally {
    await file.close()
  }
}

function unreadable(what: string): PublicRefusal {
  return { reason: 'unavailable', message: `Cannot read "${what}": its file is gone` }
}

function storedFiles(build: LoadedBuild): ReadonlyMap<string, StoredFile> {
  const { folder, modifiedMs, manifest, manifestBytes, manifestDigest } = build
  const own: ManifestFile = {
    path: MANIFEST_NAME,
    sha256: manifestDigest,
    bytes: manifestBytes.length,
  }
  const files = new Map<string, StoredFile>([
    [own.path, { ...own, modifiedMs, read: async () => ok(manifestBytes) }],
  ])
  for (const file of manifest.files) {
    files.set(file.path, { ...file, modifiedMs, read: () => readStored(folder, file) })
  }
  return files
}

async function readStored(
  folder: string,
  file: ManifestFile,
): Promise<Result<Uint8Array<ArrayBuffer>, PublicRefusal>> {
  try {
    const bytes = await readFile(join(folder, file.path))
    return bytes.length === file.bytes ? ok(bytes) : err(unreadable(file.path))
  } catch {
    return err(unreadable(file.path))
  }
}

/** `http://host/a/b/` is the page at `a/b`. */
function pathOf(record: PageRecord, baseUrl: string): string {
  return decodeURI(record.url.slice(baseUrl.length)).replace(/^\/|\/$/g, '')
}
