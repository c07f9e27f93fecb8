import type { Dialect } from './dialect.ts'
import { JEKYLL } from './jekyll.ts'
import { MDBOOK } from './mdbook.ts'
import { MKDOCS } from './mkdocs.ts'
import { MDX, PLAIN, VITEPRESS } from './plain.ts'

const DIALECTS: readonly Dialect[] = [MDBOOK, MKDOCS, JEKYLL, VITEPRESS, MDX]

export function findDialect(generator: string): Dialect {
  return DIALECTS.find(({ names }) => names.includes(generator)) ?? PLAIN
}
