import { existsSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { run } from './_run.ts'

const ROOT = resolve(import.meta.dir, '..')

/** What a run of the service needs, or also what tests and tools need. */
type Kind = 'run-time' | 'all'

/** Installs packages from the lock, without their scripts; returns the exit code. */
export async function install(kind: Kind): Promise<number> {
  const which = kind === 'all' ? 'packages' : 'run-time packages'
  console.log(`Installing ${which} (frozen lockfile, no scripts)`)
  const only = kind === 'all' ? [] : ['--production']
  return await run(['install', '--frozen-lockfile', ...only], { quiet: true })
}

/** The same where a package is absent, for a script that changes nothing else in the folder. */
export async function installAbsent(kind: Kind): Promise<number> {
  const { dependencies, devDependencies } = await Bun.file(join(ROOT, 'package.json')).json()
  const names = Object.keys({ ...dependencies, ...(kind === 'all' ? devDependencies : {}) })
  const isAbsent = (name: string) => !existsSync(join(ROOT, 'node_modules', name))
  return names.some(isAbsent) ? await install(kind) : 0
}
