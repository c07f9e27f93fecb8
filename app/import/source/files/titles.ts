import { posix } from 'node:path'
import type { Report } from '../report/report.ts'
import { wordsOf } from '../site_addresses.ts'
import { readSourceFrontMatter, readTextField } from './front_matter.ts'
import type { SourceFolder } from './source_files.ts'

/** A title that is a template with values, a call, a choice or a name; a type is none. */
const COMPUTED = new RegExp(
  '^[ \\t]*title:[ \\t]*(`[^`]*\\$\\{.*|' +
    '(?!(?:string|number|boolean|any)\\b)[\\w$.]+(?:[ \\t]*[?|+(].*|,?[ \\t]*))$',
)
const WRITTEN = /^`([^`$]*\p{L}[^`$]*)\$\{/u

/**
 * The title of a configuration that is a program, where no literal says it: the words before the
 * first value, and a report of what else would have to be computed.
 */
export function readComputedTitle(
  source: SourceFolder,
  marker: string,
  report: Report,
): string | undefined {
  const lines = (source.read(marker) ?? '').split('\n')
  const at = lines.findIndex((line) => COMPUTED.test(line))
  const [, value = ''] = COMPUTED.exec(lines[at] ?? '') ?? []
  if (value === '') return undefined
  const title = WRITTEN.exec(value)?.[1]?.trim()
  const place = { file: source.show(marker), line: at + 1, column: 1 }
  const rest = title === undefined ? '' : `; "${title}" is what is written of it`
  const what = `the title of the site is computed and cannot be read${rest}`
  report.addLoss(place, what, 'write it as a text, or correct the title in registry.yaml')
  return title
}

/** The title of a page as its author wrote it; without one, the words of its name. */
export function readPageTitle(source: SourceFolder, file: string): string {
  const { fields, body } = readSourceFrontMatter(source.show(file), source.read(file) ?? '')
  const heading = /^#[ \t]+(.+?)[ \t]*(?:\{[^{}\n]*\})?[ \t]*$/m.exec(body)?.[1]
  const name = posix.basename(file).replace(/\.\w+$/, '')
  const isIndex = /^(?:index|readme)$/i.test(name)
  const words = wordsOf(isIndex ? posix.basename(posix.dirname(file)) : name)
  return readTextField(fields, ['title']) ?? heading ?? words
}
