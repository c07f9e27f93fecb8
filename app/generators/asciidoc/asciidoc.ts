import type { Generator } from '../../foreign_source/generator.ts'
import { findMarker } from '../../foreign_source/marker_files.ts'
import { isMarkdownName, type SourceFolder } from '../../foreign_source/source/source_files.ts'
import { ANTORA } from './_components.ts'
import { ASCIIDOC } from './_files.ts'
import { readAsciidoc } from './_site.ts'

/** A site of Antora, or a folder of AsciiDoc. */
export const asciidoc: Generator = {
  name: 'AsciiDoc',
  recognise: (source) => {
    const marker = findMarker(source, ANTORA, 3)
    if (marker !== undefined) return marker
    return hasMoreAsciidoc(source) ? { marker: '', folder: '' } : undefined
  },
  readSite: readAsciidoc,
}

/** A README in another language does not decide what a folder is written in. */
function hasMoreAsciidoc({ files }: SourceFolder): boolean {
  const asciidocs = files.filter((file) => ASCIIDOC.test(file)).length
  return asciidocs > files.filter(isMarkdownName).length
}
