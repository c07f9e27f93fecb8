import { posix } from 'node:path'
import type { HugoPage } from './_pages.ts'

/** Finds the page that `ref` means: by path, beside the page, or by its name alone. */
export function createPageFinder(
  pages: readonly HugoPage[],
): (name: string, fromFile: string) => HugoPage | undefined {
  const byRoute = new Map(pages.map((page) => [page.route.toLowerCase(), page]))
  const byFile = new Map(pages.map((page) => [page.file, page]))
  const byName = new Map<string, HugoPage | undefined>()
  for (const page of pages) {
    const name = posix.basename(page.route).toLowerCase()
    // Hugo takes a name only if one page has it.
    byName.set(name, byName.has(name) ? undefined : page)
  }
  return (name, fromFile) => {
    const plain = name
      .toLowerCase()
      .replace(/\.(?:md|markdown|html)$/, '')
      .replace(/\/+$/, '')
    const path = plain.replace(/(?:^|\/)_?index$/, '')
    if (path.startsWith('/')) return byRoute.get(path.slice(1))
    const from = byFile.get(fromFile)
    const folder = from === undefined ? '.' : posix.dirname(from.path).toLowerCase()
    const below = from?.isSection === true ? from.route.toLowerCase() : folder
    const beside = [below, posix.dirname(below)].map((each) => posix.normalize(`${each}/${path}`))
    for (const key of [beside[0] ?? '', path, beside[1] ?? '']) {
      const found = byRoute.get(key === '.' ? '' : key.replace(/^\.\//, '').replace(/\/+$/, ''))
      if (found !== undefined) return found
    }
    return byName.get(posix.basename(path))
  }
}
