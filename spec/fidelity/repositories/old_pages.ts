import { readdirSync, readFileSync } from 'node:fs'
import { basename, dirname, extname, join, relative } from 'node:path'
import { parse } from 'yaml'
import { at, textOf } from './script_values.ts'

/** A line of a menu; a heading without a link has no address. */
export type MenuRow = { readonly label: string; readonly address: string | undefined }

/** What a repository says of the site that it makes. */
export type OldSite = {
  readonly rows: readonly MenuRow[]
  /** Addresses of all its pages, without slashes and endings. */
  readonly addresses: readonly string[]
  readonly hasLogo: boolean
}

export type OldPage = {
  /** Path below the documentation, without its ending. */
  readonly path: string
  readonly fields: unknown
  readonly title: string
}

/** The pages below a folder, by their paths. */
export function readOldPages(root: string): readonly OldPage[] {
  return readdirSync(root, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile() && /\.mdx?$/.test(entry.name))
    .map((entry) => relative(root, join(entry.parentPath, entry.name)))
    .filter((path) => !/(?:^|\/)(?:_|node_modules\/|\.)/.test(path))
    .sort()
    .map((path) => readOldPage(root, path))
}

export function readOldPage(root: string, path: string): OldPage {
  const text = readFileSync(join(root, path), 'utf8')
  const front = /^---\n([\s\S]*?)\n---\n/.exec(text)
  const fields: unknown = front === null ? {} : parse(front[1] ?? '')
  const body = text.slice(front?.[0].length ?? 0).replace(/^(```|~~~)[\s\S]*?^\1/gm, '')
  const heading = /^#[ \t]+(.+?)[ \t]*#*$|^(\S.*)\n=+$/m.exec(body)
  const title = textOf(at(fields, 'title')) ?? heading?.[1] ?? heading?.[2]
  const named = title ?? basename(path, extname(path))
  return { path: path.replace(/\.mdx?$/, ''), fields, title: plain(named) }
}

/** A label as readers see it. */
export function plain(label: string): string {
  return label
    .replace(/\s*\{#[^}]*\}$/, '')
    .replace(/<[^>]*>/g, '')
    .replace(/!?\[([^\]]*)\]\([^)]*\)/g, '$1')
    .replace(/&lt;/g, '<')
    .replace(/&gt;/g, '>')
    .replace(/&amp;/g, '&')
    .replace(/\\(?=[^\p{L}\p{N}\s])/gu, '')
    .replace(/[`*]/g, '')
    .replace(/\s+/g, ' ')
    .trim()
}

/** An address of the site without slashes, ending and the name of an index; others stay. */
export function bare(address: string): string {
  if (/^[a-z][a-z0-9+.-]*:/i.test(address)) return address.replace(/\/$/, '')
  return address
    .replace(/#.*$/, '')
    .replace(/\.(?:html|mdx?)$/, '')
    .replace(/(?:^|\/)(?:index|readme)$/i, '')
    .replace(/^\.?\/+|\/+$/g, '')
}

export function folderOf(path: string): string {
  const folder = dirname(path)
  return folder === '.' ? '' : folder
}
