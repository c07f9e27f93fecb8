import { writeContainers } from '../dialects/containers.ts'
import { isMarkdownName } from '../source/source_files.ts'
import type { Generator } from './generator.ts'

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
