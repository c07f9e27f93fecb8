import { quote } from '../contract/problem.ts'
import type { Generator, Recognition } from '../foreign_source/generator.ts'
import type { Report } from '../foreign_source/report/report.ts'
import type { SourceFolder } from '../foreign_source/source/source_files.ts'
import { asciidoc } from './asciidoc/asciidoc.ts'
import { docfx } from './docfx/docfx.ts'
import { docusaurus } from './docusaurus/docusaurus.ts'
import { gitbook } from './gitbook/gitbook.ts'
import { html } from './html/html.ts'
import { hugo } from './hugo/hugo.ts'
import { jekyll } from './jekyll/jekyll.ts'
import { mdbook } from './mdbook/mdbook.ts'
import { mintlify } from './mintlify/mintlify.ts'
import { mkdocs } from './mkdocs/mkdocs.ts'
import { openapi } from './openapi/openapi.ts'
import { plain } from './plain.ts'
import { myst } from './sphinx/myst.ts'
import { sphinx } from './sphinx/sphinx.ts'
import { starlight } from './starlight/starlight.ts'
import { vitepress } from './vitepress/vitepress.ts'

/** Those with a marker file of their own, the surest first. */
const GENERATORS: readonly Generator[] = [
  mdbook,
  docfx,
  mkdocs,
  docusaurus,
  vitepress,
  starlight,
  mintlify,
  hugo,
  sphinx,
  myst,
  jekyll,
  gitbook,
  asciidoc,
  openapi,
]

type RecognisedGenerator = { readonly generator: Generator; readonly recognition: Recognition }

/** Finds the generator of a folder; one without marker files has Markdown or pages of HTML. */
export function recogniseGenerator(source: SourceFolder, report: Report): RecognisedGenerator {
  const found = GENERATORS.flatMap((generator) => {
    const recognition = generator.recognise(source)
    return recognition === undefined ? [] : [{ generator, recognition }]
  })
  const [first, ...others] = found
  if (first === undefined) {
    const site = html.recognise(source)
    if (site !== undefined) return { generator: html, recognition: site }
    return { generator: plain, recognition: { marker: '', folder: '' } }
  }
  for (const { generator, recognition } of others) {
    const place = { file: source.show(recognition.marker), line: 1, column: 1 }
    const { name } = first.generator
    const what = `the folder is also set up for ${generator.name}; it is read as ${name}`
    report.addNote(place, what, `name the folder of ${quote(recognition.marker)} to import that`)
  }
  return first
}
