import type { Include } from './dialects/dialect.ts'
import { findDialect } from './dialects/mod.ts'
import type { SourcePage } from './facts.ts'
import { cutFrontMatter, type SourceFiles } from './source_files.ts'
import { readSourceMarkdown } from './source_markdown.ts'

/** Reads every file of a source that may be a page. */
export function readSourcePages(source: SourceFiles, generator: string): readonly SourcePage[] {
  const dialect = findDialect(generator)
  return source.files
    .filter((file) => dialect.isPage(file, source))
    .map((file) => {
      const includes: Include[] = []
      const context = { source, file, noteInclude: (each: Include) => void includes.push(each) }
      const rows = cutFrontMatter(source.rows(file) ?? [])
      const page = readSourceMarkdown(file, dialect.prepare(rows, context), dialect.slug, dialect)
      const units = includes.map(({ path, row, isFound }) => {
        const value = isFound ? path : ''
        return {
          kind: 'include' as const,
          value,
          file: row.file,
          line: row.line,
          lineEnd: row.line,
        }
      })
      const variants = dialect.variants?.(file, source) ?? []
      return { ...page, variants, units: [...page.units, ...units] }
    })
}
