import { posix } from 'node:path'
import type { IncludeCall, ReadInclude } from '../../asciidoc/documents.ts'
import { quote } from '../../contract/problem.ts'
import { type SourceLine, splitLines } from '../../foreign_markup/source_line.ts'
import type { Report } from '../../foreign_source/report/report.ts'
import type { SourceFolder } from '../../foreign_source/source/source_files.ts'
import { selectLines, selectTags } from './_include_parts.ts'

type IncludeContext = {
  readonly source: SourceFolder
  readonly report: Report
  /** Paths below the imported folder where a target may be, best first. */
  readonly locate: (target: string, from: string) => readonly string[]
}

const DEPTH_MAX = 20
/** More is a file that includes itself in many ways. */
const LINES_MAX = 200_000

/** Includes of one page, from the imported folder alone; each that fails is reported. */
export function createIncludeReader(context: IncludeContext): ReadInclude {
  let left = LINES_MAX
  return (call) => {
    const lines = readInclude(call, context)
    left -= lines?.length ?? 0
    if (left >= 0) return lines
    const place = { file: context.source.show(call.from), line: call.line, column: 1 }
    const what = `the include of ${quote(call.target)} makes the page too long; it is left out`
    context.report.addLoss(place, what, 'include less')
    return undefined
  }
}

function readInclude(
  { target, attributes, from, line, chain }: IncludeCall,
  { source, report, locate }: IncludeContext,
): readonly SourceLine[] | undefined {
  const isOptional = 'optional-option' in attributes || attributes.opts === 'optional'
  const refuse = (what: string, fix: string): undefined => {
    const place = { file: source.show(from), line, column: 1 }
    report.addLoss(place, `the include of ${quote(target)} ${what}; it is left out`, fix)
  }
  if (/^https?:/i.test(target)) return refuse('is on another site', 'put the file into the folder')
  const candidates = locate(target, from).map((path) => posix.normalize(path))
  const file = candidates.find((path) => source.has(path))
  if (file === undefined) {
    if (isOptional) return undefined
    const isOutside =
      candidates.length > 0 &&
      candidates.every((path) => path.startsWith('../') || path.startsWith('/'))
    return isOutside
      ? refuse('leads out of the imported folder', 'import the folder that holds both')
      : refuse('finds no file', 'correct its path, or add the file')
  }
  const isPart = 'tag' in attributes || 'tags' in attributes || 'lines' in attributes
  if ((chain.includes(file) && !isPart) || chain.length > DEPTH_MAX) {
    return refuse('includes itself', 'remove one of the includes')
  }
  const text = source.read(file)
  if (text === undefined) return refuse('names a file that cannot be read', 'make it readable')
  const all = splitLines(file, text.replace(/\n$/, ''))
  if (attributes.lines !== undefined) return selectLines(all, attributes.lines)
  const tags = attributes.tag ?? attributes.tags
  if (tags === undefined) return all
  const { lines, missing } = selectTags(all, tags)
  for (const name of missing) {
    const place = { file: source.show(from), line, column: 1 }
    const what = `the include of ${quote(target)} names the tag ${quote(name)}, which is absent`
    report.addLoss(place, what, 'correct the name')
  }
  return lines
}
