import { writeContainers } from '../foreign_source/dialects/containers.ts'
import type { Generator } from '../foreign_source/generator.ts'
import { listPagesBelow } from '../foreign_source/site_pages.ts'

/** Blocks that cannot be taken for anything else, whatever generator they were written for. */
const DIALECTS = ['indented', 'slashes'] as const
const BLOCK = /^[ \t]*(?:!!!|\?\?\?|\/\/\/|===[ \t]+")/

/** A folder of Markdown or MDX that says nothing about its generator. */
export const plain: Generator = {
  name: 'Markdown',
  recognise: () => ({ marker: '', folder: '' }),
  readSite: (source, { folder }) => ({
    pages: listPagesBelow(source, folder),
    fileRoots: folder === '' ? [] : [folder],
    menu: [],
    redirects: [],
    anchors: 'github',
    markup: 'guess',
    cutsNumbers: true,
    prepare: (lines) =>
      lines.some(({ text }) => BLOCK.test(text)) ? writeContainers(lines, DIALECTS) : lines,
  }),
}
