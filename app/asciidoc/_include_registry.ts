import type { SourceLine } from '../foreign_markup/source_line.ts'
import { cutEscapes, markEscapes } from './_escapes.ts'
import type { Core } from './library.ts'

/** An include as it is written, and where. */
export type IncludeCall = {
  readonly target: string
  readonly attributes: Readonly<Record<string, string>>
  /** The file that includes, and the line of it. */
  readonly from: string
  readonly line: number
  /** The files that include each other down to this one; '' or a mark is the page. */
  readonly chain: readonly string[]
}

/** The lines that an include stands for; undefined where there are none. */
export type ReadInclude = (call: IncludeCall) => readonly SourceLine[] | undefined

/** Asciidoctor's name for the text that it was given. */
const PAGE = '<stdin>'

type Registry = ReturnType<Core['Extensions']['create']>

/** Leads every include of the text in `file` to its owner: the library itself opens no file. */
export function createIncludes(core: Core, file: string, read: ReadInclude): Registry {
  const registry = core.Extensions.create()
  const includes = new core.IncludeProcessor()
  includes.handles = () => true
  includes.process = (_, reader, target, attributes) => {
    const from = reader.path === PAGE ? file : String(reader.path)
    const line = Math.max(1, reader.lineno - 1)
    const chain = [...reader.includeStack.map(readPath), from]
    const lines = read({ target: cutEscapes(target), attributes, from, line, chain })
    const [first] = lines ?? []
    if (lines === undefined || first === undefined) return
    // Asciidoctor cuts the ends of all other lines itself.
    const texts = lines.map(({ text }) => markEscapes(text.trimEnd()))
    reader.pushInclude(texts, first.file, first.file, first.line, attributes)
  }
  registry.includeProcessor(includes)
  return registry
}

/** An entry of the reader's stack has the path of its file as the fourth of its fields. */
function readPath(entry: unknown): string {
  const path: unknown = Array.isArray(entry) ? entry[3] : undefined
  return typeof path === 'string' ? path : ''
}
