import type { SourceFolder } from './files/source_files.ts'
import type { Recognition } from './generator.ts'

/** Folders whose documentation is an example, or the input of a test. */
const SECONDARY = new RegExp(
  '(?:^|/)(?:_*tests?_*|testdata|testsuite|_*fixtures?_*|e2e|examples?|samples?|demos?|' +
    'playgrounds?|bench(?:es|marks?|marking)?|templates?|starters?|vendor|third_party)/',
  'i',
)

/** Folders of documentation, the usual ones first. */
const DOCS = ['docs', 'documentation', 'website', 'site', 'doc', 'content', 'manual', 'guide']

export function isSecondary(file: string): boolean {
  return SECONDARY.test(file)
}

/**
 * The place of a marker file: of these names that are one, the shallowest, then that in a folder of
 * documentation; an example or a fixture comes last.
 */
export function findMarker(
  source: SourceFolder,
  pattern: RegExp,
  depthMax = 2,
  isMarker: (file: string) => boolean = () => true,
): Recognition | undefined {
  const candidates = source.files
    .filter((file) => pattern.test(file) && file.split('/').length <= depthMax + 1)
    .sort((a, b) => rankMarker(a) - rankMarker(b))
  const marker = candidates.find(isMarker)
  if (marker === undefined) return undefined
  const near = candidates.filter((other) => {
    const isNear = Math.floor(rankMarker(other)) === Math.floor(rankMarker(marker))
    return isNear && folderOf(other) !== folderOf(marker) && isMarker(other)
  })
  return { marker, folder: folderOf(marker), ...(near.length === 0 ? {} : { near }) }
}

function rankMarker(file: string): number {
  const folders = file.split('/').slice(0, -1)
  const isDocs = folders.some((name) => DOCS.includes(name.toLowerCase()))
  return (isSecondary(file) ? 100 : 0) + folders.length + (isDocs ? 0 : 0.5)
}

/** What only the top of a program has: then the Markdown beside it is not all documentation. */
const OF_PROGRAM = new RegExp(
  '^(?:package\\.json|cargo\\.toml|pyproject\\.toml|setup\\.(?:py|cfg)|go\\.mod|pom\\.xml|' +
    'build\\.gradle(?:\\.kts)?|composer\\.json|gemfile|mix\\.exs|cmakelists\\.txt|makefile)$',
  'i',
)

/** Texts about the program for its authors. */
const ABOUT = new RegExp(
  '(?:^|/)(?:readme|change-?log|changes|contributing|code[-_]of[-_]conduct|security|support|' +
    '\\w*licen[cs]e\\w*|agents|claude|authors|history|releas(?:es|ing))(?:[-_.]\\w+)*\\.mdx?$',
  'i',
)

const DEPTH_MAX = 2

/** The folder of the documentation in a repository, and those that hold about as much. */
export function findDocsFolder(
  { files }: SourceFolder,
  isPage: (file: string) => boolean,
): { readonly folder: string; readonly near: readonly string[] } | undefined {
  if (!files.some((file) => OF_PROGRAM.test(file))) return undefined
  const pages = files.filter((file) => isPage(file) && !isSecondary(file))
  const byFolder = Map.groupBy(pages, (file) => {
    const folders = file.split('/').slice(0, -1)
    const at = folders
      .slice(0, DEPTH_MAX + 1)
      .findIndex((name) => DOCS.includes(name.toLowerCase()))
    return at === -1 ? '' : folders.slice(0, at + 1).join('/')
  })
  const sizes = [...byFolder].filter(([folder]) => folder !== '')
  const largest = Math.max(0, ...sizes.map(([, inside]) => inside.length))
  const rest = (byFolder.get('') ?? []).filter((file) => !ABOUT.test(file))
  if (largest === 0 || largest < rest.length / 2) return undefined
  const [best, ...near] = sizes
    .filter(([, inside]) => inside.length * 2 >= largest)
    .map(([folder]) => folder)
    .sort((a, b) => rankFolder(a) - rankFolder(b))
  return best === undefined ? undefined : { folder: narrow(best, byFolder.get(best) ?? []), near }
}

function rankFolder(folder: string): number {
  const folders = folder.split('/')
  return DOCS.indexOf(folders.at(-1)?.toLowerCase() ?? '') + folders.length * DOCS.length
}

/** `site/content/docs` rather than `site`, where nearly all pages are in it. */
function narrow(folder: string, pages: readonly string[]): string {
  const inner = ['content', 'docs']
    .map((name) => `${folder}/${name}`)
    .find((each) => {
      return pages.filter((file) => file.startsWith(`${each}/`)).length >= pages.length * 0.8
    })
  return inner === undefined ? folder : narrow(inner, pages)
}

function folderOf(file: string): string {
  return file.includes('/') ? file.slice(0, file.lastIndexOf('/')) : ''
}
