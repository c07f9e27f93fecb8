import { posix } from 'node:path'
import type { InlineTargets } from '../../asciidoc/inline_markdown.ts'
import { type Document, readAttribute } from '../../asciidoc/library.ts'
import type { LinePlace } from '../../asciidoc/lines.ts'
import { quote } from '../../contract/problem.ts'
import type { Report } from '../../foreign_source/report/report.ts'
import type { SourceFolder } from '../../foreign_source/source/source_files.ts'
import { type Component, findResource, locateResource, nameAddress } from './_components.ts'
import { ASCIIDOC, type PageFile } from './_files.ts'
import type { Header } from './_headers.ts'

/** Where the names in a folder lead: pages, pictures, included files. */
export type References = {
  addHeader(page: PageFile, header: Header): void
  headerOf(file: string): Header | undefined
  /** Paths below the imported folder where an include may be. */
  readonly locateInclude: (target: string, from: string) => readonly string[]
  /** The page that a reference means. */
  findPage(target: string, from: PageFile): string | undefined
  targetsOf(page: PageFile, document: Document): (place: LinePlace) => InlineTargets
}

export function createReferences(
  source: SourceFolder,
  components: readonly Component[],
  pages: readonly PageFile[],
  report: Report,
): References {
  const headers = new Map<string, Header>()
  const known = new Set(pages.map(({ file }) => file))
  const aliases = new Map<string, string>()
  const locate = (target: string, from: PageFile, family: string): readonly string[] => {
    const { resource } = from
    if (resource !== undefined) return locateResource(target, resource, family, components)
    return [posix.join(posix.dirname(from.file), target)]
  }
  const findPage = (target: string, from: PageFile) => {
    const path = target.replace(/#.*$/s, '')
    const [file = ''] = locate(ASCIIDOC.test(path) ? path : `${path}.adoc`, from, 'page')
    return known.has(file) ? file : aliases.get(file)
  }
  const resolveReference = (target: string, from: PageFile, place: LinePlace) => {
    if (target.startsWith('#')) return { href: target, title: '' }
    const [path = '', anchor] = target.split('#')
    const page = findPage(target, from)
    const file = page ?? locate(path, from, 'page').find((each) => source.has(each))
    if (file !== undefined) {
      const href = `/${file}${anchor === undefined ? '' : `#${anchor}`}`
      return { href, title: headers.get(file)?.title ?? posix.basename(path) }
    }
    const what = `the reference to ${quote(target)} leads to no imported page and is now plain text`
    report.addLoss({ file: source.show(place.file), line: place.line, column: 1 }, what, FIX)
    return undefined
  }
  return {
    addHeader: (page, header) => {
      headers.set(page.file, header)
      for (const name of splitNames(header.aliases)) {
        const [old = ''] = locate(name, page, 'page')
        if (!known.has(old)) aliases.set(old, page.file)
      }
    },
    headerOf: (file) => headers.get(file),
    locateInclude: (target, from) => locateIncludes(target, from, components),
    findPage,
    targetsOf: (page, document) => {
      const folder = readAttribute(document, 'imagesdir')
      return (place) => ({
        resolveReference: (target) => resolveReference(target, page, place),
        resolvePicture: (target) => {
          if (IS_WHOLE.test(target)) return target
          const { resource } = page
          if (resource === undefined) return posix.join(folder, target)
          const files = locateResource(target, resource, 'image', components)
          const file = files.find((each) => source.has(each)) ?? files[0]
          return file === undefined ? target : `/${file}`
        },
      })
    },
  }
}

/** Addresses of the site that a page had, from the names that it lists. */
export function listAliases(
  { resource }: PageFile,
  names: string,
  components: readonly Component[],
): readonly string[] {
  if (resource === undefined) return []
  return splitNames(names).flatMap((name) => {
    const [path = ''] = locateResource(name, resource, 'page', components)
    const old = findResource(path, components)
    return old === undefined ? [] : [`/${nameAddress(old)}`]
  })
}

function splitNames(names: string): readonly string[] {
  return names
    .split(',')
    .map((name) => name.trim())
    .filter((name) => name !== '')
}

/** An address with its scheme or its host. */
const IS_WHOLE = /^(?:(?:[a-z][a-z0-9+.-]*:)?\/\/|data:)/i

const FIX = 'correct it, or use the https address of the page'

/** From the including file, or from the module by the name of a family. */
function locateIncludes(
  target: string,
  from: string,
  components: readonly Component[],
): readonly string[] {
  const beside = posix.join(posix.dirname(from), target)
  const resource = findResource(from, components)
  if (resource === undefined || !/[:$@]/.test(target)) return [beside]
  const found = locateResource(target, resource, 'page', components)
  return found.length === 0 ? [beside] : found
}
