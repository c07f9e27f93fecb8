import { listNames, type Problem, problemAt, quote } from '../../../contract/problem.ts'
import { INDEX_NAME } from '../../../docs/model/folder.ts'
import type { Field, SourceFolder, SourcePage } from '../../../docs/model/source.ts'
import { findNearest } from '../../../text/source_text/nearest_word.ts'
import { checkUnique } from './_unique.ts'

/** Checks that the order of each folder names what is in it, and nothing twice. */
export function checkFolders(
  folders: readonly SourceFolder[],
  pages: readonly SourcePage[],
): readonly Problem[] {
  return folders.flatMap((folder) => {
    const entries = folder.entries.filter(({ isLink }) => !isLink)
    return [
      ...checkTitle(folder),
      ...checkNames(entries, namesIn(folder.path, pages)),
      ...checkUnique(entries, 'name'),
      ...checkTabs(folder, pages),
    ]
  })
}

function checkTitle({ path, title, titlePlace }: SourceFolder): readonly Problem[] {
  if (path !== '' || title === undefined) return []
  const what = 'the folder of all pages has its title in registry.yaml'
  return [problemAt(titlePlace, what, 'remove "title" here')]
}

/** Checks that tabs name what is at the top, and nothing twice. */
function checkTabs(
  { path, tabs, tabsPlace, entries }: SourceFolder,
  pages: readonly SourcePage[],
): readonly Problem[] {
  if (tabs.length === 0) return []
  if (path !== '') {
    const what = `the folder ${quote(path)} has "tabs", which are parts of the whole site`
    return [problemAt(tabsPlace, what, 'move them to the _folder.yaml at the top of the pages')]
  }
  const top = namesIn('', pages).filter((name) => !name.includes('/'))
  const groups = entries.flatMap(({ groups: [group] }) => group ?? [])
  const names = tabs.flatMap((tab) => tab.names)
  return [...checkNames(names, [...top, ...groups]), ...checkUnique(names, 'name')]
}

function checkNames(entries: readonly Field[], names: readonly string[]): readonly Problem[] {
  const known = new Set(names)
  return entries
    .filter(({ text }) => !known.has(text))
    .map(({ text, place }) => {
      const bare = text.replace(/\.md$/, '')
      const meant = known.has(bare) ? bare : findNearest(bare, names)
      const direct = names.filter((name) => !name.includes('/'))
      const fix =
        meant === undefined ? `write one of ${listNames(direct)}` : `write ${quote(meant)}`
      return problemAt(place, `there is no page or folder ${quote(text)} here`, fix)
    })
}

/** Paths of the pages and folders below a folder, the nearest first, and of pages of folders. */
function namesIn(folder: string, pages: readonly SourcePage[]): readonly string[] {
  const above = folder === '' ? '' : `${folder}/`
  const names = new Set<string>()
  for (const { path } of pages) {
    if (path === folder) names.add(INDEX_NAME)
    if (!path.startsWith(above) || path === folder) continue
    const segments = path.slice(above.length).split('/')
    for (let length = 1; length <= segments.length; length++) {
      names.add(segments.slice(0, length).join('/'))
    }
    names.add(`${segments.join('/')}/${INDEX_NAME}`)
  }
  const depthOf = (name: string) => name.split('/').length
  return [...names].filter((name) => name !== '').sort((a, b) => depthOf(a) - depthOf(b))
}
