import { posix } from 'node:path'
import { startOfFile } from '../../contract/problem.ts'
import type { Redirect } from '../../foreign_source/generator.ts'
import type { SourceFolder } from '../../foreign_source/source/source_files.ts'
import type { HtmlPage } from './_pages.ts'

/** The file of the site that an address on a page leads to. */
export type FindFile = (href: string, from: string) => string | undefined

/** Pages that only lead on are old addresses of where they lead. */
export function readMoves(
  all: readonly HtmlPage[],
  find: FindFile,
  source: SourceFolder,
  folder: string,
): readonly Redirect[] {
  return all.flatMap(({ file, metadata: { redirect } }) => {
    if (redirect === undefined || redirect === '') return []
    const target = find(redirect, file)
    const anchor = /#.*$/s.exec(redirect)?.[0] ?? ''
    const to = target === undefined ? redirect : `/${posix.relative(folder, target)}${anchor}`
    return [{ from: `/${posix.relative(folder, file)}`, to, place: startOfFile(source.show(file)) }]
  })
}
