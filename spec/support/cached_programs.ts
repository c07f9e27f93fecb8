import { existsSync, readFileSync } from 'node:fs'
import { copyFile, mkdir, rename, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { ROOT } from './repository.ts'

/**
 * Programs that are too large for dependencies, or want a script at install: they are installed
 * into the cache, without scripts, from a folder with a lock file of their own.
 */
export type CachedPrograms = {
  /** Where they are, once they are installed. */
  readonly folder: string
  /** Whether they are there, now or since an earlier run. */
  install(): Promise<boolean>
}

export function createCachedPrograms(name: string, fixture: string): CachedPrograms {
  const folder = join(ROOT, '.cache', `${name}-${digestOf(join(fixture, 'bun.lock'))}`)
  const install = async () => existsSync(folder) || (await installInto(folder, fixture))
  return { folder, install }
}

async function installInto(folder: string, fixture: string): Promise<boolean> {
  const filled = `${folder}.${process.pid}`
  await mkdir(filled, { recursive: true })
  try {
    for (const name of ['package.json', 'bun.lock']) {
      await copyFile(join(fixture, name), join(filled, name))
    }
    await copyFile(join(ROOT, 'bunfig.toml'), join(filled, 'bunfig.toml'))
    const words = ['install', '--frozen-lockfile', '--ignore-scripts']
    const child = Bun.spawn([process.execPath, ...words], {
      cwd: filled,
      stdout: 'ignore',
      stderr: 'ignore',
    })
    if ((await child.exited) !== 0) return false
    // Another run may have been first; its folder is just as good.
    await rename(filled, folder).catch(() => undefined)
    return existsSync(folder)
  } finally {
    await rm(filled, { recursive: true, force: true })
  }
}

function digestOf(file: string): string {
  return new Bun.CryptoHasher('sha256').update(readFileSync(file)).digest('hex').slice(0, 12)
}
