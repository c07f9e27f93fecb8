import { readFile, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { ok } from '../contract/result.ts'
import type { Snapshot, StoredFile } from '../public_docs/mod.ts'

/** Twice as long as a cache may keep a page. */
const KEPT_MS = 10 * 60_000

/** The name of an asset holds the first digits of its digest, before its endings. */
const ASSET = /^\/(assets\/[^/%\\]+?\.([0-9a-f]{16})\.[a-z0-9.]+)$/

/** Assets of builds that were served until a while ago. */
export type EarlierAssets = {
  /** Says which build is served now. */
  note(snapshot: Snapshot): void
  /** The asset at a path that the current build does not have. */
  find(path: string): Promise<StoredFile | undefined>
}

/**
 * A page of the build before may be in a browser or a cache when a new build comes, and then asks
 * for a style sheet that only the old one has. `clock` counts milliseconds.
 */
export function createEarlierAssets(clock: () => number): EarlierAssets {
  let current = ''
  let earlier: readonly { readonly folder: string; readonly endedMs: number }[] = []
  return {
    note({ folder }) {
      if (folder === current) return
      const recent = earlier.filter(({ endedMs }) => clock() - endedMs < KEPT_MS)
      earlier = current === '' ? recent : [...recent, { folder: current, endedMs: clock() }]
      current = folder
    },
    async find(path) {
      const [, name = '', digits = ''] = ASSET.exec(path) ?? []
      if (name === '') return undefined
      for (const { folder, endedMs } of earlier.toReversed()) {
        if (clock() - endedMs >= KEPT_MS) continue
        const file = await readAsset(folder, name, digits)
        if (file !== undefined) return file
      }
      return undefined
    },
  }
}

/** The disk is not trusted: the bytes must have the digest that the name says. */
async function readAsset(
  folder: string,
  path: string,
  digits: string,
): Promise<StoredFile | undefined> {
  const place = join(folder, path)
  const bytes = await readFile(place).catch(() => undefined)
  if (bytes === undefined) return undefined
  const sha256 = new Bun.CryptoHasher('sha256').update(bytes).digest('hex')
  if (!sha256.startsWith(digits)) return undefined
  const { mtimeMs: modifiedMs } = await stat(place)
  const read = async () => ok(new Uint8Array(bytes))
  return { path, sha256, bytes: bytes.length, modifiedMs, read, forms: [] }
}
