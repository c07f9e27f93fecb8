import { NOT_FOUND_FILE, PRIVATE_FOLDER } from '../../contract/build.ts'
import { decodePercent } from '../../contract/percent_encoding.ts'
import { isClosedAddress, isReservedAddress } from '../../contract/reserved_names.ts'
import type { Snapshot, StoredFile } from '../../docs/public_docs/mod.ts'

/** What a path of the site leads to. */
export type Target =
  | { readonly kind: 'file'; readonly file: StoredFile }
  | { readonly kind: 'page'; readonly html: StoredFile; readonly twin: StoredFile | undefined }
  | { readonly kind: 'moved'; readonly to: string }
  | { readonly kind: 'absent' }

const ABSENT: Target = { kind: 'absent' }

/** Longest path that is looked up; no build has a longer one. */
const PATH_CHARACTERS_MAX = 2048

const HTML_NAME = 'index.html'
const TWIN_NAME = 'index.md'

/**
 * Finds the target of a path. Only names that the build lists are found: no path reaches the disk,
 * so there is no folder to escape from.
 */
export function targetAt(rawPath: string, snapshot: Snapshot): Target {
  const path = decodePath(rawPath)
  if (path === undefined || path === NOT_FOUND_FILE) return ABSENT
  const target = fileAt(path, snapshot)
  return target.kind === 'absent' ? oldPageAt(path, snapshot) : target
}

function fileAt(path: string, snapshot: Snapshot): Target {
  if (path === '' || path.endsWith('/')) return pageAt(path, snapshot)
  if (path === HTML_NAME || path.endsWith(`/${HTML_NAME}`)) {
    return movedTo(path.slice(0, -HTML_NAME.length), snapshot)
  }
  const file = snapshot.file(path)
  return file === undefined ? movedTo(`${path}/`, snapshot) : { kind: 'file', file }
}

/** The path of the page whose twin has this path; absent when it is not a twin. */
export function pageOfTwin(path: string): string | undefined {
  if (path !== TWIN_NAME && !path.endsWith(`/${TWIN_NAME}`)) return undefined
  return path.slice(0, -TWIN_NAME.length)
}

/** Canonical address of the page in a folder: `''` is the front page, `a/b/` any other. */
export function pageUrl(folder: string, snapshot: Snapshot): string {
  const record = snapshot.recordAt(folder.replace(/\/$/, ''))
  return new URL(record?.url ?? absoluteUrl(encodeURI(folder), snapshot)).href
}

/** Absolute address of a path of the site; the Host header is never used. */
export function absoluteUrl(path: string, snapshot: Snapshot): string {
  const base = snapshot.baseUrl
  return base.endsWith('/') ? `${base}${path}` : `${base}/${path}`
}

function pageAt(folder: string, snapshot: Snapshot): Target {
  const html = snapshot.file(`${folder}${HTML_NAME}`)
  if (html === undefined) return ABSENT
  return { kind: 'page', html, twin: snapshot.file(`${folder}${TWIN_NAME}`) }
}

/** A page has one address, which ends in a slash (shapes: pages); others redirect to it. */
function movedTo(folder: string, snapshot: Snapshot): Target {
  if (snapshot.file(`${folder}${HTML_NAME}`) === undefined) return ABSENT
  return { kind: 'moved', to: pageUrl(folder, snapshot) }
}

/** A page that moved answers at its old address with the new one, and so does its twin. */
function oldPageAt(path: string, snapshot: Snapshot): Target {
  const folder = pageOfTwin(path)
  const bare = (folder ?? path).replace(/(?:^|\/)index\.html$|\/$/, '')
  // A redirect of everything must not answer for an interface that is off.
  if (isReservedAddress(bare)) return ABSENT
  const moved = snapshot.movedTo(bare)
  if (moved === undefined) return ABSENT
  const isTwin = folder !== undefined && moved.record !== undefined
  return { kind: 'moved', to: isTwin ? moved.record.markdown_url : moved.url }
}

/** The decoded path without its first slash; absent when no published path can have this form. */
function decodePath(rawPath: string): string | undefined {
  if (rawPath.length > PATH_CHARACTERS_MAX || !rawPath.startsWith('/')) return undefined
  if (/%(2f|5c|00)/i.test(rawPath)) return undefined
  const path = decodePercent(rawPath.slice(1))
  if (path === undefined || path.includes('\\') || path.includes('\0')) return undefined
  const segments = path.split('/')
  const folders = segments.slice(0, -1)
  if (folders.includes('') || segments.includes('.') || segments.includes('..')) return undefined
  return isClosedAddress(path) || segments[0] === PRIVATE_FOLDER ? undefined : path
}
