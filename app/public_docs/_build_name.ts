import type { ManifestFile } from '../contract/corpus.ts'

/** Digits of SHA-256 that name a build: enough that no two builds ever share a name. */
const BUILD_DIGITS = 32

/**
 * The name of a build: digest over path, digest and size of all its files, private ones too, so
 * that another content is another folder. What is made from those files after they have a name
 * (manifest, table of served files, compressed forms) is not part of it.
 */
export function computeBuildName(files: readonly ManifestFile[]): string {
  const hasher = new Bun.CryptoHasher('sha256')
  const sorted = [...files].sort((one, other) => (one.path < other.path ? -1 : 1))
  for (const { path, sha256, bytes } of sorted) hasher.update(`${path} ${sha256} ${bytes}\n`)
  return hasher.digest('hex').slice(0, BUILD_DIGITS)
}
