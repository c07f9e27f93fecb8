import type { Document } from '../pages/documents.ts'
import type { ImportedPage } from '../pages/imported_page.ts'
import { writeFolderFiles } from './folder_files.ts'
import { findLinkAddress, type Theming } from './theme.ts'

/** The menu of a site over its written pages. */
export function writeMenu(
  documents: readonly Document[],
  pages: readonly ImportedPage[],
  theming: Theming,
): ReturnType<typeof writeFolderFiles> {
  return writeFolderFiles(theming.site.menu, {
    pageOf: new Map(documents.map(({ file, page }) => [file, page])),
    titles: new Map(pages.map(({ page, title }) => [page, title])),
    tabs: theming.site.tabs,
    findAddress: (href) => findLinkAddress(href, theming),
  })
}
