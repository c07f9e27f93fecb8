import { join } from 'node:path'
import { type PageDate, readFileDate, readPageDates } from './read/page_dates.ts'

/** Dates of pages that state none: git is asked once, and a page that is saved has its own day. */
type LiveDates = {
  readonly read: typeof readPageDates
  /** These pages were saved. */
  readonly touch: (folder: string, files: readonly string[]) => Promise<void>
  /** Another commit is checked out. */
  readonly forget: () => void
}

export function createLiveDates(): LiveDates {
  const known = new Map<string, PageDate>()
  return {
    read: async (folder, files) => {
      const missing = files.filter((file) => !known.has(file))
      for (const [file, date] of await readPageDates(folder, missing)) known.set(file, date)
      return known
    },
    touch: async (folder, files) => {
      for (const file of files) known.set(file, await readFileDate(join(folder, file)))
    },
    forget: () => known.clear(),
  }
}
