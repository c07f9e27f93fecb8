import { startOfFile } from '../../contract/problem.ts'
import type { SitePage } from '../../foreign_source/generator.ts'
import type { Report } from '../../foreign_source/report/report.ts'
import { readSourceFrontMatter, readTextField } from '../../foreign_source/source/front_matter.ts'
import type { SourceFolder } from '../../foreign_source/source/source_files.ts'

/** A page with its title in the menu. */
export type MintlifyPage = SitePage & { readonly label: string | undefined }

type Reading = { readonly source: SourceFolder; readonly report: Report }

/** Pages with what their front matter says of the menu; hidden ones are left out. */
export function readMintlifyPages(
  pages: readonly SitePage[],
  { source, report }: Reading,
): readonly MintlifyPage[] {
  return pages.flatMap((page): readonly MintlifyPage[] => {
    const shown = source.show(page.file)
    const { fields } = readSourceFrontMatter(shown, source.read(page.file) ?? '')
    if (fields.hidden === true) {
      const what = 'the page is hidden and is left out'
      report.addNote(startOfFile(shown), what, 'remove "hidden" to import it')
      return []
    }
    const tag = readTextField(fields, ['tag'])
    const status = fields.deprecated === true ? 'deprecated' : tag?.toLowerCase()
    const label = readTextField(fields, ['sidebarTitle'])
    return [{ ...page, label, ...(status === undefined ? {} : { status }) }]
  })
}
