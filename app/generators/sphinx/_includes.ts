import { quote } from '../../contract/problem.ts'
import { type SourceLine, splitLines } from '../../foreign_markup/source_line.ts'
import { readSourceFrontMatter } from '../../foreign_source/source/front_matter.ts'
import type { SourceFolder } from '../../foreign_source/source/source_files.ts'
import { selectLines } from './_code_directives.ts'
import { locateFile } from './_page.ts'

type IncludeContext = {
  readonly root: string
  readonly source: SourceFolder
  /** Absent where a second reading reports. */
  readonly report?: (line: SourceLine, what: string, fix: string) => void
}

const DEPTH_MAX = 10

/** The lines that an `include` brings in; undefined where it cannot, which is reported. */
export function readIncluded(
  path: string,
  options: Readonly<Record<string, string>>,
  line: SourceLine,
  stack: readonly string[],
  { root, source, report }: IncludeContext,
): readonly SourceLine[] | undefined {
  const lose = (what: string, fix: string): undefined => {
    report?.(line, `the include of ${quote(path)} ${what}; it is left out`, fix)
  }
  const file = locateFile(path, line.file, root)
  if (file.startsWith('../')) {
    return lose('leads out of the imported folder', 'import the folder that holds both')
  }
  const text = source.read(file)
  if (text === undefined) return lose('finds no file', 'correct its path, or add the file')
  if (stack.includes(file)) return lose('includes itself', 'remove one of the includes')
  if (stack.length >= DEPTH_MAX) {
    return lose(`is more than ${DEPTH_MAX} levels deep`, 'include the text itself')
  }
  const { body, bodyLine } = readSourceFrontMatter(source.show(file), text.replace(/\n$/, ''))
  const whole = splitLines(file, body, bodyLine)
  const [from, to] = [options['start-line'], options['end-line']].map((each) => {
    return each === undefined || each === '' ? undefined : Number(each)
  })
  const chosen = selectLines(whole.slice(from ?? 0, to), options)
  if (chosen === undefined) {
    return lose('names a part that the file does not have', 'correct its name')
  }
  const isOwnBase =
    options['relative-docs'] !== undefined || options['relative-images'] !== undefined
  const base = isOwnBase ? file : (line.base ?? line.file)
  return chosen.map((each) => ({ ...each, base }))
}

const INCLUDE = /^([ \t]*)\.\.[ \t]+include::[ \t]+(\S.*?)[ \t]*$/
const OPTION = /^[ \t]+:([\w-]+):(?:[ \t]+(.*?))?[ \t]*$/
const CODE =
  /^[ \t]*\.\.[ \t]+(?:code-block|sourcecode|code|parsed-literal|literalinclude|raw|math)::/

/** Puts files into reStructuredText where it includes them; docutils opens none. */
export function expandRstIncludes(
  lines: readonly SourceLine[],
  context: IncludeContext,
  stack: readonly string[],
): readonly SourceLine[] {
  const written: SourceLine[] = []
  let code = Number.POSITIVE_INFINITY
  for (let at = 0; at < lines.length; at += 1) {
    const line = lines[at]
    if (line === undefined) break
    const { text } = line
    const width = /^[ \t]*/.exec(text)?.[0].length ?? 0
    if (text.trim() !== '' && width <= code) code = Number.POSITIVE_INFINITY
    const found = code === Number.POSITIVE_INFINITY ? INCLUDE.exec(text) : null
    if (CODE.test(text) || (/::[ \t]*$/.test(text) && !/^[ \t]*\.\./.test(text))) {
      code = Math.min(code, width)
    }
    if (found === null) {
      written.push(line)
      continue
    }
    const options: Record<string, string> = {}
    for (let next = OPTION.exec(lines[at + 1]?.text ?? ''); next !== null; ) {
      options[next[1] ?? ''] = next[2] ?? ''
      at += 1
      next = OPTION.exec(lines[at + 1]?.text ?? '')
    }
    const [, indent = '', path = ''] = found
    written.push(...writeInclude(line, indent, path, options, context, stack))
  }
  return written
}

function writeInclude(
  line: SourceLine,
  indent: string,
  path: string,
  options: Readonly<Record<string, string>>,
  context: IncludeContext,
  stack: readonly string[],
): readonly SourceLine[] {
  if (options.literal !== undefined || options.code !== undefined) {
    const language = options.code ?? ''
    const rows = [`.. literalinclude:: ${path}`, `   :language: ${language || 'text'}`, '']
    return rows.map((text) => ({ ...line, text: indent + text }))
  }
  const found = readIncluded(path, options, line, stack, context)
  if (found === undefined) return []
  const inner = expandRstIncludes(found, context, [...stack, found[0]?.file ?? path])
  const blank = { ...line, text: '' }
  return [blank, ...inner.map((each) => ({ ...each, text: indent + each.text })), blank]
}
