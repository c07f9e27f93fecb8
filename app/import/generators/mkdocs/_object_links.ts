import { posix } from 'node:path'
import { quote } from '../../../contract/problem.ts'
import { classify, isFenced } from '../../markdown/line_classes.ts'
import { joinLines, type Lines, replaceText, type SourceLine } from '../../markdown/source_line.ts'
import { readSourceAnchors } from '../../source/dialects/explicit_anchors.ts'
import { createSlugNamer, type SlugFamily } from '../../source/dialects/slugs.ts'
import { isMarkdownName, type SourceFolder } from '../../source/files/source_files.ts'
import type { Report } from '../../source/report/report.ts'
import { readAddressNames } from './_definitions.ts'

/** Finds the page below the documentation that has an anchor. */
type AnchorFinder = (id: string) => string | undefined

const OWN_ID = /\{:?[ \t]*#([\w:.-]{1,200})[ \t]*\}/g

/** The plugin `autorefs` knows each anchor of the site by its name alone; the first one counts. */
export function createAnchorFinder(
  source: SourceFolder,
  root: string,
  family: SlugFamily,
): AnchorFinder {
  let pages: Map<string, string> | undefined
  return (id) => {
    pages ??= indexAnchors(source, root, family)
    return pages.get(id)
  }
}

function indexAnchors(source: SourceFolder, root: string, family: SlugFamily): Map<string, string> {
  const pages = new Map<string, string>()
  for (const file of source.files) {
    const isBelow = root === '' || file.startsWith(`${root}/`)
    const text = isBelow && isMarkdownName(file) ? source.read(file) : undefined
    if (text === undefined) continue
    const nameOf = createSlugNamer(family)
    const own = [...text.matchAll(OWN_ID)].map(([, id = '']) => id)
    const slugs = readSourceAnchors(text).flatMap((heading) => {
      return heading.text === '' ? heading.ids : [...heading.ids, nameOf(plainOf(heading.text))]
    })
    for (const id of [...own, ...slugs]) if (!pages.has(id)) pages.set(id, file)
  }
  return pages
}

function plainOf(heading: string): string {
  return heading.replace(/[`*]|\]\[[^\]]*\]|\]\([^)]*\)|\[/g, '')
}

const CODE = /(?<![`\\])(`+)(?!`)(?:(?!\n[ \t]*\n)[\s\S]){0,2000}?[^`]\1(?!`)/g
const LABEL = String.raw`(?:[^\][\\\n]|\\.|\n(?![ \t]*\n)|\[[^\][\n]{0,200}\]){1,300}`
const REFERENCE = new RegExp(String.raw`(?<![!\\\]])\[(${LABEL})\]\[([^\][\n]{0,200})\]`, 'g')
const NAME = /^-{0,2}[A-Za-z_][\w.-]*$/

type Context = {
  readonly report: Report
  readonly findAnchor: AnchorFinder
}

/**
 * `[text][module.name]` and `[name][]` lead to what mkdocstrings makes from code, to another site
 * that it knows, or to an anchor of any page. Only the last can be found without its programs.
 */
export function writeObjectLinks(lines: Lines, context: Context): Lines {
  const classes = classify(lines)
  const labels = new Set(readAddressNames(lines))
  const whole = joinLines(lines)
  const prose = lines
    .map(({ text }, at) => (isFenced(classes[at]) ? ' '.repeat(text.length) : text))
    .join('\n')
    .replace(CODE, (code) => code.replace(/[[\]\\]/g, '\u0000'))
  let written = ''
  let from = 0
  for (const { 0: found, 1: shown = '', 2: label = '', index } of prose.matchAll(REFERENCE)) {
    const text = whole.slice(index + 1, index + 1 + shown.length)
    const name = label === '' ? text.replace(/`/g, '').trim() : label.trim()
    if (!NAME.test(name) || labels.has(name.toLowerCase())) continue
    const line = lines[whole.slice(0, index).split('\n').length - 1]
    written += whole.slice(from, index) + writeLink(text, name, line, context)
    from = index + found.length
  }
  if (from === 0) return lines
  const texts = (written + whole.slice(from)).split('\n')
  return lines.map((line, at) => replaceText(line, texts[at] ?? ''))
}

function writeLink(
  text: string,
  name: string,
  line: SourceLine | undefined,
  { report, findAnchor }: Context,
): string {
  if (line === undefined) return text
  const page = findAnchor(name)
  if (page !== undefined) {
    const path = posix.relative(posix.dirname(line.base ?? line.file), page)
    return `[${text}](${path}#${name})`
  }
  const what = `the link to the object ${quote(name)} is found by a program and is now plain text`
  report.lose(line, what, 'use the https address of where the object is published')
  return text
}
