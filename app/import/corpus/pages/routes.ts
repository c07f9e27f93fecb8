import { basename, posix } from 'node:path'
import { decodePercentLeniently } from '../../../contract/percent_encoding.ts'
import type { Redirect } from '../../source/generator.ts'
import { addressOf, findOrderedFolders, type PageName, routeOf } from './page_names.ts'

/** Finds the page that an address in the source refers to. */
export type Routes = {
  /** Page for an address without scheme, query and anchor, relative to a source file. */
  find(address: string, fromFile: string): PageName | undefined
  /** Source file for the path of an `import` statement. */
  file(specifier: string, fromFile: string): string | undefined
  /** Address of a file on its old site: `app/guides/forms`. */
  route(file: string): string
}

/** `named` is its path below the documentation, which decides over its address. */
type RoutedPage = PageName & {
  readonly slug: string | undefined
  readonly named: string
  /** Old addresses of a page, which links of the source may still have. */
  readonly old?: readonly string[]
}

/** How addresses of the old site are made. */
type RouteRules = {
  readonly folder: string
  readonly cutsNumbers: boolean
  /** Old addresses of the site, which its links may still have. */
  readonly redirects?: readonly Pick<Redirect, 'from' | 'to'>[]
  /** Folders from which a link to a file counts, too, as `Site` says. */
  readonly linkRoots?: readonly string[] | undefined
}

const EXTENSION = /\.(mdx?|markdown|html?)$/i

/**
 * `addresses` are all site-absolute links of the source: a prefix that most of them share before
 * the path of a page, such as `/docs/`, is taken as the path where the site was mounted.
 */
export function findRoutes(
  pages: readonly RoutedPage[],
  addresses: Iterable<string>,
  { folder, cutsNumbers, redirects = [], linkRoots = [] }: RouteRules,
): Routes {
  const ordered = findOrderedFolders(
    pages.map(({ named }) => named),
    cutsNumbers,
  )
  const namedOf = new Map(pages.map(({ file, named }) => [file, named]))
  const nameOf = (file: string) => namedOf.get(file) ?? file
  const byFile = new Map(pages.map((page) => [page.file, page]))
  const byKey = new Map<string, PageName>()
  const add = (key: string, page: PageName) => {
    const low = keyOf(key)
    if (!byKey.has(low)) byKey.set(low, page)
  }
  for (const page of pages) add(page.file, page)
  for (const page of pages) {
    if (page.slug === undefined) continue
    const sibling = posix.join(posix.dirname(page.named), page.slug)
    add(page.slug.startsWith('/') ? page.slug.slice(1) : sibling, page)
  }
  for (const page of pages) add(page.named, page)
  for (const page of pages) add(routeOf(page.named, ordered), page)
  for (const page of pages) add(addressOf(page.page), page)
  for (const page of pages) for (const address of page.old ?? []) add(address, page)
  const lookUp = (path: string) => byKey.get(keyOf(path))
  const mounts = findMounts(addresses, lookUp, basename(folder))
  const findNamed = createNameFinder(ordered.folders.size > 0 ? pages : [], ordered)
  const absolute = (path: string) => lookUp(path) ?? findBelow(mounts, path, lookUp)
  const follow = createFollower(redirects, absolute)
  return {
    find: (address, fromFile) => {
      const path = decodePercentLeniently(address)
      if (path.startsWith('/')) {
        const bare = path.slice(1).replace(/\/+$/, '')
        return absolute(bare) ?? findFile(bare, linkRoots, lookUp) ?? follow(bare)
      }
      // On a page at `/a/b/`, `../c` is `/a/c`; in a file `a/b.md` it is `c`.
      const file = fromFile.replace(EXTENSION, '')
      const named = nameOf(fromFile)
      const route = routeOf(named, ordered)
      const froms = [posix.dirname(file), file, posix.dirname(named), posix.dirname(route), route]
      const roots = EXTENSION.test(path) && !/^\.\.?\//.test(path) ? linkRoots : []
      for (const from of [...froms, ...roots]) {
        const page = findInside(posix.join(from, path), lookUp)
        if (page !== undefined) return page
      }
      return follow(posix.join(posix.dirname(route), path)) ?? findNamed(path)
    },
    file: (specifier, fromFile) => {
      const path = specifier.startsWith('/')
        ? specifier.slice(1)
        : posix.join(posix.dirname(fromFile), specifier)
      return byFile.has(path) ? path : undefined
    },
    route: (file) => routeOf(nameOf(file), ordered),
  }
}

/** Finds a page of numbered folders by its name alone, where only one page has it. */
function createNameFinder(
  pages: readonly RoutedPage[],
  ordered: ReturnType<typeof findOrderedFolders>,
): (path: string) => PageName | undefined {
  const named = ordered.cutsNumbers ? pages : []
  const byName = Map.groupBy(named, (page) => keyOf(posix.basename(routeOf(page.named, ordered))))
  return (path) => {
    const found = byName.get(keyOf(path)) ?? []
    return found.length === 1 ? found[0] : undefined
  }
}

/** What stands for everything below an address: `/old/:slug*`, `/old/*`. */
export const REST = /\/(?::[A-Za-z]\w*\*|\*)$/

/** A list may lead from one old address to the next. */
export const STEPS_MAX = 16

/** Finds the page to which redirects lead from a path, as they did on the old site. */
function createFollower(
  redirects: readonly Pick<Redirect, 'from' | 'to'>[],
  lookUp: (path: string) => PageName | undefined,
): (path: string) => PageName | undefined {
  const bareOf = (path: string) => path.replace(/^\/+|\/+$/g, '')
  const exact = new Map(redirects.map(({ from, to }) => [bareOf(from), to]))
  const folders = redirects.flatMap(({ from, to }) => {
    if (!REST.test(from) || !REST.test(to)) return []
    return [{ from: `${bareOf(from.replace(REST, ''))}/`, to: to.replace(REST, '/') }]
  })
  return (path) => {
    let at = bareOf(path)
    for (let step = 0; step < STEPS_MAX; step++) {
      const folder = folders.find(({ from }) => at.startsWith(from))
      const rest = folder === undefined ? undefined : folder.to + at.slice(folder.from.length)
      const next = exact.get(at) ?? rest
      // What leads to a part of a page, or elsewhere, is for the list of redirects alone.
      if (next === undefined || /[#?:*]/.test(next)) return undefined
      at = bareOf(next)
      const page = lookUp(at)
      if (page !== undefined) return page
    }
    return undefined
  }
}

/** The page of a file that is named from one of several folders. */
function findFile(
  path: string,
  roots: readonly string[],
  lookUp: (path: string) => PageName | undefined,
): PageName | undefined {
  const files = EXTENSION.test(path) ? roots.map((root) => posix.join(root, path)) : []
  return files.map(lookUp).find((page) => page !== undefined)
}

function findBelow(
  mounts: readonly string[],
  path: string,
  lookUp: (path: string) => PageName | undefined,
): PageName | undefined {
  const mount = mounts.find((each) => path === each || path.startsWith(`${each}/`))
  return mount === undefined ? undefined : lookUp(path.slice(mount.length + 1))
}

function findInside(
  path: string,
  lookUp: (path: string) => PageName | undefined,
): PageName | undefined {
  return path.startsWith('../') ? undefined : lookUp(path.replace(/\/+$/, ''))
}

/** Maps all addresses of a page to one key. */
function keyOf(path: string): string {
  return path
    .replace(/^\.?\/+|\/+$/g, '')
    .replace(EXTENSION, '')
    .replace(/(^|\/)(_?index|readme)$/i, '')
    .replace(/^\.$/, '')
    .normalize('NFC')
    .toLowerCase()
}

const MOUNT_SEGMENTS_MAX = 3
const MOUNT_LINKS_MIN = 3

function findMounts(
  addresses: Iterable<string>,
  lookUp: (path: string) => PageName | undefined,
  folderName: string,
): readonly string[] {
  const counts = new Map<string, { all: number; found: number }>()
  for (const address of new Set(addresses)) {
    const path = decodePercentLeniently(address).replace(/^\/+|\/+$/g, '')
    if (path === '' || lookUp(path) !== undefined) continue
    const segments = path.split('/')
    for (let length = 1; length <= Math.min(MOUNT_SEGMENTS_MAX, segments.length); length++) {
      const mount = segments.slice(0, length).join('/')
      const count = counts.get(mount) ?? { all: 0, found: 0 }
      count.all++
      if (lookUp(segments.slice(length).join('/')) !== undefined) count.found++
      counts.set(mount, count)
    }
  }
  return [...counts]
    .filter(([mount, { all, found }]) => {
      const enough = found >= MOUNT_LINKS_MIN || (found > 0 && mount === folderName)
      return enough && found * 2 >= all
    })
    .map(([mount]) => mount)
}

/** Site-absolute addresses that a text links to; a rough match is enough to count them. */
export function findAbsoluteAddresses(body: string): readonly string[] {
  const found = body.matchAll(/(?:\]\(|\bhref=["'])(\/[^)\s"'#?]*)/g)
  return [...found].map(([, address = '']) => address)
}
