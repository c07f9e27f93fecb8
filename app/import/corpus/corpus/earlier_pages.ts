import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { readSourceFrontMatter } from '../../source/files/front_matter.ts'
import { type ImportedPage, writePageText } from '../pages/imported_page.ts'
import type { ImportRecord } from './_import_record.ts'
import { findPageMoves, joinPageMoves, type PageLikeness } from './page_moves.ts'

/** What an import has to know of the ones before it. */
type EarlierPages = {
  readonly corpusDir: string
  readonly record: ImportRecord
}

/** Where pages of earlier imports are now, by the paths that they had. */
export async function findEarlierMoves(
  pages: readonly ImportedPage[],
  { corpusDir, record }: EarlierPages,
): Promise<ImportRecord['moves']> {
  const here = new Set(pages.map(({ page }) => page))
  const gone: PageLikeness[] = []
  for (const page of record.digests.keys()) {
    if (!page.endsWith('.md') || here.has(page)) continue
    const text = await readFile(join(corpusDir, 'pages', page), 'utf8').catch(() => undefined)
    if (text === undefined) continue
    const { fields, body } = readSourceFrontMatter(page, text)
    gone.push({ page, title: String(fields.title ?? ''), body })
  }
  const arrived = gone.length === 0 ? [] : pages.filter(({ page }) => !record.digests.has(page))
  return joinPageMoves(record.moves, findPageMoves(gone, arrived), here)
}

/** Pages that also answer at the paths that they had in earlier imports. */
export function addMovedAddresses(
  pages: readonly ImportedPage[],
  moves: ImportRecord['moves'],
  listed: readonly { readonly from: string }[],
): readonly ImportedPage[] {
  if (moves.size === 0) return pages
  const taken = new Set(['/', ...listed.map(({ from }) => from.toLowerCase())])
  for (const { page, record } of pages) {
    const own = [addressOf(page), ...listFolders(page), ...listAddresses(record)]
    for (const address of own) taken.add(address.toLowerCase())
  }
  const byPage = Map.groupBy(moves, ([, to]) => to)
  return pages.map((page) => {
    const added = (byPage.get(page.page) ?? [])
      .map(([from]) => addressOf(from))
      .filter((address) => !taken.has(address.toLowerCase()))
    if (added.length === 0) return page
    const addresses = [...listAddresses(page.record), ...added.sort()]
    return { ...page, record: { ...page.record, redirect_from: addresses } }
  })
}

function listAddresses(record: ImportedPage['record']): readonly string[] {
  const value = record.redirect_from
  return Array.isArray(value) ? value.map(String) : []
}

/** Addresses at which a build lists pages, where a folder has none of its own. */
function listFolders(page: string): readonly string[] {
  const parts = page.split('/').slice(0, -1)
  return parts.map((_, at) => `/${parts.slice(0, at + 1).join('/')}/`)
}

function addressOf(page: string): string {
  const path = page.replace(/(?:^|\/)index\.md$|\.md$/, '')
  return path === '' ? '/' : `/${path}/`
}

/**
 * Pages that state no date keep that of the import which brought their text: importing the same
 * again the next day changes nothing.
 */
export async function keepEarlierDates(
  pages: readonly ImportedPage[],
  { corpusDir, record }: EarlierPages,
): Promise<readonly ImportedPage[]> {
  if (record.digests.size === 0) return pages
  const kept: ImportedPage[] = []
  for (const page of pages) kept.push(page.isDated ? page : await keepDate(page, corpusDir))
  return kept
}

const UPDATED = /^updated: "(\d{4}-\d\d-\d\d)"$/m

async function keepDate(page: ImportedPage, corpusDir: string): Promise<ImportedPage> {
  const text = await readFile(join(corpusDir, 'pages', page.page), 'utf8').catch(() => '')
  const updated = UPDATED.exec(text)?.[1]
  if (updated === undefined) return page
  const earlier = { ...page, record: { ...page.record, updated } }
  return writePageText(earlier) === text ? earlier : page
}
