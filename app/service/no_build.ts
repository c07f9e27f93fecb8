import { existsSync } from 'node:fs'
import type { Config } from './settings/config.ts'

/** What to do about a build that cannot be opened: a mistyped CORPUS_DIR has nothing to build. */
export function explainNoBuild({ corpusDir }: Config, fault: string): string {
  if (existsSync(corpusDir)) return `${fault}: run build first, or point DIST_DIR at a whole build`
  const none = `${fault}, and the corpus "${corpusDir}" does not exist`
  return `${none}: point CORPUS_DIR at a corpus, or DIST_DIR at a whole build`
}
