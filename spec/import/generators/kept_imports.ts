import { mkdtemp, readFile, rename, writeFile } from 'node:fs/promises'
import { basename, join } from 'node:path'
import type { ImportReport } from '../../../app/import/corpus/mod.ts'
import { shareFolder } from '../../support/shared_folder.ts'
import { importFolder } from './importing.ts'

/** A corpus that several tests read, and none may change; and what its import reported. */
export type KeptImport = { readonly corpusDir: string; readonly report: ImportReport }

const REPORT = 'report.json'

/** Imports by their folders; neither documentation nor importer changes in a run. */
const imports = new Map<string, Promise<KeptImport>>()

/** Imports a folder of real documentation, which takes seconds, once a run. */
export function importOnce(from: string): Promise<KeptImport> {
  const known = imports.get(from) ?? findImport(from)
  imports.set(from, known)
  return known
}

async function findImport(from: string): Promise<KeptImport> {
  const home = await shareFolder('imports')
  const kept = join(home, new Bun.CryptoHasher('sha256').update(from).digest('hex'))
  const found = await readReport(kept)
  if (found !== undefined) return found
  const made = await mkdtemp(join(home, `${basename(from)}-`))
  const report = await importFolder(from, join(made, 'corpus'))
  await writeFile(join(made, REPORT), JSON.stringify(report))
  // Another process may have been faster: then this one keeps its own.
  const isMoved = await rename(made, kept).then(
    () => true,
    () => false,
  )
  return { corpusDir: join(isMoved ? kept : made, 'corpus'), report }
}

async function readReport(folder: string): Promise<KeptImport | undefined> {
  const text = await readFile(join(folder, REPORT), 'utf8').catch(() => undefined)
  if (text === undefined) return undefined
  const report: ImportReport = JSON.parse(text)
  return { corpusDir: join(folder, 'corpus'), report }
}
