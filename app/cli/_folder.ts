import { stat } from 'node:fs/promises'
import { join } from 'node:path'
import type { Config } from '../service/settings/config.ts'
import { type Call, nameProgram } from './command.ts'
import { reportWrongUse } from './report_lines.ts'

/** What a command that takes FOLDER says of it. */
export const FOLDER_HELP =
  'FOLDER is a corpus, or has one in "corpus"; without it, CORPUS_DIR. The build is in\n' +
  '  DIST_DIR, or, where a folder is named and DIST_DIR is not set, in "dist" beside the corpus.'

/** Runs a command on the corpus of the folder that is named, or on that of the settings. */
export async function runOnFolder(
  { config, words, settings }: Pick<Call, 'config' | 'words' | 'settings'>,
  run: (config: Config) => Promise<number>,
): Promise<number> {
  const [folder, ...more] = words
  if (folder === undefined) return await run(config)
  if (more.length > 0) {
    return reportWrongUse(`Cannot use "${words.join(' ')}": it is more than one folder: name one`)
  }
  const corpusDir = await findCorpus(folder)
  if (corpusDir === undefined) return reportWrongUse(explainNoCorpus(folder))
  const isPlaced = settings.origins.has('DIST_DIR')
  const distDir = isPlaced ? config.distDir : join(corpusDir, '..', 'dist')
  return await run({ ...config, corpusDir, distDir })
}

/** The folder itself, or the corpus in it. */
export async function findCorpus(folder: string): Promise<string | undefined> {
  for (const each of [folder, join(folder, 'corpus')]) {
    if ((await stat(join(each, 'registry.yaml')).catch(() => undefined))?.isFile() === true) {
      return each
    }
  }
  return undefined
}

export function explainNoCorpus(folder: string): string {
  const what = `Cannot read a corpus in "${folder}": there is no registry.yaml, nor in its "corpus"`
  return `${what}: run "${nameProgram()} init ${folder}" to start one`
}
