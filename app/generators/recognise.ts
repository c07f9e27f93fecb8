import { type Problem, quote } from '../contract/problem.ts'
import { err, ok, type Result } from '../contract/result.ts'
import type { Generator, Recognition } from '../foreign_source/generator.ts'
import type { Report } from '../foreign_source/report/report.ts'
import type { SourceFolder } from '../foreign_source/source/source_files.ts'
import { explainBuild, SITE_PROGRAMS, type SiteProgram } from './built_sites.ts'
import { docfx } from './docfx/docfx.ts'
import { docusaurus } from './docusaurus/docusaurus.ts'
import { gitbook } from './gitbook/gitbook.ts'
import { html } from './html/html.ts'
import { jekyll } from './jekyll/jekyll.ts'
import { mdbook } from './mdbook/mdbook.ts'
import { mintlify } from './mintlify/mintlify.ts'
import { mkdocs } from './mkdocs/mkdocs.ts'
import { openapi } from './openapi/openapi.ts'
import { plain } from './plain.ts'
import { starlight } from './starlight/starlight.ts'
import { vitepress } from './vitepress/vitepress.ts'

/** Those with a marker file of their own, the surest first. */
const GENERATORS: readonly (Generator | SiteProgram)[] = [
  mdbook,
  docfx,
  mkdocs,
  docusaurus,
  vitepress,
  starlight,
  mintlify,
  SITE_PROGRAMS.hugo,
  SITE_PROGRAMS.sphinx,
  SITE_PROGRAMS.myst,
  SITE_PROGRAMS.jupyter,
  jekyll,
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
  const [first, ...others] = found
  if (first === undefined) {
    const site = html.recognise(source)
    if (site !== undefined) return ok({ generator: html, recognition: site })
    return ok({ generator: plain, recognition: { marker: '', folder: '' } })
  }
  const { generator: chosen } = first
  if ('howToBuild' in chosen) return err(explainBuild(chosen, first.recognition, source))
  for (const { generator, recognition } of others) {
    const place = { file: source.show(recognition.marker), line: 1, column: 1 }
    const what = `the folder is also set up for ${generator.name}; it is read as ${chosen.name}`
    report.addNote(place, what, `name the folder of ${quote(recognition.marker)} to import that`)
  }
  return ok({ generator: chosen, recognition: first.recognition })
}
