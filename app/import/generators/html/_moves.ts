import { posix } from 'node:path'
import { startOfFile } from '../../../contract/problem.ts'
import type { SourceFolder } from '../../source/files/source_files.ts'
import type { Redirect } from '../../source/generator.ts'
import { keyOf } from './_order.ts'
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
    const from = `/${posix.relative(folder, file)}`
    // The root of a site is no old address: every site has one.
    if (redirect === undefined || redirect === '' || keyOf(from) === '.') return []
    const target = find(redirect, file)
    const anchor = /#.*$/s.exec(redirect)?.[0] ?? ''
    const to = target === undefined ? redirect : `/${posix.relative(folder, target)}${anchor}`
    return [{ from, to, place: startOfFile(source.show(file)) }]
  })
}
