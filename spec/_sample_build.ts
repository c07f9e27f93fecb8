import { readFileSync } from 'node:fs'
import { mkdir, mkdtemp, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { Value } from '@sinclair/typebox/value'
import {
  PRIVATE_FILES_FILE,
  SEARCH_FILE,
  SERVICE_FILE,
  type ServiceFile,
} from '../app/contract/build.ts'
import type { Capability, Manifest, ManifestFile } from '../app/contract/corpus.ts'
import { HTTP_OPERATIONS, type HttpOperation } from '../app/contract/operations.ts'
import type { PageRecord } from '../app/contract/page.ts'
import { type Registry, RegistrySchema } from '../app/contract/registry.ts'

/** A page of a sample build; `folder` is `''` for the front page, else ends in a slash. */
export type SamplePage = {
  readonly id: string
  readonly folder: string
  readonly title: string
  readonly body: string
}

export type SampleBuild = {
  readonly baseUrl?: string
  readonly published?: readonly HttpOperation[]
  readonly pages?: readonly SamplePage[]
  /** More served files by path. */
  readonly files?: Readonly<Record<string, string>>
  readonly registry?: (registry: Registry) => Registry
}

const PAGES: readonly SamplePage[] = [
  { id: 'p1', folder: '', title: 'Front page', body: '# Welcome\n' },
  { id: 'p2', folder: 'guides/start/', title: 'Getting started', body: 'Begin with `bun`.\n' },
]

/**
 * Writes a small whole build into a folder of its own, for tests of the windows: they then run
 * over the real library. Gives the folder to open.
 */
export async function writeSampleBuild(sample: SampleBuild = {}): Promise<string> {
  const distDir = await mkdtemp(join(tmpdir(), 'lectern-sample-'))
  const baseUrl = sample.baseUrl ?? 'http://localhost:8080'
  const pages = sample.pages ?? PAGES
  const records = pages.map((page) => recordOf(page, baseUrl))
  const served = { ...pageFiles(pages), ...sample.files }
  const service = await serviceFile(sample, records)
  const secret = {
    [SERVICE_FILE]: JSON.stringify(service),
    [SEARCH_FILE]: JSON.stringify({ format: 1, bodies: pages.map((page) => page.body) }),
  }
  const listed = JSON.stringify({ files: await digests(secret) })
  const manifest: Manifest = {
    version: '0.1.0',
    generated: '2026-11-21T10:00:00Z',
    base_url: baseUrl,
    build: '0123456789abcdef0123456789abcdef',
    files: await digests(served),
    pages: records,
  }
  const folder = join(distDir, 'builds', manifest.build)
  const written = { ...served, ...secret, [PRIVATE_FILES_FILE]: listed }
  for (const [path, text] of Object.entries(written)) await write(join(folder, path), text)
  await write(join(distDir, 'docs-manifest.json'), JSON.stringify(manifest))
  return distDir
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

async function serviceFile(
  sample: SampleBuild,
  records: readonly PageRecord[],
): Promise<ServiceFile> {
  const registry = sampleRegistry()
  const capability: Capability = {
    id: 'search',
    title: 'Search',
    description: 'Finds pages.',
    status: 'available',
    pages: records.map((record) => record.id),
  }
  return {
    format: 1,
    registry: sample.registry?.(registry) ?? registry,
    published: [...(sample.published ?? HTTP_OPERATIONS)],
    capabilities: [capability],
    changes: [],
    pages: records.map((record) => ({
      record,
      capability: capability.id,
      twin: decodeURI(new URL(record.markdown_url).pathname).slice(1),
      bodyOffset: 0,
      headings: [],
    })),
  }
}

/** The registry that we ship, which is the one sample that is always whole. */
function sampleRegistry(): Registry {
  const file = join(import.meta.dir, '../corpus/registry.yaml')
  const parsed: unknown = Bun.YAML.parse(readFileSync(file, 'utf8'))
  if (Value.Check(RegistrySchema, parsed)) return parsed
  throw new Error('Cannot read "corpus/registry.yaml": it has another shape')
}

async function digests(files: Readonly<Record<string, string>>): Promise<ManifestFile[]> {
  return await Promise.all(
    Object.entries(files).map(async ([path, text]) => {
      const bytes = new TextEncoder().encode(text)
      const digest = await crypto.subtle.digest('SHA-256', bytes)
      return { path, sha256: new Uint8Array(digest).toHex(), bytes: bytes.length }
    }),
  )
}

async function write(path: string, text: string): Promise<void> {
  await mkdir(dirname(path), { recursive: true })
  await writeFile(path, text)
}
