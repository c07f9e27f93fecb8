import { mkdir, mkdtemp, rename, rm, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { type Need, needs } from '../requirements/verifies.ts'
import { ROOT } from './repository.ts'

const CACHE = join(ROOT, '.cache')
const NEXT = 'next@16.4.6'
const NEXT_FOLDER = join(CACHE, 'next-16.4.6')

/** Folder of the bun-types documentation: 1,396 MDX files, installed with the tests. */
export async function bunDocs(): Promise<string> {
  const folder = join(ROOT, 'node_modules/bun-types/docs')
  if (await isThere(folder)) return folder
  throw new Error(`Cannot read "${folder}": run bun install`)
}

let fetched: Promise<string> | undefined

/** Folder of the documentation inside the package next: 475 files, fetched once and kept. */
export function nextDocs(): Promise<string> {
  fetched ??= fetchNext()
  return fetched
}

/** A documentation set for a test: its folder if it is available, else how to get it. */
export async function realInput(
  what: string,
  fetch: () => Promise<string>,
): Promise<{ readonly folder: string; readonly need: Need }> {
  try {
    return { folder: await fetch(), need: needs(what, true, '') }
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error)
    const fix = `install Node.js with npm, open the network, run the tests again (${reason})`
    return { folder: '', need: needs(what, false, fix) }
  }
}

async function fetchNext(): Promise<string> {
  const docs = join(NEXT_FOLDER, 'package/dist/docs')
  const manifest = join(NEXT_FOLDER, 'package/package.json')
  if ((await isThere(docs)) && (await isThere(manifest))) return docs
  await mkdir(CACHE, { recursive: true })
  const temporary = await mkdtemp(join(CACHE, 'next-'))
  try {
    const name = await runCommand([
      'npm',
      'pack',
      NEXT,
      '--silent',
      '--pack-destination',
      temporary,
    ])
    const archive = join(temporary, name.trim().split('\n').at(-1) ?? '')
    const wanted = ['package/dist/docs', 'package/package.json']
    await runCommand(['tar', '-xzf', archive, '-C', temporary, ...wanted])
    await rm(archive)
    await rm(NEXT_FOLDER, { recursive: true, force: true })
    await rename(temporary, NEXT_FOLDER)
  } finally {
    await rm(temporary, { recursive: true, force: true })
  }
  return docs
}

async function runCommand(command: string[]): Promise<string> {
  const child = Bun.spawn(command, { stdin: 'ignore', stdout: 'pipe', stderr: 'pipe' })
  const [output, errors] = await Promise.all([
    new Response(child.stdout).text(),
    new Response(child.stderr).text(),
  ])
  if ((await child.exited) === 0) return output
  throw new Error(`Cannot run "${command.slice(0, 3).join(' ')}": ${errors.trim().slice(0, 300)}`)
}

async function isThere(path: string): Promise<boolean> {
  return (await stat(path).catch(() => undefined)) !== undefined
}
