import { lstat, readdir, readFile, realpath, stat } from 'node:fs/promises'
import { dirname, join, posix } from 'node:path'
import { LIMITS } from '../../../contract/limits.ts'
import { type Problem, problemAt, quote } from '../../../contract/problem.ts'
import { CARRIED_FONT } from '../../../contract/registry_theme.ts'
import {
  BRAND_FILES,
  type BrandFile,
  type BrandFileName,
  type BrandFiles,
} from '../../../docs/model/brand.ts'
import type { Field, SourceRegistry } from '../../../docs/model/source.ts'
import { isWoff2, readCarriedFont, readFontMetrics } from '../../../text/content/font_metrics.ts'
import { readPictureSize } from '../../../text/content/picture_size.ts'
import { findNearest } from '../../../text/source_text/nearest_word.ts'
import {
  countLineAndColumn,
  decodeSource,
  locateCorpusFile,
} from '../../../text/source_text/source_file.ts'
import { explainBadLink } from './_link.ts'

type BrandRead = { readonly brand: BrandFiles; readonly problems: readonly Problem[] }

/** Reads the files that the registry names below `theme`. */
export async function readBrand(
  corpusDir: string,
  paths: SourceRegistry['brandPaths'],
): Promise<BrandRead> {
  const read = await Promise.all(
    BRAND_FILES.map(async (name) => {
      const field = paths[name]
      return field === undefined ? undefined : await readBrandFile(corpusDir, name, field)
    }),
  )
  const brand: Partial<Record<BrandFileName, BrandFile>> = {}
  for (const [at, name] of BRAND_FILES.entries()) {
    const file = read[at]?.file
    if (file !== undefined) brand[name] = file
  }
  return { brand, problems: read.flatMap((each) => each?.problems ?? []) }
}

type FileRead = { readonly file?: BrandFile; readonly problems: readonly Problem[] }

async function readBrandFile(
  corpusDir: string,
  name: BrandFileName,
  { text, place }: Field,
): Promise<FileRead> {
  if (name.startsWith('fonts.') && text === CARRIED_FONT) {
    const bytes = readCarriedFont()
    const metrics = await readFontMetrics(bytes)
    const file = { bytes, extension: 'woff2', size: undefined, isCarried: true } as const
    return { file: metrics === undefined ? file : { ...file, metrics }, problems: [] }
  }
  const path = join(corpusDir, text)
  const refuse = (what: string, fix: string): FileRead => ({
    problems: [problemAt(place, `the file ${quote(text)} ${what}`, fix)],
  })
  const root = await realpath(corpusDir).catch(() => corpusDir)
  if ((await lstat(path).catch(() => undefined)) === undefined) {
    const names = await readdir(dirname(path)).catch(() => [])
    const near = findNearest(posix.basename(text), names)
    const fix =
      near === undefined
        ? 'put it there; paths begin at the folder of the registry'
        : `write ${posix.join(dirname(text), near)}`
    return refuse('does not exist', fix)
  }
  const bad = await explainBadLink(path, root)
  if (bad !== undefined) return refuse(`is no file of the corpus: ${bad[0]}`, bad[1])
  const { size } = await stat(path)
  if (size > LIMITS.brandBytesMax)
    return refuse(`has ${size} bytes, more than ${LIMITS.brandBytesMax}`, 'make it smaller')
  const bytes = await readFile(path).catch(() => undefined)
  if (bytes === undefined)
    return refuse('cannot be read', 'let the user who runs the build read it')
  const extension = text.slice(text.lastIndexOf('.') + 1).toLowerCase()
  if (name.startsWith('fonts.')) {
    const metrics = isWoff2(bytes) ? await readFontMetrics(bytes) : undefined
    if (metrics !== undefined) {
      return { file: { bytes, extension, size: undefined, metrics }, problems: [] }
    }
    return refuse('is no WOFF2 font', 'convert the font to WOFF2, and put that here')
  }
  if (name === 'stylesheet') {
    const problems = checkStyle(locateCorpusFile(corpusDir, text).name, bytes)
    return problems.length > 0
      ? { problems }
      : { file: { bytes, extension, size: undefined }, problems }
  }
  const pixels = readPictureSize(bytes)
  if (pixels === undefined) {
    const fix = 'save it again; an SVG needs a "viewBox", or "width" and "height"'
    return refuse('is broken, or does not say its size', fix)
  }
  return { file: { bytes, extension, size: pixels }, problems: [] }
}

/** A style sheet that asks for anything would be refused by the policy of every page. */
function checkStyle(file: string, bytes: Uint8Array): readonly Problem[] {
  const text = decodeSource(file, bytes)
  if (!text.ok) return [text.error]
  const css = text.value.replace(/\/\*[\s\S]*?\*\//g, (comment) => comment.replace(/[^\n]/g, ' '))
  return [...css.matchAll(/@import\b|url\(\s*(?!["']?data:)["']?([^"')]*)/gi)].map((found) => {
    const place = { file, ...countLineAndColumn(css, found.index) }
    return found[0].startsWith('@')
      ? problemAt(place, '"@import" is not allowed', 'put the rules here')
      : problemAt(
          place,
          `the address ${quote(found[1] ?? '')} is not allowed`,
          'write a data: address',
        )
  })
}
