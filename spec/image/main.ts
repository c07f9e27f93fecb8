import { mkdir, mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { ROOT } from '../support/repository.ts'
import { CONTAINERS, unpackImage } from './container.ts'

/** Specs that start a service as an operator does, and need nothing of it but its interfaces. */
const STARTS_SERVICE = /\bstart(Running|Surface)\(/

/**
 * These are about the source or the machine, or take long and are about the client. The stamp of a
 * build notes times that change when a folder is given to the user of the image.
 */
const NOT_OF_THE_IMAGE = new RegExp(
  '^spec/(browser|bench|kills|corpus_build|documentation|threats|packager|image|deploy|cli)/' +
    '|^spec/checks/verifier/\\w+_seeds',
)

/**
 * `bun run image --check`: builds the image twice and compares, then runs every contract spec that
 * talks to a service over its interfaces against the image, as a careful orchestrator runs it.
 */
async function main(): Promise<number> {
  const missing = CONTAINERS.filter(({ available }) => !available)
  if (missing.length > 0) {
    for (const { what, fix } of missing) console.error(`Cannot check an image: ${what}: ${fix}`)
    return 1
  }
  const home = await mkdtemp(join(tmpdir(), 'lectern-image-'))
  try {
    const layouts = [join(home, 'one'), join(home, 'other/two')] as const
    for (const layout of layouts) {
      const code = await runBun(['scripts/image.ts', '--to', layout])
      if (code !== 0) return code
    }
    const root = join(home, 'root')
    const image = await unpackImage(layouts[0], root)
    const other = await unpackImage(layouts[1], join(home, 'other/root'))
    if (image.digest !== other.digest) {
      console.error(`Cannot build the image twice: ${image.digest} is not ${other.digest}`)
      return 1
    }
    console.log(`Built twice: ${image.digest}`)
    await Bun.write(`${root}.json`, JSON.stringify(image.config))
    return await runSpecs(root, join(home, 'tests'))
  } finally {
    await rm(home, { recursive: true, force: true })
  }
}

async function runSpecs(root: string, folder: string): Promise<number> {
  await mkdir(folder)
  const files: string[] = []
  for (const path of [...new Bun.Glob('spec/**/*_spec.ts').scanSync(ROOT)].sort()) {
    if (NOT_OF_THE_IMAGE.test(path)) continue
    if (STARTS_SERVICE.test(await Bun.file(join(ROOT, path)).text())) files.push(path)
  }
  console.log(`Running ${files.length} files of specs against the image`)
  return await runBun(['test', '--timeout=240000', ...files.map((file) => `./${file}`)], {
    SERVED_BY: join(ROOT, 'spec/image/serve.ts'),
    IMAGE_ROOT: root,
    TMPDIR: folder,
  })
}

async function runBun(
  words: readonly string[],
  env: Readonly<Record<string, string>> = {},
): Promise<number> {
  const child = Bun.spawn([process.execPath, ...words], {
    cwd: ROOT,
    env: { ...process.env, ...env },
    stdout: 'inherit',
    stderr: 'inherit',
  })
  return await child.exited
}

process.exit(await main())
