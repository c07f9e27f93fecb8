import { NOT_FOUND_FILE } from '../../contract/build.ts'
import { ok } from '../../contract/result.ts'
import type { Snapshot, StoredFile } from '../../docs/public_docs/mod.ts'

/** Twice as long as a cache may keep a page. */
const KEPT_MS = 10 * 60_000

/** The name of an asset holds the first digits of its digest, before its endings. */
const ASSET = /^\/(assets\/[^/%\\]+?\.([0-9a-f]{16})\.[a-z0-9.]+)$/

/** As long as the name of a file can be; the pattern takes quadratic time. */
const PATH_CHARACTERS_MAX = 300

/** Bytes of a file below `assets/` in the folder of a build, with their digest. */
export type AssetBytes = { readonly bytes: Uint8Array<ArrayBuffer>; readonly sha256: string }

/** Assets of builds that were served until a while ago. */
export type EarlierAssets = {
  note(snapshot: Snapshot): void
  /** The asset at a path that the current build does not have. */
  find(path: string): Promise<StoredFile | undefined>
}

type EarlierAssetsPorts = {
  /** Milliseconds; only differences count. */
  readonly clock: () => number
  readonly readAssetIn: (folder: string, path: string) => Promise<AssetBytes | undefined>
}

/** A build without its snapshot, which would keep its whole index in memory. */
type EarlierBuild = {
  readonly folder: string
  readonly modifiedMs: number
  readonly endedMs: number
}

/**
 * A page of the build before may be in a browser or a cache when a new build comes, and then asks
 * for a style sheet that only the old one has.
 */
export function createEarlierAssets({ clock, readAssetIn }: EarlierAssetsPorts): EarlierAssets {
  let current: Omit<EarlierBuild, 'endedMs'> | undefined
  let earlier: readonly EarlierBuild[] = []
  const isKept = ({ endedMs }: EarlierBuild) => clock() - endedMs < KEPT_MS
  return {
    note(snapshot) {
      const { folder } = snapshot
      if (folder === current?.folder) return
      if (current !== undefined) {
        earlier = [...earlier.filter(isKept), { ...current, endedMs: clock() }]
      }
      current = { folder, modifiedMs: snapshot.file(NOT_FOUND_FILE)?.modifiedMs ?? 0 }
    },
    async find(path) {
      if (path.length > PATH_CHARACTERS_MAX) return undefined
      const [, name = '', digits = ''] = ASSET.exec(path) ?? []
      if (name === '') return undefined
      for (const { folder, modifiedMs } of earlier.filter(isKept).toReversed()) {
        const found = await readAssetIn(folder, name)
        // The disk is not trusted: the bytes must have the digest that the name says.
        if (found === undefined || !found.sha256.startsWith(digits)) continue
        const { bytes, sha256 } = found
        const read = async () => ok(bytes)
        return { path: name, sha256, bytes: bytes.length, modifiedMs, read, forms: [] }
      }
      return undefined
    },
  }
}
