import type { Dialect } from './dialect.ts'
import { DOCFX } from './docfx.ts'
import { GITBOOK } from './gitbook.ts'
import { JEKYLL } from './jekyll.ts'
import { MDBOOK } from './mdbook.ts'
import { MKDOCS } from './mkdocs.ts'
import { VITEPRESS } from './vitepress.ts'
import { DOCUSAURUS, MINTLIFY, PLAIN, STARLIGHT } from './web.ts'

const DIALECTS: readonly Dialect[] = [
  ...[DOCFX, DOCUSAURUS, GITBOOK, JEKYLL],
  ...[MDBOOK, MINTLIFY, MKDOCS, STARLIGHT, VITEPRESS],
]

export function findDialect(generator: string): Dialect {
  return DIALECTS.find(({ names }) => names.includes(generator)) ?? PLAIN
}
