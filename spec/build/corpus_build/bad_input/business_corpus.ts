import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { CorpusFolder } from './files.ts'

const FILES = ['business.yaml', 'example_workspace.yaml'] as const
type BusinessFile = (typeof FILES)[number]

/** Adds a valid business registry and example workspace to a corpus that has neither. */
export async function addBusiness(corpus: CorpusFolder): Promise<void> {
  for (const name of FILES) {
    await corpus.write(name, await readFile(join(import.meta.dir, 'business', name)))
  }
}

/** Breaks one text of the business registry. */
export function inRegistry(from: string, to: string): (corpus: CorpusFolder) => Promise<void> {
  return inFile('business.yaml', from, to)
}

/** Breaks one text of the example workspace. */
export function inExample(from: string, to: string): (corpus: CorpusFolder) => Promise<void> {
  return inFile('example_workspace.yaml', from, to)
}

function inFile(
  file: BusinessFile,
  from: string,
  to: string,
): (corpus: CorpusFolder) => Promise<void> {
  return async (corpus) => {
    await addBusiness(corpus)
    await corpus.swap(file, from, to)
  }
}
