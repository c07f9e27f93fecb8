import { existsSync } from 'node:fs'
import { dirname, join, relative, resolve } from 'node:path'
import { listNames, type Problem, quote, startOfFile } from '../../contract/problem.ts'
import { err, ok, type Result } from '../../contract/result.ts'
import { reportUnmetWishes } from '../source/files/choice.ts'
import { isMarkdownName, type SourceFolder } from '../source/files/source_files.ts'
import type { Generator, Recognition, Site, SiteReading } from '../source/generator.ts'
import { findDocsFolder, isSecondary } from '../source/marker_files.ts'
import type { Report } from '../source/report/report.ts'
import { explainBuild, SITE_PROGRAMS, type SiteProgram } from './built_sites.ts'
import { docusaurus } from './docusaurus/docusaurus.ts'
import { gitbook } from './gitbook/gitbook.ts'
import { html } from './html/html.ts'
import { mdbook } from './mdbook/mdbook.ts'
import { mintlify } from './mintlify/mintlify.ts'
import { mkdocs } from './mkdocs/mkdocs.ts'
import { nextra } from './nextra/nextra.ts'
import { openapi } from './openapi/openapi.ts'
import { plain } from './plain.ts'
import { starlight } from './starlight/starlight.ts'
import { vitepress } from './vitepress/vitepress.ts'

/** Those with a marker file of their own, the surest first. */
const GENERATORS: readonly (Generator | SiteProgram)[] = [
  mdbook,
  SITE_PROGRAMS.docfx,
  mkdocs,
  docusaurus,
  vitepress,
  starlight,
  mintlify,
  nextra,
  SITE_PROGRAMS.hugo,
  SITE_PROGRAMS.sphinx,
  SITE_PROGRAMS.myst,
  SITE_PROGRAMS.jupyter,
  SITE_PROGRAMS.jekyll,
  gitbook,
  SITE_PROGRAMS.antora,
  SITE_PROGRAMS.asciidoctor,
  openapi,
]

type RecognisedGenerator = { readonly generator: Generator; readonly recognition: Recognition }

/**
 * Finds the generator of a folder; one without marker files has Markdown or pages of HTML. Where a
 * program makes the pages, a problem that says how to build them.
 */
export function recogniseGenerator(
  source: SourceFolder,
  report: Report,
): Result<RecognisedGenerator, Problem> {
  const found = GENERATORS.flatMap((generator) => {
    const recognition = generator.recognise(source)
    return recognition === undefined ? [] : [{ generator, recognition }]
  })
  const own = found.filter(({ recognition }) => !isSecondary(recognition.marker))
  const docs = own.length === 0 ? findDocsFolder(source, isMarkdownName) : undefined
  const [first, ...others] = docs === undefined && own.length === 0 ? found : own
  if (first === undefined) {
    const site = docs === undefined ? html.recognise(source) : undefined
    if (site !== undefined) return ok({ generator: html, recognition: site })
    return ok({ generator: plain, recognition: describeDocs(docs, source, report) })
  }
  const { generator: chosen } = first
  if ('howToBuild' in chosen) return err(explainBuild(chosen, first.recognition, source))
  const { marker, near = [] } = first.recognition
  if (near.length > 0) {
    const place = startOfFile(source.show(marker))
    const what = `the folder of ${quote(marker)} is imported, and not that of ${listNames(near)}`
    report.addNote(place, what, 'name another of these folders to import it')
  }
  for (const { generator, recognition } of others) {
    const place = { file: source.show(recognition.marker), line: 1, column: 1 }
    const what = `the folder is also set up for ${generator.name}; it is read as ${chosen.name}`
    report.addNote(place, what, `name the folder of ${quote(recognition.marker)} to import that`)
  }
  return ok({ generator: chosen, recognition: first.recognition })
}

/** The folder of the documentation, which the report names where it is not the whole source. */
function describeDocs(
  docs: ReturnType<typeof findDocsFolder>,
  source: SourceFolder,
  report: Report,
): Recognition {
  if (docs === undefined) {
    const above = findAbove(source.root)
    if (above !== undefined) {
      const name = quote(relative(source.root, above))
      const what = `the documentation is set up above the imported folder, by ${name}`
      const fix = `import ${dirname(above)} to take its menu, addresses and look`
      report.addNote(startOfFile(source.root), what, fix)
    }
    return { marker: '', folder: '' }
  }
  const { folder, near } = docs
  const others = near.length === 0 ? '' : `; ${listNames(near)} hold about as much`
  const what = `of this repository, the folder ${quote(folder)} is imported${others}`
  report.note(folder, what, 'name another folder to import that')
  return { marker: folder, folder }
}

/** What a generator knows; a version or a language that nothing could choose is a loss. */
export async function readSite(
  { generator, recognition }: RecognisedGenerator,
  given: Pick<SiteReading, 'source' | 'report' | 'today' | 'wishes'>,
): Promise<Site> {
  const { source, wishes, report } = given
  const shown = source.show(recognition.marker)
  const site = await generator.readSite({ ...recognition, ...given, shown })
  reportUnmetWishes(wishes, { root: source.root, language: site.language }, report)
  return site
}

const SCRIPTS = ['js', 'ts', 'mjs', 'mts', 'cjs']
const NAMES = [
  ...['docusaurus.config', 'website/docusaurus.config'],
  ...['.vitepress/config', 'astro.config'],
]
const SET_UP = [
  ...NAMES.flatMap((name) => SCRIPTS.map((ending) => `${name}.${ending}`)),
  ...['mkdocs.yml', 'book.toml', 'docs.json', '.gitbook.yaml'],
]
const LEVELS_ABOVE_MAX = 3

/** A configuration above the imported folder, up to the top of its repository; it is not read. */
function findAbove(root: string): string | undefined {
  let folder = resolve(root)
  for (let level = 0; level < LEVELS_ABOVE_MAX && !existsSync(join(folder, '.git')); level++) {
    folder = dirname(folder)
    const found = SET_UP.map((name) => join(folder, name)).find((path) => existsSync(path))
    if (found !== undefined) return found
  }
  return undefined
}
