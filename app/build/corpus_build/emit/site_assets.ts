import type { EmittedFile } from '../../../foundation/files/folder_writer.ts'

/** Digits of the digest in the name of an asset, which browsers may cache forever. */
export const ASSET_DIGITS = 16

/** A file with a name that changes with its content. */
export function emitAsset(name: string, extension: string, bytes: Uint8Array): EmittedFile {
  const digest = new Bun.CryptoHasher('sha256').update(bytes).digest('hex').slice(0, ASSET_DIGITS)
  return { path: `assets/${name}.${digest}.${extension}`, bytes }
}
