import { posix } from 'node:path'
import { startOfFile } from '../../contract/problem.ts'
import { createSlugNamer } from '../../foreign_source/dialects/slugs.ts'
import type { SitePage } from '../../foreign_source/generator.ts'
import type { Report } from '../../foreign_source/report/report.ts'
import { readConfigValue } from '../../foreign_source/source/config_values.ts'
import { readSourceFrontMatter, readTextField } from '../../foreign_source/source/front_matter.ts'
import type { SourceFolder } from '../../foreign_source/source/source_files.ts'
import type { StarlightPage } from './_sidebar.ts'

type Reading = { readonly source: SourceFolder; readonly report: Report }

/** Pages by their addresses: the slug of each part of the path, or the one that the page names. */
export function readStarlightPages(
  pages: readonly SitePage[],
  { source, report }: Reading,
): readonly StarlightPage[] {
  return pages.flatMap((page): readonly StarlightPage[] => {
    if (/^404\.\w+$/.test(page.named)) {
      const what = 'the page of addresses that do not exist is left out'
      report.addNote(startOfFile(source.show(page.file)), what, 'the service has one of its own')
      return []
    }
    const { fields } = readSourceFrontMatter(source.show(page.file), source.read(page.file) ?? '')
    const sidebar = readConfigValue(fields).at('sidebar')
    const badge = sidebar.at('badge').text() ?? sidebar.at('badge', 'text').text()
    const order = sidebar.at('order').text()
    return [
      {
        ...page,
        named: nameByAddress(page.named, readTextField(fields, ['slug'])),
        label: sidebar.at('label').text(),
        order: order === undefined ? Number.POSITIVE_INFINITY : Number(order),
        isHidden: sidebar.at('hidden').value === true,
        ...(badge === undefined ? {} : { status: badge }),
      },
    ]
  })
}

function nameByAddress(named: string, slug: string | undefined): string {
  const ending = posix.extname(named)
  if (slug !== undefined) return `${slug.replace(/^\/+|\/+$/g, '') || 'index'}${ending}`
  const parts = named.slice(0, named.length - ending.length).split('/')
  return `${parts.map((part) => createSlugNamer('github')(part) || part).join('/')}${ending}`
}
