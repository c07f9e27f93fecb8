import { posix } from 'node:path'
import { quote, startOfFile } from '../../contract/problem.ts'
import type { SiteContext, SitePage } from '../../foreign_source/generator.ts'
import { cutBaseAddress } from '../../foreign_source/site_addresses.ts'
import { readTextField } from '../../foreign_source/source/front_matter.ts'
import type { SourceFolder } from '../../foreign_source/source/source_files.ts'
import type { JekyllConfig } from './_config.ts'
import type { JekyllPage } from './_pages.ts'

/** Names each page after its address; a second one there is named after its file. */
export function namePages(
  pages: readonly JekyllPage[],
  config: JekyllConfig,
  source: SourceFolder,
  { report }: SiteContext,
): readonly SitePage[] {
  const own = pages.map(({ url }) => cutAddress(url))
  const folders = new Set(own.flatMap(listFolders))
  const bares = moveToFolders(pages, own, folders, config)
  const taken = new Map<string, string>()
  return pages.map(({ file, path, url, fields }, at): SitePage => {
    // Defaults of the configuration are in no front matter.
    const title = readTextField(fields, ['title'])
    const description = readTextField(fields, ['description', 'summary'])
    const words = {
      ...(title === undefined ? {} : { title }),
      ...(description === undefined ? {} : { description }),
    }
    const bare = bares[at] ?? ''
    const name = bare === '' || folders.has(bare) ? posix.join(bare, 'index.md') : `${bare}.md`
    const other = taken.get(name)
    if (other === undefined) {
      taken.set(name, path)
      return { file, named: name, oldAddress: url.slice(1), ...words }
    }
    const what = `the page has the address ${quote(url)} of ${quote(other)}, and gets another one`
    report.addLoss(startOfFile(source.show(file)), what, 'give it a permalink of its own')
    return { file, named: path.replace(/^_/, ''), ...words }
  })
}

function cutAddress(url: string): string {
  return url.replace(/\.html?$/, '').replace(/^\/+|\/+$/g, '')
}

function listFolders(bare: string): readonly string[] {
  const parts = bare.split('/').slice(0, -1)
  return parts.map((_, at) => parts.slice(0, at + 1).join('/'))
}

/**
 * A page that also answers for its folder becomes the index of the folder: pages are listed at the
 * address of a folder without one, where no redirect could be.
 */
function moveToFolders(
  pages: readonly JekyllPage[],
  own: readonly string[],
  folders: ReadonlySet<string>,
  { url, baseurl }: JekyllConfig,
): readonly string[] {
  const taken = new Set(own)
  return own.map((bare, at) => {
    const value = pages[at]?.fields.redirect_from
    const old: readonly unknown[] = Array.isArray(value) ? value : [value]
    const found = old
      .filter((each): each is string => typeof each === 'string')
      .map((each) => cutAddress(cutBaseAddress(each, `${url}${baseurl}/`)))
      .find((each) => folders.has(each) && !taken.has(each) && bare.startsWith(`${each}/`))
    // Only a page right in the folder; one further below would move too far.
    if (found === undefined || folders.has(bare) || posix.dirname(bare) !== found) return bare
    taken.add(found)
    return found
  })
}
