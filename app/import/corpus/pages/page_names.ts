import { compare } from '../../../contract/problem.ts'
import { isReservedAddress, isReservedFolder } from '../../../contract/reserved_names.ts'

/** A source file and the page that it becomes; both paths end with their extension. */
export type PageName = { readonly file: string; readonly page: string }

/** Why a page has another name; a reserved one is that of its first folder. */
export type NewName = PageName & { readonly why: string; readonly isReserved?: boolean }

const ORDERED = /^\d{1,3}[-_.] ?(?=[^\d\s])/

/** A leading zero only ever serves to sort. */
const SURELY_ORDERED = /^0\d[-_.](?=[^\d\s])/

/** Names the page of each source file: safe characters, no reserved or duplicate address. */
export function namePages(
  files: readonly string[],
  cutsNumbers = true,
): {
  readonly names: readonly PageName[]
  readonly renamed: readonly NewName[]
} {
  const ordered = findOrderedFolders(files, cutsNumbers)
  const folders = new Set(files.filter(isIndex).map(folderOf))
  const taken = new Set<string>()
  const names: PageName[] = []
  const renamed: NewName[] = []
  // A real index takes precedence over a README that would replace it, and a page that keeps its
  // address over one that cannot.
  const moves = (path: string) => Number(avoidReserved(path) !== path)
  const queue = files
    .map((file) => {
      const wanted = choosePath(file, ordered, folders)
      return { file, wanted, order: rank(file) + RANKS * moves(wanted.path) }
    })
    .sort((a, b) => a.order - b.order || compare(a.file, b.file))
  for (const { file, wanted } of queue) {
    const free = avoidReserved(wanted.path)
    let path = free
    for (let count = 2; taken.has(addressOf(path).toLowerCase()); count++) {
      path = addNumber(free, count)
    }
    taken.add(addressOf(path).toLowerCase())
    const page = `${path}.md`
    names.push({ file, page })
    if (free !== wanted.path) {
      const why = `the service reserves /${reservedPartOf(wanted.path)}`
      renamed.push({ file, page, why, isReserved: true })
    } else if (path !== free) {
      renamed.push({ file, page, why: `another file has the address ${addressOf(free)}/` })
    } else if (wanted.unsafe) {
      renamed.push({ file, page, why: 'its name has characters that an address cannot contain' })
    }
  }
  return { names: names.sort((a, b) => compare(a.file, b.file)), renamed }
}

/** Path of a file on its old site: without extension, order numbers, groups and index. */
export function routeOf(file: string, ordered: Numbering): string {
  const segments = removeExtension(file).split('/')
  const kept = segments.map((segment, at) => {
    return removeOrder(segment, segments.slice(0, at).join('/'), ordered)
  })
  const route = kept.filter((segment) => !/^\([^)]*\)$/.test(segment))
  if (/^_?index$/i.test(route.at(-1) ?? '')) route.pop()
  return route.join('/')
}

/** How numbers before the names of files and folders are read. */
type Numbering = {
  /** Folders whose entries are numbered to sort them: `01-app`, `02-pages`. */
  readonly folders: ReadonlySet<string>
  /** Whether numbers are cut at all: some generators keep them in addresses. */
  readonly cutsNumbers: boolean
}

export function findOrderedFolders(files: readonly string[], cutsNumbers: boolean): Numbering {
  const entries = new Map<string, Set<string>>()
  for (const file of files) {
    const segments = removeExtension(file).split('/')
    for (const [at, segment] of segments.entries()) {
      if (/^(_?index|readme)$/i.test(segment)) continue
      const folder = segments.slice(0, at).join('/')
      entries.set(folder, (entries.get(folder) ?? new Set()).add(segment))
    }
  }
  const ordered = [...entries].filter(([, names]) => {
    const numbered = [...names].filter((name) => ORDERED.test(name)).length
    return numbered > 0 && numbered * 2 >= names.size
  })
  return { folders: new Set(ordered.map(([folder]) => folder)), cutsNumbers }
}

/** URL path of a page file: an index names its folder. */
export function addressOf(page: string): string {
  return page.replace(/\.md$/, '').replace(/(^|\/)index$/, '')
}

function choosePath(
  file: string,
  ordered: Numbering,
  folders: ReadonlySet<string>,
): { readonly path: string; readonly unsafe: boolean } {
  const route = routeOf(file, ordered)
  const index = isIndex(file) || (isReadme(file) && !folders.has(folderOf(file)))
  const base = isReadme(file) && index ? route.split('/').slice(0, -1).join('/') : route
  const segments = base === '' ? [] : base.split('/')
  const safe = segments.map(toSafeSegment)
  const path = [...safe, ...(index ? ['index'] : [])].join('/')
  return { path, unsafe: safe.some((segment, at) => segment !== segments[at]?.normalize('NFC')) }
}

/** A file name can have 255 bytes, and builds add endings of their own. */
const SEGMENT_BYTES_MAX = 200
const SEGMENT_CHARACTERS_MAX = 100

/** Letters and digits of every script stay; what nothing is left of is named `page`. */
function toSafeSegment(segment: string): string {
  const plain = segment
    .normalize('NFC')
    .replace(/[^\p{L}\p{M}\p{N}._@-]+/gu, '-')
    .replace(/^[\p{M}.-]+|[.-]+$/gu, '')
  const name = plain === '' ? 'page' : plain
  const characters = [...name.replace(/\.(md|html)$/i, '-$1')].slice(0, SEGMENT_CHARACTERS_MAX)
  while (Buffer.byteLength(characters.join('')) > SEGMENT_BYTES_MAX) characters.pop()
  return characters.join('')
}

/** The page of a folder whose pages stay, such as that of `docs`, stays beside them. */
function avoidReserved(path: string): string {
  const [first = '', ...rest] = path.split('/')
  const isReserved = isReservedAddress(addressOf(path)) || /\.(txt|xml|json)$/i.test(first)
  if (!isReserved) return path
  if (path.endsWith('/index') && !isReservedFolder(addressOf(path))) {
    return path.replace(/index$/, 'overview')
  }
  return [`${first.replaceAll('.', '-')}-pages`, ...rest].join('/')
}

/** Pages that moved for one reason are one note. */
function reservedPartOf(path: string): string {
  const [first = ''] = path.split('/')
  return isReservedFolder(first) ? first : `${addressOf(path)}/`
}

function addNumber(path: string, count: number): string {
  if (path === 'index') return `index-${count}`
  return path.endsWith('/index') ? `${path.slice(0, -6)}-${count}/index` : `${path}-${count}`
}

function removeOrder(segment: string, folder: string, ordered: Numbering): string {
  if (!ordered.cutsNumbers) return segment
  return segment.replace(ordered.folders.has(folder) ? ORDERED : SURELY_ORDERED, '')
}

const removeExtension = (file: string) => file.replace(/\.(mdx?|markdown)$/i, '')
const isIndex = (file: string) => /(^|\/)_?index\.(mdx?|markdown)$/i.test(file)
const isReadme = (file: string) => /(^|\/)readme\.(mdx?|markdown)$/i.test(file)

const RANKS = 3

function rank(file: string): number {
  if (isIndex(file)) return 0
  return isReadme(file) ? 2 : 1
}

function folderOf(file: string): string {
  return file.includes('/') ? file.slice(0, file.lastIndexOf('/')) : ''
}
