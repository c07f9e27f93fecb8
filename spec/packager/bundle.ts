import { mkdir, readFile, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { unzipSync } from 'fflate'

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

/** Unpacks a bundle into a folder; returns the mode of each file, by its path. */
export async function unpackBundle(
  bytes: Uint8Array,
  folder: string,
): Promise<ReadonlyMap<string, number>> {
  for (const [path, content] of Object.entries(unzipSync(bytes))) {
    await mkdir(dirname(join(folder, path)), { recursive: true })
    await writeFile(join(folder, path), content)
  }
  return readModes(Buffer.from(bytes))
}

/** The library does not show modes: they are in the central directory (APPNOTE 4.3.12). */
function readModes(archive: Buffer): ReadonlyMap<string, number> {
  const end = archive.lastIndexOf(Buffer.from('PK\x05\x06', 'latin1'))
  const modes = new Map<string, number>()
  let at = archive.readUInt32LE(end + 16)
  for (let left = archive.readUInt16LE(end + 10); left > 0; left -= 1) {
    const [name, extra, comment] = [28, 30, 32].map((place) => archive.readUInt16LE(at + place))
    const path = archive.toString('utf8', at + 46, at + 46 + (name ?? 0))
    modes.set(path, archive.readUInt32LE(at + 38) >>> 16)
    at += 46 + (name ?? 0) + (extra ?? 0) + (comment ?? 0)
  }
  return modes
}
