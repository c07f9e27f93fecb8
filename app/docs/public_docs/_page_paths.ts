import { followRedirects, type RedirectRules } from '../../contract/redirects.ts'
import type { RecordTable } from './_records.ts'

/** Where an old path leads now. */
type OldPath = {
  /** Position of the page there; -1 for a file, or an address elsewhere. */
  readonly at: number
  /** The whole address, with an anchor where the rules name one. */
  readonly url: string
}

/** How pages are found by what names them, old addresses among it. */
export type PagePaths = Pick<RecordTable, 'withId' | 'atPath'> & {
  /** Where a path leads that nothing is at any more; absent for any other. */
  readonly oldPath: (path: string) => OldPath | undefined
}

type PagePathPorts = {
  readonly rules: RedirectRules
  readonly records: Pick<RecordTable, 'withId' | 'atPath' | 'record'>
  readonly baseUrl: string
  /** A file of the build. */
  readonly file: (path: string) => unknown
}

/** The address of a page has none of these now, and may have had one. */
const OLD_EXTENSIONS = ['', '.html', '.md']

/** Finds pages by their ids and paths, of today and before. */
export function createPagePaths(ports: PagePathPorts): PagePaths {
  const { records } = ports
  const oldPath = (path: string) => findOldPath(path, ports)
  return {
    withId: records.withId,
    atPath: (path) => {
      const at = records.atPath(path)
      if (at >= 0) return at
      const old = OLD_EXTENSIONS.values().map((extension) => oldPath(path + extension))
      return old.find((each) => each !== undefined)?.at ?? -1
    },
    oldPath,
  }
}

function findOldPath(
  path: string,
  { rules, records, baseUrl, file }: PagePathPorts,
): OldPath | undefined {
  const hasFile = (name: string) => file(name) !== undefined
  const isFolder = (name: string) => hasFile(name === '' ? 'index.html' : `${name}/index.html`)
  const isThere = (name: string) => records.atPath(name) >= 0 || hasFile(name) || isFolder(name)
  const end = followRedirects(rules, path, isThere)
  if (end?.kind === 'address') return { at: -1, url: end.url }
  if (end?.kind !== 'path') return undefined
  const at = records.atPath(end.path)
  const url = new URL(`${baseUrl.replace(/\/$/, '')}/`)
  url.pathname += encodeURI(isFolder(end.path) && end.path !== '' ? `${end.path}/` : end.path)
  if (at >= 0) url.href = records.record(at).url
  url.hash = end.anchor
  return { at, url: url.href }
}
