import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout } from 'node:timers/promises'
import { type Problem, sortProblems } from '../contract/problem.ts'
import { err, ok, type Result } from '../contract/result.ts'
import { type ImportReport, importDocs } from '../import/corpus/mod.ts'
import { type FetchedSite, fetchSite } from '../import/fetch/mod.ts'
import { createPinnedSite } from '../service/network/pinned_site.ts'
import { progressBar } from './_progress.ts'

/** Folder of the corpus with the copies of sites; hidden, so that no build reads it. */
const COPIES_FOLDER = '.site'

type ImportOptions = Parameters<typeof importDocs>[0]

/** What an import from an address is asked for. */
export type SiteImport = Omit<ImportOptions, 'nowMs' | 'progress'> & {
  readonly program: string
  readonly allowsPrivate: boolean
  readonly pagesMax: number | undefined
  readonly bytesMax: number | undefined
  readonly stop: AbortSignal
}

export type ImportedSite = {
  readonly report: ImportReport
  readonly site: Omit<FetchedSite, 'losses' | 'notes'>
}

/** Options of the commands that take an address. */
export const SITE_OPTIONS = {
  version: 'string',
  language: 'string',
  'allow-private': 'boolean',
  'max-pages': 'string',
  'max-megabytes': 'string',
} as const

export type SiteFlags = {
  readonly version?: string
  readonly language?: string
  readonly 'allow-private'?: boolean
  readonly 'max-pages'?: string
  readonly 'max-megabytes'?: string
}

/** What may be fetched, and from where. */
export function readBudgets(
  flags: SiteFlags,
): Result<Pick<SiteImport, 'allowsPrivate' | 'pagesMax' | 'bytesMax'>, string> {
  const amounts = (['max-pages', 'max-megabytes'] as const).map((name) => {
    const text = flags[name]
    if (text === undefined || /^[1-9]\d{0,6}$/.test(text)) return text && Number(text)
    return `Cannot use --${name} "${text}": write a number such as 10000`
  })
  const wrong = amounts.find((each) => typeof each === 'string')
  if (wrong !== undefined) return err(wrong)
  const [pagesMax, megabytes] = amounts.map((each) => (typeof each === 'number' ? each : undefined))
  const bytesMax = megabytes === undefined ? undefined : megabytes * 1024 * 1024
  return ok({ allowsPrivate: flags['allow-private'] === true, pagesMax, bytesMax })
}

export function isAddress(source: string): boolean {
  return /^https?:\/\//i.test(source)
}

/** Copies a site beside the corpus, and imports the copy. A trial leaves no copy. */
export async function importSite(
  request: SiteImport,
): Promise<Result<ImportedSite, readonly Problem[]>> {
  if (request.isTrial !== true) return await importInto(join(request.to, COPIES_FOLDER), request)
  const folder = await mkdtemp(join(tmpdir(), 'lectern-site-'))
  try {
    return await importInto(join(folder, COPIES_FOLDER), request)
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
}

async function importInto(
  folder: string,
  request: SiteImport,
): Promise<Result<ImportedSite, readonly Problem[]>> {
  const { from: address, program, allowsPrivate, pagesMax, bytesMax, stop, ...rest } = request
  const { language, version } = rest
  const fetched = await fetchSite({
    address,
    folder,
    program,
    ...{ language, version, pagesMax, bytesMax, stop },
    ports: {
      send: createPinnedSite({
        loopback: false,
        ...(allowsPrivate ? { permits: () => true } : {}),
      }),
      clock: Date.now,
      wait: async (ms) => await setTimeout(ms, undefined),
    },
    progress: progressBar('fetching'),
  })
  if (!fetched.ok) return fetched
  const { losses, notes, ...site } = fetched.value
  const progress = progressBar('importing')
  const from = site.folder
  const imported = await importDocs({ ...rest, from, nowMs: Date.now(), progress })
  if (!imported.ok) return imported
  const report = {
    ...imported.value,
    losses: sortProblems([...losses, ...imported.value.losses]),
    notes: sortProblems([...notes, ...imported.value.notes]),
  }
  return ok({ report, site })
}
