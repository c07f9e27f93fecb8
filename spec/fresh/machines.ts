import { mkdir, readdir, symlink } from 'node:fs/promises'
import { join } from 'node:path'

/** What a machine may have; the Node.js is the one that each npm supports. */
export const MACHINES = [
  { name: 'npm 10', packages: ['node@20', 'npm@10'] },
  { name: 'npm 11', packages: ['node@22', 'npm@11'] },
  { name: 'npm 12', packages: ['node@24', 'npm@12'] },
  { name: 'Bun alone', packages: [] },
] as const

export type Machine = (typeof MACHINES)[number]
const HIDDEN = new Set(['node', 'nodejs', 'npm', 'npx', 'corepack', 'bun', 'bunx'])
/** The system's programs without those that this is about. */
export async function linkSystem(folder: string): Promise<void> {
  await mkdir(folder)
  for (const bin of ['/usr/bin', '/bin', '/usr/sbin', '/sbin']) {
    for (const name of await readdir(bin)) {
      if (!HIDDEN.has(name)) await symlink(join(bin, name), join(folder, name)).catch(() => {})
    }
  }
}

/** Where a shell finds programs, and what they say that they are. */
export type Tools = { readonly path: string; readonly version: string }

/** Installs Node.js and npm from npm's registry: its platform packages need no install script. */
export async function installTools(
  { name, packages }: Machine,
  folder: string,
  system: string,
): Promise<Tools> {
  const bin = join(folder, 'bin')
  await mkdir(bin, { recursive: true })
  const path = `${bin}:${system}`
  if (packages.length === 0) {
    await symlink(process.execPath, join(bin, 'bun'))
    return { path, version: `Bun ${Bun.version} alone` }
  }
  const [node, npm] = packages
  const platform = node.replace('node', `node-${process.platform}-${process.arch}`)
  // By npm itself, which brings its own dependencies in its archive.
  const words = ['install', '--ignore-scripts', '--prefix', folder, platform, npm]
  const added = Bun.spawnSync(['npm', ...words])
  if (!added.success) throw new Error(`Cannot install ${name}: ${added.stderr.toString()}`)
  const modules = join(folder, 'node_modules')
  await symlink(join(modules, platform.replace(/@.*/, ''), 'bin/node'), join(bin, 'node'))
  for (const command of ['npm', 'npx']) {
    await symlink(join(modules, `npm/bin/${command}-cli.js`), join(bin, command))
  }
  const say = (command: string) =>
    Bun.spawnSync([join(bin, command), '--version'], { env: { PATH: path } })
      .stdout.toString()
      .trim()
  return { path, version: `npm ${say('npm')} on Node ${say('node')}` }
}
