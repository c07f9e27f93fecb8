import { mkdir, readFile, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { unzipSync } from 'fflate'

/** Noon of the first day that an archive can name, in its two fields (APPNOTE 4.4.6). */
export const ALWAYS_MODIFIED = 0x0021_6000

type ServerConfig = {
  readonly command: string
  readonly args: string[]
  readonly env: Record<string, string>
}

/** How a host starts the server of an unpacked bundle. */
export async function readBundleConfig(folder: string): Promise<ServerConfig> {
  const text = await readFile(join(folder, 'manifest.json'), 'utf8')
  return JSON.parse(text.replaceAll('${__dirname}', folder)).server.mcp_config
}

/** What the archive says of a file, besides where it lies. */
export type Entry = { readonly mode: number; readonly modified: number; readonly header: string }

/** Unpacks a bundle into a folder; returns the entry of each file, by its path, as they come. */
export async function unpackBundle(
  bytes: Uint8Array,
  folder: string,
): Promise<ReadonlyMap<string, Entry>> {
  for (const [path, content] of Object.entries(unzipSync(bytes))) {
    await mkdir(dirname(join(folder, path)), { recursive: true })
    await writeFile(join(folder, path), content)
  }
  return readEntries(Buffer.from(bytes))
}

/** The library shows neither modes nor times: the central directory does (APPNOTE 4.3.12). */
function readEntries(archive: Buffer): ReadonlyMap<string, Entry> {
  const end = archive.lastIndexOf(Buffer.from('PK\x05\x06', 'latin1'))
  const entries = new Map<string, Entry>()
  let at = archive.readUInt32LE(end + 16)
  for (let left = archive.readUInt16LE(end + 10); left > 0; left -= 1) {
    const [name = 0, extra = 0, comment = 0] = [28, 30, 32].map((place) =>
      archive.readUInt16LE(at + place),
    )
    entries.set(archive.toString('utf8', at + 46, at + 46 + name), {
      mode: archive.readUInt32LE(at + 38) >>> 16,
      modified: archive.readUInt32LE(at + 12),
      header: archive.toString('hex', at, at + 42),
    })
    at += 46 + name + extra + comment
  }
  return entries
}
