import { posix } from 'node:path'
import type { SiteContext } from '../../foreign_source/generator.ts'
import { choose, sortVersions } from '../../foreign_source/source/choice.ts'
import type { Configuration } from './_configuration.ts'
import type { ContentFile } from './_content.ts'

/**
 * Content without the other versions, where they lie beside each other in folders that the version
 * menu of Docsy lists. Folders that only look like versions stay: `api/v1` is no older `api/v2`.
 */
export function keepVersion(
  files: readonly ContentFile[],
  { settings }: Configuration,
  shown: string,
  { wishes, report }: SiteContext,
): readonly ContentFile[] {
  const params = settings.at('params')
  const listed = new Set(
    params
      .at('versions')
      .list()
      .flatMap((each) => [each.at('version').text(), lastSegmentOf(each.at('url').text())])
      .filter((name) => name !== undefined),
  )
  const folders = findFolders(files, listed)
  const names = new Set([...folders].map((folder) => posix.basename(folder)))
  if (names.size < 2) return files
  const latest = params
    .entries()
    .filter(([key]) => key.includes('latest'))
    .flatMap(([, value]) => value.text() ?? [])
    .filter((name) => names.has(name))
  const found = [...new Set([...latest, ...sortVersions([...names])])]
  const chosen = choose({ what: 'version', found, shown }, wishes.version, report)
  const others = [...folders].filter((folder) => posix.basename(folder) !== chosen)
  return files.filter(({ path }) => !others.some((folder) => path.startsWith(`${folder}/`)))
}

/** Folders with these names that have such a folder beside them. */
function findFolders(
  files: readonly ContentFile[],
  names: ReadonlySet<string>,
): ReadonlySet<string> {
  const found = new Set<string>()
  for (const { path } of files) {
    for (let folder = posix.dirname(path); folder !== '.'; folder = posix.dirname(folder)) {
      if (names.has(posix.basename(folder))) found.add(folder)
    }
  }
  const above = [...found].map((folder) => posix.dirname(folder))
  return new Set(
    [...found].filter(
      (folder) => above.filter((each) => each === posix.dirname(folder)).length > 1,
    ),
  )
}

function lastSegmentOf(url: string | undefined): string | undefined {
  return url === undefined ? undefined : /([^/]+)\/?$/.exec(url)?.[1]
}
