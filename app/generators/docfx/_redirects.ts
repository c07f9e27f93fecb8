import { posix } from 'node:path'
import type { Redirect } from '../../foreign_source/generator.ts'
import type { Report } from '../../foreign_source/report/report.ts'
import { readConfigFile } from '../../foreign_source/source/config_files.ts'
import type { SourceFolder } from '../../foreign_source/source/source_files.ts'
import { type ContentEntry, findPublished } from './_content.ts'

export const REDIRECT_LIST = /(?:^|\/)\.openpublishing\.redirection.*\.json$/

/** A redirect of a file, and the paths that the list may mean. */
export type MovedFile = Redirect & { readonly files: readonly string[] }

/** Lists of files that are gone and where their addresses lead. */
export function readRedirects(
  source: SourceFolder,
  entries: readonly ContentEntry[],
  report: Report,
): readonly MovedFile[] {
  return source.files
    .filter((file) => REDIRECT_LIST.test(file))
    .flatMap((list) => {
      const lines = (source.read(list) ?? '').split('\n')
      const config = readConfigFile(source, list, report)
      let from = 0
      return config
        .at('redirections')
        .list()
        .flatMap((each): MovedFile[] => {
          const to = each.at('redirect_url').text()
          const rooted = each.at('source_path_from_root').text()
          const written = rooted ?? each.at('source_path').text()
          if (to === undefined || written === undefined) return []
          const at = lines.findIndex((line, index) => index >= from && line.includes(written))
          from = at === -1 ? from : at + 1
          // Paths count from the list, and in older ones from the root of the repository.
          const paths = [posix.join(posix.dirname(list), written), written.replace(/^\/+/, '')]
          const tried = rooted === undefined ? paths : paths.slice(1)
          const published = tried.flatMap((path) => findPublished(path, entries) ?? [])[0]
          const file = published ?? tried.at(-1) ?? written
          const place = { file: source.show(list), line: Math.max(at, 0) + 1, column: 1 }
          return [{ from: `/${cutExtension(file)}`, to, place, files: tried }]
        })
    })
}

/** The address of a file: an index names its folder. */
export function cutExtension(file: string): string {
  return file.replace(/\.(?:md|ya?ml)$/i, '').replace(/(^|\/)index$/i, '$1')
}
