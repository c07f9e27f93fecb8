import { posix } from 'node:path'
import { wordsOf } from '../site_addresses.ts'
import { readSourceFrontMatter, readTextField } from './front_matter.ts'
import type { SourceFolder } from './source_files.ts'

/** The title of a page as its author wrote it; without one, the words of its name. */
export function readPageTitle(source: SourceFolder, file: string): string {
  const { fields, body } = readSourceFrontMatter(source.show(file), source.read(file) ?? '')
  const heading = /^#[ \t]+(.+?)[ \t]*(?:\{[^{}\n]*\})?[ \t]*$/m.exec(body)?.[1]
  const name = posix.basename(file).replace(/\.\w+$/, '')
  const isIndex = /^(?:index|readme)$/i.test(name)
  const words = wordsOf(isIndex ? posix.basename(posix.dirname(file)) : name)
  return readTextField(fields, ['title']) ?? heading ?? words
}
