import { mkdir, mkdtemp, rename, rm, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { type Need, needs } from '../requirements/verifies.ts'
import { ROOT } from './repository.ts'

const CACHE = join(ROOT, '.cache')
const NEXT = 'next@16.4.6'
const ELECTRON = 'electron-i18n@1.2647.0'

/** Folder of the bun-types documentation: 1,396 MDX files, installed with the tests. */
export function bunDocs(): Promise<string> {
  return findInstalled('bun-types/docs')
}

/** Folder of the documentation of undici: 42 files, installed with the tests. */
export function undiciDocs(): Promise<string> {
  return findInstalled('undici/docs/docs')
}

async function findInstalled(path: string): Promise<string> {
  const folder = join(ROOT, 'node_modules', path)
  if (await isThere(folder)) return folder
  throw new Error(`Cannot read "${folder}": run bun install`)
}

const fetched = new Map<string, Promise<string>>()

/** Folder of the documentation inside the package next: 475 files, fetched once and kept. */
export function nextDocs(): Promise<string> {
  return fetchOnce(NEXT, 'package/dist/docs')
}

/** The Electron documentation in 27 languages: one JSON file, fetched once and kept. */
export function electronDocs(): Promise<string> {
  return fetchOnce(ELECTRON, 'package/dist/docs.json')
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

function fetchOnce(name: string, wanted: string): Promise<string> {
  const found = fetched.get(name) ?? fetchPackage(name, wanted)
  fetched.set(name, found)
  return found
}

/** A folder or file of a package; the rest of it is not kept. */
async function fetchPackage(name: string, wanted: string): Promise<string> {
  const folder = join(CACHE, name.replace('@', '-'))
  const path = join(folder, wanted)
  const manifest = 'package/package.json'
  if ((await isThere(path)) && (await isThere(join(folder, manifest)))) return path
  await mkdir(CACHE, { recursive: true })
  const temporary = await mkdtemp(join(CACHE, 'package-'))
  try {
    const written = await runCommand([
      'npm',
      'pack',
      name,
      '--silent',
      '--pack-destination',
      temporary,
    ])
    const archive = join(temporary, written.trim().split('\n').at(-1) ?? '')
    await runCommand(['tar', '-xzf', archive, '-C', temporary, wanted, manifest])
    await rm(archive)
    await rm(folder, { recursive: true, force: true })
    await rename(temporary, folder)
  } finally {
    await rm(temporary, { recursive: true, force: true })
  }
  return path
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
