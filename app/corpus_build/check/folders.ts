import { listNames, type Problem, problemAt, quote } from '../../contract/problem.ts'
import { findNearest } from '../../source_text/nearest_word.ts'
import type { SourceFolder, SourcePage } from '../model/source.ts'
import { checkUnique } from './_unique.ts'

/** Checks that the order of each folder names what is in it, and nothing twice. */
export function checkFolders(
  folders: readonly SourceFolder[],
  pages: readonly SourcePage[],
): readonly Problem[] {
  return folders.flatMap((folder) => [
    ...checkTitle(folder),
    ...checkNames(folder, namesIn(folder.path, pages)),
    ...checkUnique(folder.entries, 'name'),
  ])
}

function checkTitle({ path, title, titlePlace }: SourceFolder): readonly Problem[] {
  if (path !== '' || title === undefined) return []
  const what = 'the folder of all pages has its title in registry.yaml'
  return [problemAt(titlePlace, what, 'remove "title" here')]
}

function checkNames({ entries }: SourceFolder, names: readonly string[]): readonly Problem[] {
  return entries
    .filter(({ text }) => !names.includes(text))
    .map(({ text, place }) => {
      const bare = text.replace(/\.md$/, '')
      const meant = names.includes(bare) ? bare : findNearest(bare, names)
      const fix = meant === undefined ? `write one of ${listNames(names)}` : `write ${quote(meant)}`
      return problemAt(place, `there is no page or folder ${quote(text)} here`, fix)
    })
}

/** Last segments of the pages and folders right below a folder. */
function namesIn(folder: string, pages: readonly SourcePage[]): readonly string[] {
  const above = folder === '' ? '' : `${folder}/`
  const names = pages
    .filter(({ path }) => path.startsWith(above) && path !== folder)
    .map(({ path }) => path.slice(above.length).split('/')[0] ?? '')
  return [...new Set(names)].filter((name) => name !== '')
}
