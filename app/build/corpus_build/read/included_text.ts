import { realpath } from 'node:fs/promises'
import { dirname, join, posix, relative, sep } from 'node:path'
import { type Place, type Problem, problemAt, quote } from '../../../contract/problem.ts'
import { moveLinks, parseMarkdown } from '../../../text/source_text/markdown.ts'
import { findNearest } from '../../../text/source_text/nearest_word.ts'
import {
  readText,
  SOURCE_BYTES_MAX,
  type SourceFile,
} from '../../../text/source_text/source_file.ts'

/** What the texts of pages are made of, beside their own files. */
export type TextParts = {
  /** Folders whose files a page may include. */
  readonly roots: readonly string[]
  /** Texts by their names; a corpus without any has `{{name}}` for what it says. */
  readonly variables: ReadonlyMap<string, string>
}

/** Where a line was written. */
type Origin = { readonly file: string; readonly line: number }

type WholeText = {
  readonly text: string
  /** Of each line of the text; absent where all of them are lines of the file itself. */
  readonly origins: readonly Origin[] | undefined
  readonly problems: readonly Problem[]
  /** Paths of the files that the text depends on. */
  readonly included: readonly string[]
}

/** Files that one page may include, and how deep these may include others. */
const [INCLUDED_MAX, DEPTH_MAX] = [100, 8]

const INCLUDE = /^([ \t]*):::include[ \t]+(\S+)[ \t]*$/
const FENCE = /^[ \t>]*(`{3,}|~{3,})/
const FRONT_MATTER = /^---\n(?:[\s\S]*?\n)?---(?:\n|$)/

/** Puts the texts that a page includes, and its variables, where they belong. */
export async function completeText(
  file: SourceFile,
  text: string,
  parts: TextParts,
): Promise<WholeText> {
  const usesNothing = !text.includes(':::include') && !hasVariables(text, parts)
  if (usesNothing) return { text, origins: undefined, problems: [], included: [] }
  const lists = { lines: [], origins: [], problems: [], included: [] }
  const made: Making = { page: file, parts, ...lists, bytes: 0 }
  const head = FRONT_MATTER.exec(text)?.[0].split('\n').length ?? 1
  await addLines(made, { file, text, firstLine: 1, skipped: head - 1, indent: '', stack: [] })
  const { lines, origins, problems, included } = made
  return { text: lines.join('\n'), origins, problems, included }
}

type Making = {
  readonly page: SourceFile
  readonly parts: TextParts
  readonly lines: string[]
  readonly origins: Origin[]
  readonly problems: Problem[]
  readonly included: string[]
  bytes: number
}

type Part = {
  readonly file: SourceFile
  readonly text: string
  /** Number of the first line of the text in its file. */
  readonly firstLine: number
  /** Lines at the start that are no Markdown. */
  readonly skipped: number
  readonly indent: string
  /** Paths of the files that include this one. */
  readonly stack: readonly string[]
}

async function addLines(made: Making, part: Part): Promise<void> {
  let fence: string | undefined
  for (const [at, written] of part.text.split('\n').entries()) {
    const origin = { file: part.file.name, line: part.firstLine + at }
    const isHead = at < part.skipped
    const mark = isHead ? undefined : FENCE.exec(written)?.[1]
    if (fence === undefined) fence = mark
    else if (mark?.startsWith(fence) === true) fence = undefined
    const isCode = isHead || fence !== undefined || mark !== undefined
    const [, space = '', target] = (isCode ? null : INCLUDE.exec(written)) ?? []
    if (target !== undefined) {
      await include(made, part, { target, origin, indent: part.indent + space })
      continue
    }
    const line = isCode ? written : fillVariables(made, written, origin)
    made.lines.push(line === '' ? '' : part.indent + line)
    made.origins.push(origin)
  }
}

type Inclusion = { readonly target: string; readonly origin: Origin; readonly indent: string }

async function include(made: Making, part: Part, { target, origin, indent }: Inclusion) {
  const refuse = (what: string, fix: string): void => {
    const place: Place = { ...origin, column: 1 }
    made.problems.push(problemAt(place, `cannot include ${quote(target)}: ${what}`, fix))
  }
  const [path = '', section] = target.split('#')
  const { file } = part
  const found = { path: join(dirname(file.path), path), name: posix.join(dirname(file.name), path) }
  const own = await realpath(found.path).catch(() => undefined)
  if (own === undefined) return refuse('there is no such file', 'write its path from this file')
  const roots = await Promise.all(made.parts.roots.map((root) => realpath(root).catch(() => root)))
  if (!roots.some((root) => own.startsWith(root + sep))) {
    return refuse('it is outside the corpus', 'put the file into the corpus')
  }
  const stack = [...part.stack, await realpath(file.path).catch(() => file.path)]
  if (stack.includes(own)) return refuse('it includes itself', 'remove one of the two')
  if (stack.length > DEPTH_MAX || made.included.length >= INCLUDED_MAX) {
    const what = `a page has at most ${INCLUDED_MAX} of them, ${DEPTH_MAX} deep`
    return refuse(what, 'write the text into the page')
  }
  const text = await readText(found)
  if (!text.ok) {
    return refuse(text.error === 'missing' ? 'it is gone' : text.error.what, 'save it again')
  }
  made.included.push(own)
  made.bytes += text.value.length
  if (made.bytes > SOURCE_BYTES_MAX) {
    return refuse(`the page has more than ${SOURCE_BYTES_MAX} characters`, 'split the page')
  }
  const head = FRONT_MATTER.exec(text.value)?.[0] ?? ''
  const taken = takeSection(text.value.slice(head.length).replace(/\n+$/, ''), section)
  if ('anchors' in taken) {
    const near = findNearest(section ?? '', taken.anchors)
    const fix = near === undefined ? 'write the anchor of one of its headings' : `write "#${near}"`
    return refuse('it has no such section', fix)
  }
  await addLines(made, {
    file: found,
    text: moveText(taken.text, found.path, made.page.path),
    firstLine: head.split('\n').length + taken.line,
    skipped: 0,
    indent,
    stack,
  })
}

/** The text below a heading, up to the next of its level or above. */
function takeSection(
  body: string,
  section: string | undefined,
): { readonly text: string; readonly line: number } | { readonly anchors: readonly string[] } {
  if (section === undefined) return { text: body, line: 0 }
  const { headings } = parseMarkdown(body)
  const at = headings.findIndex(
    ({ anchor, anchors = [] }) => anchor === section || anchors.includes(section),
  )
  const heading = headings[at]
  if (heading === undefined) return { anchors: headings.map(({ anchor }) => anchor) }
  const next = headings.slice(at + 1).find(({ level }) => level <= heading.level)
  const lines = body.split('\n').slice(heading.line + 1, next?.line)
  const blank = lines.findIndex((line) => line.trim() !== '')
  const first = Math.max(blank, 0)
  const text = lines.slice(first).join('\n').trimEnd()
  return { text, line: heading.line + 1 + first }
}

/** Relative addresses are those of the file that is included. */
function moveText(text: string, from: string, to: string): string {
  const [origin, target] = [dirname(from), dirname(to)]
  if (origin === target) return text
  return moveLinks(text, (href) => {
    if (/^(?:[a-z][a-z0-9+.-]*:|[/#]|$)/i.test(href)) return href
    const [path = ''] = href.split(/[?#]/)
    const moved = relative(target, join(origin, path)).split(sep).join('/')
    return moved + href.slice(path.length)
  })
}

/** `{{name}}`; with a backslash in front, and in code, it is what it says. */
const VARIABLE = /(`+)[\s\S]*?\1|\\\{\{|\{\{[ \t]*([A-Za-z][\w-]*)[ \t]*\}\}/g

function hasVariables(text: string, { variables }: TextParts): boolean {
  return variables.size > 0 && text.includes('{{')
}

function fillVariables(made: Making, line: string, origin: Origin): string {
  const { variables } = made.parts
  if (!hasVariables(line, made.parts)) return line
  return line.replace(VARIABLE, (whole: string, _ticks, name: string | undefined, at: number) => {
    if (name === undefined) return whole === '\\{{' ? '{{' : whole
    const text = variables.get(name)
    if (text !== undefined) return text
    const near = findNearest(name, [...variables.keys()])
    const other =
      near === undefined ? 'add it to "variables" in the registry' : `write "{{${near}}}"`
    const place = { ...origin, column: at + 1 }
    const fix = `${other}, or "\\{{" if readers should see it`
    made.problems.push(problemAt(place, `the variable ${quote(name)} is not known`, fix))
    return whole
  })
}
