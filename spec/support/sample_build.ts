import { mkdir, mkdtemp, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { readRegistry } from '../../app/build/corpus_build/corpus.ts'
import { emitSeal, emitServedTable } from '../../app/build/corpus_build/emit/seal.ts'
import {
  HEADINGS_FILE,
  type Heading,
  MANIFEST_FILE,
  PACKED_FILE,
  PRIVATE_FILES_FILE,
  RECORDS_FILE,
  SEARCH_FILE,
  SERVICE_FILE,
  type ServiceFile,
} from '../../app/contract/build.ts'
import type { Capability, Manifest, ManifestFile } from '../../app/contract/corpus.ts'
import { type LimitSettings, limitsInForce } from '../../app/contract/limits.ts'
import { HTTP_OPERATIONS, type HttpOperation } from '../../app/contract/operations/mod.ts'
import type { PageRecord } from '../../app/contract/page.ts'
import { formatProblem } from '../../app/contract/problem.ts'
import type { Registry } from '../../app/contract/registry.ts'
import { computeBuildName, writeRecords, writeSearchData } from '../../app/docs/public_docs/mod.ts'
import { CORPUS } from './repository.ts'

/** A page of a sample build; `folder` is `''` for the front page, else ends in a slash. */
export type SamplePage = {
  readonly id: string
  readonly folder: string
  readonly title: string
  readonly body: string
  readonly headings?: readonly Heading[]
}

export type SampleBuild = {
  readonly baseUrl?: string
  readonly published?: readonly HttpOperation[]
  readonly pages?: readonly SamplePage[]
  /** More served files by path. */
  readonly files?: Readonly<Record<string, string>>
  readonly registry?: (registry: Registry) => Registry
  readonly limits?: LimitSettings
  /** That of another version of the program. */
  readonly format?: number
}

const PAGES: readonly SamplePage[] = [
  { id: 'p1', folder: '', title: 'Front page', body: '# Welcome\n' },
  { id: 'p2', folder: 'guides/start/', title: 'Getting started', body: 'Begin with `bun`.\n' },
]

/**
 * Writes a small complete build into a new folder, so that tests of interfaces run with the real
 * `public_docs`. Returns the folder to open.
 */
export async function writeSampleBuild(sample: SampleBuild = {}): Promise<string> {
  const distDir = await mkdtemp(join(tmpdir(), 'lectern-sample-'))
  const baseUrl = sample.baseUrl ?? 'http://localhost:8080'
  const pages = sample.pages ?? PAGES
  const records = pages.map((page) => recordOf(page, baseUrl))
  const served = { ...pageFiles(pages), ...sample.files }
  const service = await makeServiceFile(sample, records, baseUrl)
  const hidden = { ...pageTables(pages, records), ...service }
  const listed = { [PRIVATE_FILES_FILE]: JSON.stringify({ files: digests(hidden) }) }
  const manifest: Manifest = {
    version: '0.1.0',
    generated: '2026-11-21T10:00:00Z',
    base_url: baseUrl,
    build: computeBuildName(digests({ ...served, ...hidden, ...listed })),
    files: digests(served),
    pages: records,
  }
  const text = JSON.stringify(manifest)
  const own = digest(MANIFEST_FILE, text)
  const table = emitServedTable(own, digests(served), new Map())
  const derived = { [table.path]: table.bytes, [PACKED_FILE]: '' }
  const sealed = emitSeal(manifest, own, digests({ ...listed, ...derived }))
  const folder = join(distDir, 'builds', manifest.build)
  const all = { ...served, ...hidden, ...listed, ...derived, [sealed.path]: sealed.bytes }
  for (const [path, content] of Object.entries(all)) await write(join(folder, path), content)
  await write(join(distDir, MANIFEST_FILE), text)
  return distDir
}

function pageTables(
  pages: readonly SamplePage[],
  records: readonly PageRecord[],
): Readonly<Record<string, Uint8Array>> {
  const stored = records.map((record, at) => ({
    record,
    twin: decodeURI(new URL(record.markdown_url).pathname).slice(1),
    bodyOffset: 0,
    headings: pages[at]?.headings ?? [],
  }))
  const documents = records.map(({ title, description, kind, status }, at) => {
    const body = pages[at]?.body ?? ''
    return { title, description, body, kind, status, sections: [] }
  })
  const tables = writeRecords(stored)
  return {
    [RECORDS_FILE]: tables.records,
    [HEADINGS_FILE]: tables.headings,
    [SEARCH_FILE]: writeSearchData(documents),
  }
}

function recordOf(page: SamplePage, baseUrl: string): PageRecord {
  const url = `${baseUrl}/${encodeURI(page.folder)}`
  return {
    id: page.id,
    kind: 'guide',
    url,
    title: page.title,
    description: `About ${page.title}.`,
    status: 'available',
    updated: '2026-11-01',
    markdown_url: `${url}index.md`,
  }
}

function pageFiles(pages: readonly SamplePage[]): Readonly<Record<string, string>> {
  return Object.fromEntries(
    pages.flatMap((page) => [
      [`${page.folder}index.html`, `<!doctype html><title>${page.title}</title>`],
      [`${page.folder}index.md`, page.body],
    ]),
  )
}

async function makeServiceFile(
  sample: SampleBuild,
  records: readonly PageRecord[],
  baseUrl: string,
): Promise<Readonly<Record<string, string>>> {
  const own = await readOwnRegistry(baseUrl)
  const registry = sample.registry?.(own) ?? own
  const capability: Capability = {
    id: 'search',
    title: 'Search',
    description: 'Finds pages.',
    status: 'available',
    pages: records.map((record) => record.id),
  }
  const content: ServiceFile = {
    format: 4,
    base_url: baseUrl,
    registry,
    limits: limitsInForce(registry.limits, sample.limits ?? {}),
    published: [...(sample.published ?? HTTP_OPERATIONS)],
    capabilities: [capability],
    descriptions: { operation: {}, workflow: {}, event: {} },
    changes: [],
  }
  const { format = content.format } = sample
  return { [SERVICE_FILE]: JSON.stringify({ ...content, format }) }
}

/** Our own registry, the one sample that is always complete. */
async function readOwnRegistry(baseUrl: string): Promise<Registry> {
  const registry = await readRegistry({ corpusDir: CORPUS, baseUrl })
  if (registry.ok) return registry.value
  throw new Error(`Cannot read our registry: ${registry.error.map(formatProblem).join('\n')}`)
}

function digests(files: Readonly<Record<string, string | Uint8Array>>): ManifestFile[] {
  return Object.entries(files).map(([path, content]) => digest(path, content))
}

function digest(path: string, content: string | Uint8Array): ManifestFile {
  const sha256 = new Bun.CryptoHasher('sha256').update(content).digest('hex')
  return { path, sha256, bytes: Buffer.byteLength(content) }
}

async function write(path: string, content: string | Uint8Array): Promise<void> {
  await mkdir(dirname(path), { recursive: true })
  await writeFile(path, content)
}
