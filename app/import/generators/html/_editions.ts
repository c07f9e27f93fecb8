import { posix } from 'node:path'
import { readMetadata } from '../../html/metadata.ts'
import { parsePage } from '../../html/tree.ts'
import { choose, sortVersions } from '../../source/files/choice.ts'
import type { SourceFolder } from '../../source/files/source_files.ts'
import type { SiteContext } from '../../source/generator.ts'
import { readHtml } from './_html_file.ts'

/** The part of a folder that is imported, of several that are versions or translations of it. */
type Edition = {
  readonly folder: string
  /** Its page at the root. */
  readonly marker: string
  readonly files: readonly string[]
  readonly language: string | undefined
}

const BRANCH = 'latest|stable|current|master|main|trunk|next|nightly|dev(?:el(?:opment)?)?'
const NUMBER = String.raw`v?\d+(?:\.(?:\d+|x))*(?:[-.]?(?:alpha|beta|rc|dev)[.\d]*)?`
const VERSION = new RegExp(`^(?:${NUMBER}|${BRANCH})$`, 'i')
/** Names of versions, best first; numbers come behind `stable`, the newest first. */
const BEST = ['stable', 'latest', 'current']
const LANGUAGE = /^[a-z]{2}(?:[-_][a-z]{2,4})?$/i
/** Versions and translations of a site have this much of their pages in common. */
const SHARE = 0.5

/** Chooses one language and one version, where folders hold several. */
export function chooseEdition(
  source: SourceFolder,
  start: Omit<Edition, 'language'>,
  { wishes, report }: SiteContext,
): Edition {
  let edition: Edition = { ...start, language: undefined }
  // One is below the other: `/en/latest/`, `/2.0/de/`.
  for (let depth = 0; depth < 2; depth += 1) {
    const { folder, files } = edition
    const shown = source.show(folder === '' ? edition.marker : folder)
    const languages = findSiblings(edition, LANGUAGE)
    const what = languages.length > 0 ? 'language' : 'version'
    const names = what === 'language' ? languages : sortVersions(findSiblings(edition, VERSION))
    if (names.length === 0) break
    const first = readFirst(source, edition)
    const found = orderBy(names, what === 'language' ? [first, 'en'] : [first, ...BEST])
    const chosen = choose({ what, found, shown }, wishes[what], report)
    if (chosen === undefined) break
    const below = posix.join(folder, chosen)
    const own = files.filter((file) => file.startsWith(`${below}/`))
    const home = own.find((file) =>
      /^(?:index|contents|toc)\.html?$/i.test(file.slice(below.length + 1)),
    )
    const language = what === 'language' ? chosen : edition.language
    edition = { folder: below, marker: home ?? own[0] ?? edition.marker, files: own, language }
  }
  return report.chosen.has('version') ? edition : dropVersions(source, edition, { wishes, report })
}

/** Versions in a folder of their own, beside the rest of the site: `/docs/v2/`, `/blog/`. */
function dropVersions(
  source: SourceFolder,
  edition: Edition,
  { wishes, report }: Pick<SiteContext, 'wishes' | 'report'>,
): Edition {
  const counts = new Map<string, number>()
  for (const file of edition.files) {
    const parts = file.split('/').slice(0, -1)
    const at = parts.findIndex((part) => VERSION.test(part))
    const parent = parts.slice(0, at).join('/')
    if (at > 0) counts.set(parent, (counts.get(parent) ?? 0) + 1)
  }
  const [folder] = [...counts.keys()].sort((a, b) => (counts.get(b) ?? 0) - (counts.get(a) ?? 0))
  const files = edition.files.filter((file) => file.startsWith(`${folder}/`))
  const versions = folder === undefined ? [] : findSiblings({ ...edition, folder, files }, VERSION)
  const found = orderBy(sortVersions(versions), BEST)
  const shown = source.show(folder ?? '')
  const chosen = choose({ what: 'version', found, shown }, wishes.version, report)
  const left = found.filter((each) => each !== chosen).map((each) => `${folder}/${each}/`)
  const isKept = (file: string) => !left.some((each) => file.startsWith(each))
  return { ...edition, files: edition.files.filter(isKept) }
}

/** Folders side by side whose names are such, and whose pages are much the same. */
function findSiblings({ folder, files }: Edition, name: RegExp): readonly string[] {
  const pages = new Map<string, Set<string>>()
  for (const file of files) {
    const path = posix.relative(folder, file)
    const at = path.indexOf('/')
    const first = path.slice(0, at)
    if (at === -1 || !name.test(first)) continue
    pages.set(first, (pages.get(first) ?? new Set()).add(path.slice(at + 1)))
  }
  const [largest] = [...pages.values()].sort((a, b) => b.size - a.size)
  if (largest === undefined || pages.size < 2) return []
  const alike = [...pages].filter(([, own]) => {
    return [...own].filter((path) => largest.has(path)).length >= own.size * SHARE
  })
  const count = alike.reduce((sum, [, own]) => sum + own.size, 0)
  // A few beside a whole site are no editions of it.
  if (alike.length < 2 || count * 2 <= files.length) return []
  // An old version may have had other pages; what has a version for its name is one.
  return name === VERSION ? [...pages.keys()] : alike.map(([each]) => each)
}

function orderBy(
  names: readonly string[],
  best: readonly (string | undefined)[],
): readonly string[] {
  const wanted = best.flatMap((each) => names.find((one) => one.toLowerCase() === each) ?? [])
  return [...new Set([...wanted, ...names])]
}

/** The folder to which the page at the root leads on: the choice of the owner. */
function readFirst(source: SourceFolder, { folder, marker }: Edition): string | undefined {
  if (posix.dirname(marker) !== (folder === '' ? '.' : folder)) return undefined
  const root = parsePage(readHtml(source, marker))
  const redirect = root === undefined ? undefined : readMetadata(root).redirect
  return redirect
    ?.replace(/^(?:https?:\/\/[^/]+)?\.?\//i, '')
    .split('/')[0]
    ?.toLowerCase()
}
