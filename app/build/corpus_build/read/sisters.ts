import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { MANIFEST_FILE } from '../../../contract/build.ts'
import { type Problem, problemAt, quote } from '../../../contract/problem.ts'
import { err, ok, type Result } from '../../../contract/result.ts'
import { baseOf } from '../../../docs/model/addresses.ts'
import { readSisterPages, type SisterPages } from '../../../docs/model/sister_pages.ts'
import type { SisterManifests, SourceSister } from '../../../docs/model/source.ts'

/** Fetches the manifest at an address, within bounds of time and size. */
export type FetchManifest = (address: string) => Promise<Result<Uint8Array, string>>

/**
 * Reads the manifests of sister sites: from the files that the registry names, and over the network
 * where somebody lets the build ask it.
 */
export async function readSisterManifests(
  corpusDir: string,
  baseUrl: string,
  sisters: readonly SourceSister[],
  fetchManifest: FetchManifest | undefined,
): Promise<SisterManifests> {
  const others = sisters.filter(({ address }) => address.text !== baseOf(baseUrl))
  const read = await Promise.all(
    others.map(async (sister) => {
      const bytes = await readManifest(corpusDir, sister, fetchManifest)
      return bytes === undefined ? {} : placeManifest(sister, bytes)
    }),
  )
  return {
    pages: new Map(read.flatMap(({ pages }) => (pages === undefined ? [] : [pages]))),
    warnings: read.flatMap(({ warning }) => warning ?? []),
  }
}

/** What a build depends on of a manifest: pages and redirects, and not the rest of its site. */
export async function digestSisterFile(path: string): Promise<string> {
  const pages = readSisterPages(await readFile(path).catch(() => new Uint8Array()))
  return JSON.stringify(pages && [[...pages.names], pages.redirects])
}

async function readManifest(
  corpusDir: string,
  { address, manifest }: SourceSister,
  fetchManifest: FetchManifest | undefined,
): Promise<Result<Uint8Array, string> | undefined> {
  if (manifest === undefined) return await fetchManifest?.(`${address.text}/${MANIFEST_FILE}`)
  const bytes = await readFile(join(corpusDir, manifest.text)).catch(() => undefined)
  return bytes === undefined ? err('there is no such file') : ok(bytes)
}

type ManifestResult = {
  readonly pages?: readonly [address: string, pages: SisterPages]
  readonly warning?: Problem
}

function placeManifest(
  { address, manifest }: SourceSister,
  bytes: Result<Uint8Array, string>,
): ManifestResult {
  const pages = bytes.ok ? readSisterPages(bytes.value) : undefined
  if (pages !== undefined) return { pages: [address.text, pages] }
  const why = bytes.ok ? 'it is no manifest' : bytes.error
  const { text, place } = manifest ?? address
  const what = `the manifest of the sister site ${quote(text)} cannot be read: ${why}`
  const fix = 'build or start that site first; until then links lead to its front page'
  return { warning: problemAt(place, what, fix) }
}
