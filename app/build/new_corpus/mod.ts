import { lstat } from 'node:fs/promises'
import { join } from 'node:path'
import { type Problem, problemAt, startOfFile } from '../../contract/problem.ts'
import { err, ok, type Result } from '../../contract/result.ts'
import { SCHEMAS_FOLDER, writeEditorSchemas } from '../corpus_build/read/editor_schemas.ts'
import { findPages, type PagesFound } from './_pages_found.ts'
import { type NewFile, placeFiles } from './_placement.ts'
import {
  GITIGNORE,
  type Identity,
  makeSamplePages,
  writeRegistry,
  writeWorkflow,
} from './_texts.ts'

export type { Identity } from './_texts.ts'

/** What a new corpus consists of: nothing that exists is among it. */
export type CorpusPlan = {
  readonly folder: string
  readonly pages: PagesFound
  readonly files: readonly NewFile[]
  /** Files that would be written if they were not there, with what to add to them. */
  readonly kept: readonly { readonly path: string; readonly advice: string }[]
}

/** The folder of the corpus, beside whatever the folder holds. */
const CORPUS = 'corpus'

const WORKFLOW = '.github/workflows/docs.yml'

/** The language of the pages that a folder has, as far as their script tells. */
export async function suggestLanguage(folder: string): Promise<string> {
  return (await findPages(folder, CORPUS)).found.language ?? 'en'
}

/** Plans a corpus in a folder, or says everything that is in the way. Writes nothing. */
export async function planCorpus(
  folder: string,
  identity: Identity,
): Promise<Result<CorpusPlan, readonly Problem[]>> {
  const problems: Problem[] = []
  for (const path of [`${CORPUS}/registry.yaml`, 'registry.yaml']) {
    if (!(await isThere(join(folder, path)))) continue
    const place = startOfFile(join(folder, path))
    problems.push(
      problemAt(place, 'this folder already has a corpus', 'run "lectern dev" to see it'),
    )
  }
  const top = await lstat(folder).catch(() => undefined)
  if (top !== undefined && !top.isDirectory()) {
    problems.push(problemAt(startOfFile(folder), 'it is no folder', 'name a folder'))
  }
  const pages = await findPages(folder, CORPUS)
  problems.push(...pages.problems)
  if (problems.length > 0) return err(problems)
  const wanted: readonly (NewFile & { readonly advice?: string })[] = [
    { path: `${CORPUS}/registry.yaml`, text: writeRegistry(identity, pages.found) },
    ...(pages.found.count > 0 ? [] : makeSamplePages(identity).map((page) => inCorpus(page))),
    ...writeEditorSchemas().map(({ name, text }) => {
      return inCorpus({ path: `${SCHEMAS_FOLDER}/${name}`, text })
    }),
    { path: '.gitignore', text: GITIGNORE, advice: 'add the line "dist/"' },
    ...(identity.ci === undefined ? [] : [makeWorkflow(identity)]),
  ]
  const files: NewFile[] = []
  const kept: { path: string; advice: string }[] = []
  for (const { path, text, advice } of wanted) {
    const exists = await isThere(join(folder, path))
    if (!exists) files.push({ path, text })
    else if (advice !== undefined) kept.push({ path, advice })
  }
  return ok({ folder, pages: pages.found, files, kept })
}

function makeWorkflow(identity: Identity): NewFile & { readonly advice: string } {
  const text = writeWorkflow(identity)
  return { path: WORKFLOW, text, advice: 'add a step that runs "lectern check"' }
}

/** Writes the files of a plan: all of them, or none. */
export async function writePlan({ folder, files }: CorpusPlan): Promise<Result<void, Problem>> {
  return await placeFiles(folder, files)
}

function inCorpus({ path, text }: NewFile): NewFile {
  return { path: `${CORPUS}/${path}`, text }
}

async function isThere(path: string): Promise<boolean> {
  return (await lstat(path).catch(() => undefined)) !== undefined
}
