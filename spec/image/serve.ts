import { tmpdir } from 'node:os'
import { join, relative, sep } from 'node:path'
import { prepareContainer } from './container.ts'

/**
 * Stands for the program in specs that start a service: runs the image with their settings. Their
 * temporary folder is at the same place inside, so that they find what the service writes; the rest
 * is as it is in production.
 */
async function main(words: readonly string[]): Promise<number> {
  const root = process.env.IMAGE_ROOT ?? ''
  const config = await Bun.file(`${root}.json`).json()
  const env = Object.fromEntries(
    Object.entries(process.env).filter(([name]) => !['HOME', 'PATH', 'IMAGE_ROOT'].includes(name)),
  ) as Record<string, string>
  await giveFolders([process.cwd(), ...Object.values(env)], config.User)
  const shared = tmpdir()
  const { command } = await prepareContainer(
    { root, config },
    // The network is the test's, so the image listens where the program does by default.
    {
      ...{ env: { HOST: '127.0.0.1', ...env }, words, cwd: process.cwd() },
      ...{ binds: { [shared]: shared }, findsHosts: true },
    },
  )
  const child = Bun.spawn([...command], { stdout: 'inherit', stderr: 'inherit' })
  for (const signal of ['SIGTERM', 'SIGINT'] as const) {
    process.on(signal, () => child.kill(signal))
  }
  return await child.exited
}

/** Gives the folders of a test, which it made for itself, to the user of the image. */
async function giveFolders(values: readonly string[], user: string): Promise<void> {
  const shared = tmpdir()
  const kept = process.env.KEPT_BUILDS ?? ''
  const folders = values
    .flatMap((value) => value.match(/\/[^\s:,]+/g) ?? [])
    .filter((path) => path.startsWith(`${shared}${sep}`) && path !== kept)
    .map((path) => join(shared, relative(shared, path).split(sep)[0] ?? ''))
  for (const folder of new Set(folders)) Bun.spawnSync(['chown', '-R', user, folder])
}

process.exit(await main(process.argv.slice(2)))
