import type { Dialect } from './dialect.ts'
import { GITBOOK } from './gitbook.ts'
import { MDBOOK } from './mdbook.ts'
import { MKDOCS } from './mkdocs.ts'
import { VITEPRESS } from './vitepress.ts'
import { DOCUSAURUS, MINTLIFY, PLAIN, STARLIGHT } from './web.ts'

const DIALECTS: readonly Dialect[] = [
  ...[DOCUSAURUS, GITBOOK, MDBOOK, MINTLIFY],
  ...[MKDOCS, STARLIGHT, VITEPRESS],
]

export function findDialect(generator: string): Dialect {
  return DIALECTS.find(({ names }) => names.includes(generator)) ?? PLAIN
}
