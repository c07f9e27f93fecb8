import { posix } from 'node:path'
import { startOfFile } from '../../contract/problem.ts'
import type { Redirect } from '../../foreign_source/generator.ts'
import type { SourceFolder } from '../../foreign_source/source/source_files.ts'
import { keyOf } from './_order.ts'
import type { HtmlPage } from './_pages.ts'

/** The file of the site that an address on a page leads to. */
export type FindFile = (href: string, from: string) => string | undefined

type Moves = {
  /** Addresses that pages took over, by the file of the page. */
  readonly aliases: ReadonlyMap<string, readonly string[]>
  readonly redirects: readonly Redirect[]
}

/** Pages that only lead on become old addresses of the page where they lead. */
export function readMoves(
  all: readonly HtmlPage[],
  find: FindFile,
  source: SourceFolder,
  folder: string,
): Moves {
  const aliases = new Map<string, string[]>()
  const redirects: Redirect[] = []
  for (const { file, metadata } of all) {
    const { redirect } = metadata
    const from = `/${posix.relative(folder, file)}`
    // The root of a site is no old address: every site has one.
    if (redirect === undefined || keyOf(from) === '.') continue
    const target = find(redirect, file)
    if (target !== undefined && !redirect.includes('#')) {
      aliases.set(target, [...(aliases.get(target) ?? []), from])
      continue
    }
    const anchor = /#.*$/s.exec(redirect)?.[0] ?? ''
    const to = target === undefined ? redirect : `/${posix.relative(folder, target)}${anchor}`
    redirects.push({ from, to, place: startOfFile(source.show(file)) })
  }
  return { aliases, redirects }
}
