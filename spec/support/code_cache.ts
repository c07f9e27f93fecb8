import { copyFile, mkdir, rename, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { shareFolder } from './shared_folder.ts'

/** Where a build keeps colours of code and social cards, which cost more than half of a build. */
const CACHES = ['.code.json', '.cards.json']

/** Keeps what a build of our own corpus drew for later builds, unless an earlier one drew more. */
export async function keepCodeCache(distDir: string): Promise<void> {
  const folder = await shareFolder('colours')
  const sizeOf = async (path: string) => (await stat(path).catch(() => undefined))?.size ?? 0
  for (const name of CACHES) {
    const made = join(distDir, 'builds', name)
    if ((await sizeOf(made)) <= (await sizeOf(join(folder, name)))) continue
    const own = join(folder, `${name}-${crypto.randomUUID()}`)
    const isCopied = await copyFile(made, own).then(
      () => true,
      () => false,
    )
    if (isCopied) await rename(own, join(folder, name))
  }
}

/** Lets a build into this folder find them, as it would after an earlier build of ours. */
export async function placeCodeCache(distDir: string): Promise<void> {
  const folder = join(distDir, 'builds')
  await mkdir(folder, { recursive: true })
  const kept = await shareFolder('colours')
  for (const name of CACHES) {
    // There is none before the first build.
    await copyFile(join(kept, name), join(folder, name)).catch(() => undefined)
  }
}
