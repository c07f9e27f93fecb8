import { writeContainers } from '../foreign_source/dialects/containers.ts'
import type { Generator } from '../foreign_source/generator.ts'
import { isMarkdownName } from '../foreign_source/source/source_files.ts'

/** Blocks that cannot be taken for anything else, whatever generator they were written for. */
const DIALECTS = ['indented', 'slashes'] as const
const BLOCK = /^[ \t]*(?:!!!|\?\?\?|\/\/\/|===[ \t]+")/

/** A folder of Markdown or MDX that says nothing about its generator. */
export const plain: Generator = {
  name: 'Markdown',
  recognise: () => ({ marker: '', folder: '' }),
  readSite: ({ files }) => ({
    pages: files.filter(isMarkdownName).map((file) => ({ file, named: file })),
    menu: [],
    redirects: [],
    anchors: 'github',
    markup: 'guess',
    cutsNumbers: true,
    prepare: (lines) =>
      lines.some(({ text }) => BLOCK.test(text)) ? writeContainers(lines, DIALECTS) : lines,
  }),
}
