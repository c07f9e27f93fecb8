import { Value } from '@sinclair/typebox/value'
import { ManifestSchema } from '../../contract/corpus.ts'
import { registerFormats } from '../../contract/formats.ts'
import { compare } from '../../contract/problem.ts'
import { followRedirects, type RedirectRules } from '../../contract/redirects.ts'

/** What a site says of its pages to its sisters. */
export type SisterPages = {
  /** The id and title of each page by its path, which has no slashes at its ends. */
  readonly names: ReadonlyMap<string, string>
  readonly redirects: RedirectRules
}

/** The pages of a manifest, with nothing that is no path of a page; absent if it is none. */
export function readSisterPages(bytes: Uint8Array): SisterPages | undefined {
  registerFormats()
  const manifest = parseJson(bytes)
  if (!Value.Check(ManifestSchema, manifest)) return undefined
  const base = `${manifest.base_url.replace(/\/+$/, '')}/`
  const pages = manifest.pages.flatMap(({ id, title, url }) => {
    const path = url.startsWith(base) ? decodePath(url.slice(base.length)) : undefined
    return path === undefined ? [] : [[path, nameSisterPage(id, title)] as const]
  })
  const { redirects, redirect_folders: folders } = manifest
  const rules = {
    ...(redirects === undefined ? {} : { redirects }),
    ...(folders === undefined ? {} : { redirect_folders: folders }),
  }
  return { names: new Map(pages.sort(([a], [b]) => compare(a, b))), redirects: rules }
}

function parseJson(bytes: Uint8Array): unknown {
  try {
    return JSON.parse(new TextDecoder('utf-8', { fatal: true }).decode(bytes))
  } catch {
    return undefined
  }
}

function decodePath(encoded: string): string | undefined {
  try {
    const path = decodeURI(encoded).replace(/\/$/, '')
    return /[\u0000-\u001f?#\\]|(^|\/)\.{0,2}(\/|$)/.test(path) && path !== '' ? undefined : path
  } catch {
    return undefined
  }
}

/**
 * What tells a page apart from all others. Its id alone does not: two branches of one corpus give
 * their new pages the same ids, and two corpora do so from the start.
 */
export function nameSisterPage(id: string, title: string): string {
  return `${id} ${title}`
}

/**
 * Which page of another site each page of this one is: that at the same path, that to which a
 * redirect of either leads, or that with the same id and title.
 */
export function matchPages(from: SisterPages, to: SisterPages): ReadonlyMap<string, string> {
  const matches = new Map<string, string>()
  for (const path of from.names.keys()) {
    const found = to.names.has(path) ? path : follow(to, path)
    if (found !== undefined) matches.set(path, found)
  }
  for (const path of to.names.keys()) {
    const found = from.names.has(path) ? undefined : follow(from, path)
    if (found !== undefined && !matches.has(found)) matches.set(found, path)
  }
  const paths = new Map([...to.names].map(([path, name]) => [name, path]))
  for (const [path, name] of from.names) {
    const found = matches.has(path) ? undefined : paths.get(name)
    if (found !== undefined && !from.names.has(found)) matches.set(path, found)
  }
  return matches
}

function follow({ names, redirects }: SisterPages, path: string): string | undefined {
  const end = followRedirects(redirects, path, (each) => names.has(each))
  return end?.kind === 'path' ? end.path : undefined
}
