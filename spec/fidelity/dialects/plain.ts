import { type Dialect, expandRows, mapRows } from './dialect.ts'
import { slugOfGithub, slugOfVitepress } from './slugs.ts'

const isMarkdown = (file: string): boolean => /\.mdx?$/.test(file)

/** Docusaurus, Starlight and Mintlify: components and `:::`, and anchors as on GitHub. */
export const MDX: Dialect = {
  names: ['Docusaurus', 'Starlight', 'Mintlify'],
  isPage: isMarkdown,
  prepare: (rows) =>
    mapRows(rows, (text) => (/^(?:import|export)\s.*(?:from\s|=)/.test(text) ? '' : text)),
  slug: slugOfGithub,
}

export const VITEPRESS: Dialect = {
  names: ['VitePress'],
  isPage: isMarkdown,
  prepare: (rows, context) => {
    const pattern = /<!--\s*@include:\s*(\S+?)\s*-->/
    return expandRows(
      rows,
      {
        pattern,
        find: ([, path = ''], row) => {
          const name = path.replace(/[#{].*$/, '')
          return name === path
            ? context.source.rows(context.source.resolve(row.file, name))
            : undefined
        },
      },
      context,
    )
  },
  slug: slugOfVitepress,
}

export const PLAIN: Dialect = {
  names: ['Markdown'],
  isPage: isMarkdown,
  prepare: (rows) => rows,
  slug: slugOfGithub,
}
