import { copyFile, mkdir, rename } from 'node:fs/promises'
import { join } from 'node:path'
import { shareFolder } from './shared_folder.ts'

/** Where a build keeps the colours of code blocks, which cost more than half of a build. */
const CACHE = 'builds/.code.json'

/** Keeps the colours of a build of our own corpus for later builds, whatever they change. */
export async function keepCodeCache(distDir: string): Promise<void> {
  const kept = await findKept()
  const own = `${kept}-${crypto.randomUUID()}`
  const isCopied = await copyFile(join(distDir, CACHE), own).then(
    () => true,
    () => false,
  )
  if (isCopied) await rename(own, kept)
}

/** Lets a build into this folder find colours, as it would after an earlier build of ours. */
export async function placeCodeCache(distDir: string): Promise<void> {
  await mkdir(join(distDir, 'builds'), { recursive: true })
  // There is none before the first build.
  await copyFile(await findKept(), join(distDir, CACHE)).catch(() => undefined)
}

async function findKept(): Promise<string> {
  return join(await shareFolder('colours'), 'code.json')
}
