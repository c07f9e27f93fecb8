import { posix } from 'node:path'
import { quote } from '../../../contract/problem.ts'
import { makeFence } from '../../../text/source_text/code_marks.ts'
import { createLineReader, isFenced, mapText } from '../../markdown/line_classes.ts'
import { type Lines, replaceText, type SourceLine } from '../../markdown/source_line.ts'
import type { SiteReading } from '../generator.ts'

/** Folders below the imported one that short names stand for, such as `@site/`. */
type Aliases = Readonly<Record<string, string>>

const IMPORT = /^(import\s+([A-Za-z_$][\w$]*)\s+from\s+)(['"])([^'"]+)\3(.*)$/
const RAW = /^!!raw-loader!|\?raw$/
/** `<Code code={x} lang="js" />` and `<CodeBlock language="js">{x}</CodeBlock>`, on one line. */
const SHOWN =
  /^([ \t]*)<([A-Z]\w{0,40})((?:\s[^<>]{0,300})?)(?:\/>|>\s*(?:\{(\w{1,80})\})?\s*<\/\2>)[ \t]*$/
const VARIABLE = /\b(?:code|source|content)=\{(\w+)\}/

/**
 * Imports of an MDX text: short names become paths of the folder, and a file that is imported as
 * text becomes a block of code where a component shows it.
 */
export function resolveImports(
  lines: Lines,
  aliases: Aliases,
  reading: Pick<SiteReading, 'source' | 'report'>,
): Lines {
  if (!lines.some(({ text }) => text.startsWith('import '))) return lines
  const texts = new Map<string, string>()
  return mapText(joinElements(lines), (line) => {
    const found = IMPORT.exec(line.text)
    if (found !== null) {
      const [, before, name = '', mark, specifier = '', after] = found
      const path = locate(specifier.replace(RAW, ''), line, aliases)
      if (RAW.test(specifier)) {
        texts.set(name, path)
        return replaceText(line, '')
      }
      const isOwn = Object.keys(aliases).some((alias) => specifier.startsWith(alias))
      return isOwn ? replaceText(line, `${before}${mark}/${path}${mark}${after}`) : line
    }
    return showFile(line, texts, reading)
  })
}

function showFile(
  line: SourceLine,
  texts: ReadonlyMap<string, string>,
  { source, report }: Pick<SiteReading, 'source' | 'report'>,
): Lines {
  const shown = SHOWN.exec(line.text)
  const [, indent = '', , attributes = '', child] = shown ?? []
  const path = texts.get(child ?? VARIABLE.exec(attributes)?.[1] ?? '')
  if (path === undefined) return [line]
  const text = source.read(path)
  if (text === undefined) {
    const where = path.startsWith('../') ? 'outside the folder' : 'not in the folder'
    const what = `the file ${quote(path)} is ${where} and is not shown`
    report.lose(line, what, 'put the code of the file here')
    return [replaceText(line, '')]
  }
  const read = (name: string) => new RegExp(`\\b${name}=["']([^"']*)["']`).exec(attributes)?.[1]
  const language = read('lang') ?? read('language') ?? posix.extname(path).slice(1)
  const title = read('title')
  const fence = makeFence(text)
  const opening = `${fence}${language}${title === undefined ? '' : ` title="${title}"`}`
  const rows = [opening, ...text.replace(/\n$/, '').split('\n'), fence]
  return rows.map((row) => ({ ...line, text: row === '' ? '' : indent + row }))
}

/** The path of a file below the imported folder. */
function locate(specifier: string, line: SourceLine, aliases: Aliases): string {
  const alias = Object.keys(aliases).find((each) => specifier.startsWith(each))
  if (alias !== undefined) return posix.join(aliases[alias] ?? '', specifier.slice(alias.length))
  if (specifier.startsWith('/')) return posix.normalize(specifier.slice(1))
  return posix.join(posix.dirname(line.file), specifier)
}

const ELEMENT_LINES_MAX = 8
const OPENS_ELEMENT = /^[ \t]*<[A-Z]\w*(?:\s[^<>]*)?>?[ \t]*$/

/** An element that shows a variable and stands on several lines comes as one. */
function joinElements(lines: Lines): Lines {
  const out: SourceLine[] = []
  const read = createLineReader()
  for (let at = 0; at < lines.length; at++) {
    const line = lines[at]
    if (line === undefined) break
    if (!isFenced(read(line.text)) && OPENS_ELEMENT.test(line.text)) {
      const joined = joinElement(lines, at)
      if (joined !== undefined) {
        out.push(joined.line)
        at = joined.last
        continue
      }
    }
    out.push(line)
  }
  return out
}

function joinElement(
  lines: Lines,
  at: number,
): { readonly line: SourceLine; readonly last: number } | undefined {
  const [first] = lines.slice(at)
  let text = first?.text ?? ''
  for (let last = at + 1; first !== undefined && last < at + ELEMENT_LINES_MAX; last++) {
    const next = lines[last]?.text.trim() ?? ''
    if (next === '' || /^(?:[-*+#>]|`{3})/.test(next)) return undefined
    text = `${text} ${next}`
    const isWhole = SHOWN.exec(text)
    if (isWhole !== null) {
      const isShown = isWhole[4] !== undefined || VARIABLE.test(isWhole[3] ?? '')
      return isShown ? { line: { ...first, text }, last } : undefined
    }
  }
  return undefined
}
