import { followRedirects, type RedirectRules } from '../contract/redirects.ts'
import type { RecordTable } from './_records.ts'

/** Where an old path leads now. */
export type OldPath = {
  /** Position of the page there; -1 for a file, or an address elsewhere. */
  readonly at: number
  /** The whole address, with an anchor where the rules name one. */
  readonly url: string
}

type OldPathPorts = {
  readonly rules: RedirectRules
  readonly records: Pick<RecordTable, 'atPath' | 'record'>
  readonly baseUrl: string
  /** Whether the build has a file of this path. */
  readonly hasFile: (path: string) => boolean
}

/** Finds where a path leads that nothing is at any more; absent for any other. */
export function createOldPaths({
  rules,
  records,
  baseUrl,
  hasFile,
}: OldPathPorts): (path: string) => OldPath | undefined {
  const isFolder = (path: string) => hasFile(path === '' ? 'index.html' : `${path}/index.html`)
  const isThere = (path: string) => records.atPath(path) >= 0 || hasFile(path) || isFolder(path)
  return (path) => {
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
}
