import type { ManifestFile } from '../../contract/corpus.ts'

/** Digits of SHA-256 in the name of a build: enough that no two builds ever share a name. */
const BUILD_DIGITS = 32

/**
 * The name of a build: a digest over the path, digest and size of all its files, private ones
 * included, so that different content gets a different folder. Files that are derived afterwards
 * (manifest, table of served files, compressed forms) are not part of it.
 */
export function computeBuildName(files: readonly ManifestFile[]): string {
  const hasher = new Bun.CryptoHasher('sha256')
  const sorted = [...files].sort((one, other) => (one.path < other.path ? -1 : 1))
  for (const { path, sha256, bytes } of sorted) hasher.update(`${path} ${sha256} ${bytes}\n`)
  return hasher.digest('hex').slice(0, BUILD_DIGITS)
}
