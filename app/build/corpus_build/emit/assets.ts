import { readFileSync } from 'node:fs'
import type { Corpus } from '../../../docs/model/corpus.ts'
import type { EmittedFile } from '../../../foundation/files/folder_writer.ts'

/** The pictures and other files of a corpus; each is read when it is written, one at a time. */
export function emitAssets({ assets }: Pick<Corpus, 'assets'>): readonly EmittedFile[] {
  const published = new Map(assets.map((asset) => [asset.published, asset]))
  return [...published.values()].map(({ path, published: name, sha256 }) => ({
    path: name,
    get bytes(): Uint8Array {
      const bytes = readFileSync(path)
      const digest = new Bun.CryptoHasher('sha256').update(bytes).digest('hex')
      if (digest !== sha256)
        throw new Error(`Cannot publish "${path}": it changed since it was read`)
      return bytes
    },
  }))
}

/** Digits of the digest in the name of an asset, which browsers may cache forever. */
export const ASSET_DIGITS = 16

/** A file with a name that changes with its content. */
export function emitAsset(name: string, extension: string, bytes: Uint8Array): EmittedFile {
  const digest = new Bun.CryptoHasher('sha256').update(bytes).digest('hex').slice(0, ASSET_DIGITS)
  return { path: `assets/${name}.${digest}.${extension}`, bytes }
}
