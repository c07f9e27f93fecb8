import type { Report } from '../report/report.ts'
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
