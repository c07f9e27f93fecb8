import { readFileSync, statSync } from 'node:fs'
import { basename, join, posix, resolve } from 'node:path'
import { LIMITS } from '../../../contract/limits.ts'
import { decodePercentLeniently } from '../../../contract/percent_encoding.ts'
import { isAssetName, isPictureName } from '../../../docs/model/asset.ts'
import { readPictureSize } from '../../../text/content/picture_size.ts'
import type { PageName } from './page_names.ts'

/** A file of the source that pages of the corpus refer to. */
export type ImportedAsset = {
  /** Path below `pages/`. */
  readonly target: string
  /** Path on this machine. */
  readonly source: string
}

/** The pictures and other files beside the pages of a source. */
export type AssetFiles = {
  /** The file that an address in a source file means, by its path below the imported folder. */
  find(address: string, fromFile: string): string | undefined
  /** Why a file cannot be published, and what to do. */
  explain(file: string): readonly [what: string, fix: string] | undefined
  /** Takes a file into the corpus, and gives its address from a page. */
  publish(file: string, page: string): string
  /** Whether a page refers to the file with this path below `pages/`. */
  isPublished(target: string): boolean
  /** What pages refer to, by path. */
  published(): readonly ImportedAsset[]
}

/** Folders whose files other generators serve from the root of the site. */
const ROOTS = ['', 'static', 'public', 'docs/public', 'src']

export function indexAssets(
  folder: string,
  files: readonly string[],
  names: readonly PageName[],
  ownRoots: readonly string[],
): AssetFiles {
  const known = new Set(files.filter(isAssetName))
  const targetOf = createTargets(names)
  const faults = new Map<string, readonly [string, string] | undefined>()
  const [taken, targets] = [new Set<string>(), new Set<string>()]
  return {
    find: (address, fromFile) => {
      const paths = listCandidates(address, fromFile, basename(resolve(folder)), ownRoots)
      return paths.find((path) => known.has(path))
    },
    explain: (file) => {
      if (!faults.has(file)) faults.set(file, explainFault(join(folder, file)))
      return faults.get(file)
    },
    publish: (file, page) => {
      taken.add(file)
      targets.add(targetOf(file))
      return encodePath(posix.relative(posix.dirname(page), targetOf(file)))
    },
    isPublished: (target) => targets.has(target),
    published: () =>
      [...taken].sort().map((file) => ({ target: targetOf(file), source: join(folder, file) })),
  }
}

/** Where an address may lead: from its file, from its page, or from a root of the site. */
function listCandidates(
  address: string,
  fromFile: string,
  name: string,
  ownRoots: readonly string[],
): readonly string[] {
  const path = decodePercentLeniently(address.trim().replace(/[?#].*$/s, ''))
  const absolute = /^(?:@site)?\/(.*)$/s.exec(path)?.[1]
  if (absolute !== undefined) {
    const below = absolute.startsWith(`${name}/`) ? [absolute.slice(name.length + 1)] : []
    return [absolute, ...below].flatMap((each) =>
      [...ownRoots, ...ROOTS].map((root) => posix.join(root, each)),
    )
  }
  const file = fromFile.replace(/\.[^./]+$/, '')
  return [posix.dirname(fromFile), file].map((from) => posix.join(from, path))
}

/** Files go with the pages of their folder, whose name may have changed. */
function createTargets(names: readonly PageName[]): (file: string) => string {
  const folders = new Map<string, string>()
  for (const { file, page } of names) {
    const [from, to] = [posix.dirname(file), posix.dirname(page)]
    if (from.split('/').length === to.split('/').length && !folders.has(from)) folders.set(from, to)
  }
  const targets = new Map<string, string>()
  const owners = new Map<string, string>()
  return (file) => {
    const known = targets.get(file)
    if (known !== undefined) return known
    const moved = posix.join(moveFolder(posix.dirname(file), folders), posix.basename(file))
    const target = (owners.get(moved.toLowerCase()) ?? file) === file ? moved : file
    owners.set(target.toLowerCase(), file)
    targets.set(file, target)
    return target
  }
}

function moveFolder(folder: string, folders: ReadonlyMap<string, string>): string {
  const moved = folders.get(folder)
  if (moved !== undefined || folder === '.') return moved ?? folder
  return posix.join(moveFolder(posix.dirname(folder), folders), posix.basename(folder))
}

function explainFault(path: string): readonly [what: string, fix: string] | undefined {
  try {
    const { size } = statSync(path)
    if (size > LIMITS.assetBytesMax) {
      return [`has ${size} bytes, more than ${LIMITS.assetBytesMax}`, 'make it smaller']
    }
    if (!isPictureName(path) || readPictureSize(readFileSync(path)) !== undefined) return undefined
  } catch {
    return ['cannot be read', 'make it readable']
  }
  const fix = 'save it again; an SVG needs a "viewBox", or "width" and "height"'
  return ['is broken, or does not say its size', fix]
}

/** An address in Markdown: parentheses and spaces would end it. */
function encodePath(path: string): string {
  const encode = (segment: string) =>
    encodeURIComponent(segment).replace(/[()]/g, (sign) => (sign === '(' ? '%28' : '%29'))
  return path.split('/').map(encode).join('/')
}
