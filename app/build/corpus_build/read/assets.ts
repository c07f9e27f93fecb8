import { lstat, readdir, readFile, realpath, stat } from 'node:fs/promises'
import { join, posix } from 'node:path'
import { LIMITS } from '../../../contract/limits.ts'
import { decodePercentLeniently } from '../../../contract/percent_encoding.ts'
import { type Problem, problemAt, quote } from '../../../contract/problem.ts'
import { type Asset, isAssetName, isFilmName, isPictureName } from '../../../docs/model/asset.ts'
import type { SourceLink, SourcePage } from '../../../docs/model/source.ts'
import { mapInParallel } from '../../../foundation/files/parallel_map.ts'
import { readPictureSize } from '../../../text/content/picture_size.ts'
import { findNearest } from '../../../text/source_text/nearest_word.ts'
import type { SourceFile } from '../../../text/source_text/source_file.ts'
import { explainBadLink } from './_link.ts'

/** Files that are open at once; each may be large. */
const FILES_OPEN_MAX = 4

type AssetsRead = { readonly assets: readonly Asset[]; readonly problems: readonly Problem[] }

type ReadAssets = (folder: SourceFile, pages: readonly SourcePage[]) => Promise<AssetsRead>

/** What is wrong with a file, to be said at each link to it. */
type Trouble = readonly [what: string, fix: string | Near]

/** A file below the folder of the pages that the author may have meant. */
type Near = { readonly near: string }

type FileFact = { readonly asset: Asset } | { readonly trouble: Trouble }

/** Remembers files that look the same, so that a preview reads a picture once. */
export function createAssetReader(): ReadAssets {
  const known = new Map<string, { readonly stamp: string; readonly found: FileFact }>()
  const readOne = async (folder: SourceFile, file: string, list: ListFiles): Promise<FileFact> => {
    const path = join(folder.path, file)
    const stats = await stat(path).catch(() => undefined)
    const stamp = `${path} ${stats?.ino} ${stats?.size} ${stats?.mtimeMs}`
    const same = known.get(path)
    if (same?.stamp === stamp && stats !== undefined) return same.found
    const found = await readAsset(folder, file, path, list)
    known.set(path, { stamp, found })
    return found
  }
  return async (folder, pages) => {
    const wanted = pages.flatMap((page) =>
      page.links.flatMap((link) => {
        const file = assetOfLink(link, page)
        return file === undefined ? [] : [{ link, file, page: page.file }]
      }),
    )
    const list = listOnce(folder.path)
    const files = [...new Set(wanted.map(({ file }) => file))].sort()
    const read = await mapInParallel(files, FILES_OPEN_MAX, (file) => readOne(folder, file, list))
    const found = new Map(files.map((file, at) => [file, read[at]]))
    const assets = read.flatMap((each) => ('asset' in each ? [each.asset] : []))
    const problems = wanted.flatMap(({ link, file, page }) => explain(link, page, found.get(file)))
    return { assets, problems }
  }
}

/** The file that a link means, below the folder of the pages; undefined for any other target. */
function assetOfLink({ href, image }: SourceLink, page: SourcePage): string | undefined {
  if (/^[a-z][a-z0-9+.-]*:/i.test(href) || href.startsWith('//') || href.startsWith('#')) {
    return undefined
  }
  const target = decodePercentLeniently(href.replace(/[?#].*$/s, ''))
  // An address from the root is a file of the build, unless it is a picture.
  if (!image && (target.startsWith('/') || !isAssetName(target))) return undefined
  return target.startsWith('/')
    ? posix.normalize(target.slice(1))
    : posix.join(posix.dirname(page.file), target)
}

function explain(link: SourceLink, page: string, found: FileFact | undefined): readonly Problem[] {
  const name = quote(decodePercentLeniently(link.href))
  const kind = link.image ? 'image' : 'file'
  if (found === undefined) return []
  if ('trouble' in found) {
    const [what, fix] = found.trouble
    const how = typeof fix === 'string' ? fix : `write ${quote(addressFrom(page, fix))}`
    return [problemAt(link.place, `the ${kind} ${name} ${what}`, how)]
  }
  const { file } = found.asset
  if (!link.image || isPictureName(file) || isFilmName(file)) return []
  const fix = 'remove the "!" to link to it'
  return [problemAt(link.place, `the image ${name} is no picture that browsers show`, fix)]
}

/** The address of a file as the author of a page would write it. */
function addressFrom(page: string, { near }: Near): string {
  return posix.relative(posix.dirname(page), near).replaceAll(' ', '%20')
}

/** Paths of all files below the folder of the pages. */
type ListFiles = () => Promise<readonly string[]>

/** Lists a folder when somebody asks, and once. */
function listOnce(folder: string): ListFiles {
  let listing: Promise<readonly string[]> | undefined
  return () => {
    listing ??= readdir(folder, { recursive: true }).catch(() => [])
    return listing
  }
}

async function readAsset(
  folder: SourceFile,
  file: string,
  path: string,
  list: ListFiles,
): Promise<FileFact> {
  if (file === '..' || file.startsWith('../')) {
    return refuse('is outside the folder of the pages', 'put it beside the page')
  }
  const root = await realpath(folder.path).catch(() => folder.path)
  const own = await lstat(path).catch(() => undefined)
  if (own === undefined) return await explainMissing(path, file, list)
  if (own.isDirectory()) return refuse('is a folder', 'link to a file in it')
  if (!isAssetName(file))
    return refuse('has a type that is not published', 'put it into a zip file')
  const bad = await explainBadLink(path, root)
  if (bad !== undefined) return refuse(`is no file of the corpus: ${bad[0]}`, bad[1])
  const { size } = await stat(path)
  if (size > LIMITS.assetBytesMax) {
    return refuse(`has ${size} bytes, more than ${LIMITS.assetBytesMax}`, 'make it smaller')
  }
  const bytes = await readFile(path).catch(() => undefined)
  if (bytes === undefined) {
    return refuse('cannot be read', 'let the user who runs the build read it')
  }
  const pixels = isPictureName(file) ? readPictureSize(bytes) : undefined
  if (isPictureName(file) && pixels === undefined) {
    const fix = 'save it again; an SVG needs a "viewBox", or "width" and "height"'
    return refuse('is broken, or does not say its size', fix)
  }
  const sha256 = new Bun.CryptoHasher('sha256').update(bytes).digest('hex')
  return { asset: { file, path, published: publishedName(file, sha256), sha256, size: pixels } }
}

function refuse(what: string, fix: Trouble[1]): FileFact {
  return { trouble: [what, fix] }
}

/** A name that is like it in its folder, or its own in another one: pages move without files. */
async function explainMissing(path: string, file: string, list: ListFiles): Promise<FileFact> {
  const names = await readdir(posix.dirname(path)).catch(() => [])
  const near = findNearest(posix.basename(file), names.filter(isAssetName))
  if (near !== undefined) {
    return refuse('does not exist', { near: posix.join(posix.dirname(file), near) })
  }
  const all = await list()
  const namesakes = all.filter((each) => posix.basename(each) === posix.basename(file))
  const [only] = namesakes.length === 1 && isAssetName(file) ? namesakes : []
  const otherwise = 'put the file there, or fix the address'
  return refuse('does not exist', only === undefined ? otherwise : { near: only })
}

/** Digits of the digest in the name of an asset, which browsers may cache forever. */
const ASSET_DIGITS = 16

function publishedName(file: string, sha256: string): string {
  const name = posix.basename(file).toLowerCase()
  const dot = name.lastIndexOf('.')
  const stem = name.slice(0, dot).replace(/[^a-z0-9]+/g, '-')
  const plain = stem.replace(/^-|-$/g, '') || 'file'
  return `assets/${plain}.${sha256.slice(0, ASSET_DIGITS)}${name.slice(dot)}`
}
