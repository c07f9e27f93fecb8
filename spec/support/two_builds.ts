import { copyFile, cp, mkdtemp, rename } from 'node:fs/promises'
import { join } from 'node:path'
import { openPublicDocs, type PublicDocs } from '../../app/docs/public_docs/mod.ts'
import { createLog } from '../../app/foundation/telemetry/log.ts'
import { buildOrThrow, newFolder, removeFolders, writePage, writeSampleCorpus } from './building.ts'
import { shareFolder } from './shared_folder.ts'

const opened: PublicDocs[] = []

/** Closes everything that `open` opened, and removes the folders. */
export async function closeBuilds(): Promise<void> {
  for (const docs of opened) docs.close()
  await removeFolders()
}

type OpenDocs = { readonly docs: PublicDocs; readonly events: () => readonly string[] }

/** Opens `public_docs` over a folder of builds, with the events that it logs. */
export async function open(distDir: string): Promise<OpenDocs> {
  const lines: string[] = []
  const log = createLog('info', (line) => lines.push(line), Date.now)
  const docs = await openPublicDocs({ distDir, log })
  if (!docs.ok) throw new Error(docs.error)
  opened.push(docs.value)
  const events = () => lines.map((line) => String(JSON.parse(line).event))
  return { docs: docs.value, events }
}

/** Puts a manifest in place as a deploy does, and lets `public_docs` notice it. */
export async function put(distDir: string, manifest: string, docs: PublicDocs): Promise<void> {
  await copyFile(manifest, join(distDir, 'docs-manifest.json.new'))
  await rename(join(distDir, 'docs-manifest.json.new'), join(distDir, 'docs-manifest.json'))
  await docs.look()
  await docs.look()
}

export type TwoBuilds = {
  readonly distDir: string
  readonly first: string
  readonly second: string
  readonly older: Awaited<ReturnType<typeof buildOrThrow>>
  readonly newer: Awaited<ReturnType<typeof buildOrThrow>>
}

let builds: Promise<TwoBuilds> | undefined

/**
 * Two builds in one folder, the first of them in use, with the manifest of each. They are made
 * once and copied, so that a test may damage its copy.
 */
export async function makeTwoBuilds(): Promise<TwoBuilds> {
  builds ??= buildTwo()
  const made = await builds
  const distDir = await newFolder()
  await cp(made.distDir, distDir, { recursive: true })
  const kept = await newFolder()
  const [first, second] = [join(kept, 'first.json'), join(kept, 'second.json')]
  await copyFile(made.first, first)
  await copyFile(made.second, second)
  return { ...made, distDir, first, second }
}

async function buildTwo(): Promise<TwoBuilds> {
  const home = await mkdtemp(join(await shareFolder('made'), 'two-'))
  const [distDir, kept] = [join(home, 'dist'), home]
  const corpusDir = await writeSampleCorpus({ 'index.md': { title: 'First', body: 'One.' } })
  const older = await buildOrThrow({ corpusDir, distDir })
  const [first, second] = [join(kept, 'first.json'), join(kept, 'second.json')]
  await copyFile(join(distDir, 'docs-manifest.json'), first)
  await writePage(corpusDir, 'more.md', { title: 'Second', body: 'Two. '.repeat(400) })
  const newer = await buildOrThrow({ corpusDir, distDir })
  await copyFile(join(distDir, 'docs-manifest.json'), second)
  await copyFile(first, join(distDir, 'docs-manifest.json'))
  return { distDir, first, second, older, newer }
}
