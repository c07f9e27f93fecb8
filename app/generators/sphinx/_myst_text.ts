import { createLineFinder, replaceText, type SourceLine } from '../../foreign_markup/source_line.ts'
import {
  MARKDOWN_IT,
  writeDefinitionLists,
} from '../../foreign_source/dialects/definition_lists.ts'
import { writeEquationAnchors, writeFormula, writeInlineFormula } from './_formula.ts'
import { writeAttributions } from './_myst_attributions.ts'
import { findGlossaryTerms } from './_myst_glossaries.ts'
import { writeAnchor, writeMystLinks } from './_myst_links.ts'
import { type PageContext, reportLoss } from './_page.ts'
import { writeRole } from './_roles.ts'
import { substitute } from './_substitutions.ts'
import { makeId, makeTermId, readTitle } from './_text.ts'

const HEADING = /^ {0,3}(#{1,6})[ \t]+(.*?)(?:[ \t]+#+)?[ \t]*$/
const TARGET = /^[ \t]*\(([^()\n]{1,200})\)=[ \t]*$/
const COMMENT = /^[ \t]{0,3}%(?:[ \t]|%|$)/
const BREAK = /^\+{3,}(?:[ \t].*)?$/
const ATTRIBUTES =
  /^([ \t>]*)\{((?:[ \t]*(?:[.#][\w:./-]+|[\w-]+=(?:"[^"\n]*"|[^\s}"]+)))+)[ \t]*\}[ \t]*$/
const FIELD = /^:(?!\s)([^:\n]{1,80}):(?:[ \t]+(.*))?$/

/** Lines of text between directives as Markdown. */
export function writeMystText(
  lines: readonly SourceLine[],
  context: PageContext,
): readonly SourceLine[] {
  const terms = findGlossaryTerms(lines)
  const glossary = new Map([...terms].flatMap(([at, term]) => [[keyOf(lines[at]), term]]))
  const marked = writeAttributions(lines, context).flatMap(
    (line, at, all): readonly SourceLine[] => {
      const { text } = line
      reportHtmlBox(line, context)
      reportHtmlMedia(line, context)
      const target = TARGET.exec(text)?.[1]
      if (target !== undefined)
        return [replaceText(line, `<a id="${makeId(target)}"></a>`), { ...line, text: '' }]
      if (COMMENT.test(text)) return []
      if (BREAK.test(text)) return [replaceText(line, '')]
      const [, indent = '', attributes] = ATTRIBUTES.exec(text) ?? []
      if (attributes !== undefined) return writeAttributes(line, indent, attributes)
      const field = FIELD.exec(text)
      const before = all[at - 1]?.text ?? ''
      if (field !== null && (before.trim() === '' || FIELD.test(before))) {
        return [
          replaceText(line, `- **${field[1]}**${field[2] === undefined ? '' : `: ${field[2]}`}`),
        ]
      }
      return writeHeading(line, context)
    },
  )
  const lists = context.config.mystExtensions.has('deflist')
    ? writeDefinitionLists(marked, MARKDOWN_IT)
    : marked
  const anchored = lists.map((line) => {
    const term = glossary.get(keyOf(line))
    if (term === undefined || line.text !== `- **${term}**`) return line
    return replaceText(line, `- <a id="${makeTermId(term, context.config)}"></a>**${term}**`)
  })
  return writeFormulaBlocks(anchored, context).flatMap((block) => {
    return block.isDone ? block.lines : writeInlineText(block.lines, context)
  })
}

function keyOf(line: SourceLine | undefined): string {
  return `${line?.file}:${line?.line}`
}

function reportHtmlBox(line: SourceLine, context: PageContext): void {
  if (!/^\s*<div\b[^>]*\bclass="admonition\b/.test(line.text)) return
  if (!context.config.mystExtensions.has('html_admonition')) return
  const what = 'an admonition in HTML is text without its box'
  reportLoss(context, line, what, 'write it as a directive')
}

function reportHtmlMedia(line: SourceLine, context: PageContext): void {
  const text = line.text.replace(/(`+)[^`]+\1/g, '')
  const name = /(?<!\\)<(iframe|video|audio|embed)(?=[\s>])/i.exec(text)?.[1]
  if (name === undefined) return
  const what = `what <${name.toLowerCase()}> shows is a link to it`
  reportLoss(context, line, what, 'show a picture, or leave the link')
}

/** The anchor of a heading that pages of MyST have beside that of docutils. */
function writeHeading(line: SourceLine, context: PageContext): readonly SourceLine[] {
  const [, marks = '', words = ''] = HEADING.exec(line.text) ?? []
  if (marks === '') return [line]
  const title = readTitle(words)
  const slug = context.slugOf(title)
  const { headingAnchors, mystExtensions } = context.config
  const isKept = marks.length > 1 && marks.length <= headingAnchors
  // Docutils sees what an apostrophe has become, and leaves that out.
  const curled = mystExtensions.has('smartquotes') ? title.replace(/(?<=\w)'(?=\w)/g, '') : title
  const own = [isKept ? slug : '', marks.length > 1 ? makeId(curled) : '']
  const ids = own.filter((id) => id !== '' && id !== makeId(title))
  if (ids.length === 0) return [line]
  const anchors = [...new Set(ids)].map((id) => `<a id="${id}"></a>`).join('')
  return [replaceText(line, anchors), { ...line, text: '' }, line]
}

function writeAttributes(
  line: SourceLine,
  indent: string,
  attributes: string,
): readonly SourceLine[] {
  const anchor = writeAnchor(attributes)
  return anchor === '' ? [] : [replaceText(line, indent + anchor)]
}

type Block = { readonly isDone: boolean; readonly lines: readonly SourceLine[] }

/** Formulas on lines of their own: `$$`, or an environment of TeX. */
function writeFormulaBlocks(lines: readonly SourceLine[], context: PageContext): readonly Block[] {
  const { mystExtensions } = context.config
  const hasDollars = mystExtensions.has('dollarmath')
  const hasTex = mystExtensions.has('amsmath')
  const blocks: Block[] = []
  let from = 0
  for (let at = 0; at < lines.length; at += 1) {
    const line = lines[at]
    if (line === undefined) break
    const close = findFormulaEnd(lines, at, hasDollars, hasTex)
    if (close === undefined) continue
    blocks.push({ isDone: false, lines: lines.slice(from, at) })
    const whole = lines
      .slice(at, close + 1)
      .map(({ text }) => text.trim())
      .join('\n')
    const [, tex = whole, label] = /^\$\$([\s\S]*?)\$\$(?:[ \t]*\(([^()]+)\))?$/.exec(whole) ?? []
    const anchor = label === undefined ? [] : writeEquationAnchors(label, line)
    const indent = /^[ \t]*/.exec(line.text)?.[0] ?? ''
    const written = writeFormula(tex, line, context)
    blocks.push({
      isDone: true,
      lines: [...anchor, ...written].map((each) => replaceText(each, indent + each.text)),
    })
    at = close
    from = close + 1
  }
  return [...blocks, { isDone: false, lines: lines.slice(from) }]
}

const LINES_MAX = 100

function findFormulaEnd(
  lines: readonly SourceLine[],
  at: number,
  hasDollars: boolean,
  hasTex: boolean,
): number | undefined {
  const text = lines[at]?.text.trim() ?? ''
  if (hasDollars && text.startsWith('$$')) {
    const isEnd = (each: string) => /\$\$(?:[ \t]*\([^()]+\))?$/.test(each)
    if (text.length > 4 && isEnd(text)) return at
    if (/\$\$./.test(text.slice(2))) return undefined
    for (let next = at + 1; next < Math.min(lines.length, at + LINES_MAX); next += 1) {
      if (isEnd(lines[next]?.text.trim() ?? '')) return next
    }
  }
  const name = hasTex ? /^\\begin\{([a-z]+\*?)\}/.exec(text)?.[1] : undefined
  if (name === undefined) return undefined
  const end = lines.findIndex((each, next) => {
    return next >= at && next < at + LINES_MAX && each.text.trimEnd().endsWith(`\\end{${name}}`)
  })
  return end === -1 ? undefined : end
}

/** Paragraphs with their roles, links, substitutions and formulas; as many lines as before. */
function writeInlineText(
  lines: readonly SourceLine[],
  context: PageContext,
): readonly SourceLine[] {
  const written: SourceLine[] = []
  let from = 0
  for (let at = 0; at <= lines.length; at += 1) {
    const line = lines[at]
    if (line !== undefined && line.text.trim() !== '') continue
    const block = lines.slice(from, at)
    const [first] = block
    if (first !== undefined) {
      const text = block.map((each) => each.text).join('\n')
      const rows = writeInline(text, block, context).split('\n')
      written.push(
        ...rows.map((row, row_) => ({
          ...(block[Math.min(row_, block.length - 1)] ?? first),
          text: row,
        })),
      )
    }
    if (line !== undefined) written.push(line)
    from = at + 1
  }
  return written
}

const CODE = /(`+)(?!`)([\s\S]{1,2000}?)(?<!`)\2(?!`)/
/** `{role}` before code, or code with attributes behind it. */
const ROLE_OR_CODE = new RegExp(
  `(?<![\\\\\`])(?:\\{([\\w:.+-]{1,60})\\})?${CODE.source}(?:\\{[^{}\\n]{1,200}\\})?`,
  'g',
)

/** Markdown of a text in MyST. */
export function writeInline(
  text: string,
  lines: readonly SourceLine[],
  context: PageContext,
): string {
  const [first] = lines
  if (first === undefined) return text
  const kept: string[] = []
  // What is done is hidden from the steps that follow.
  const keep = (done: string) => `\u0001${kept.push(done) - 1}\u0002`
  const findLine = createLineFinder(text, lines)
  const lineAt = (offset: number) => findLine(offset) ?? first
  const masked = text.replace(ROLE_OR_CODE, (whole, ...found: readonly unknown[]) => {
    const [role, , content] = found
    const offset = found.findLast((each) => typeof each === 'number')
    const line = lineAt(typeof offset === 'number' ? offset : 0)
    if (typeof role === 'string') {
      const words = String(content).replace(/\s*\n\s*/g, ' ')
      if (role === 'sub-ref') {
        return keep(writeMystLinks(substitute(words, line, context) ?? words, line, context))
      }
      return keep(writeRole(role, words, line, context))
    }
    const [, attributes = ''] = /`(\{[^{}\n]*\})$/.exec(whole) ?? []
    const code = attributes === '' ? whole : whole.slice(0, -attributes.length)
    return keep(writeAnchor(attributes) + code)
  })
  const filled = masked
    .replace(/\{\{[ \t]*([\w.-]+)[ \t]*\}\}/g, (whole, name: string) => {
      return substitute(name, first, context) ?? whole
    })
    .replace(/(?<!\\)\{([A-Za-z][\w:.+-]{0,40})\}(?=\u0001)/g, '')
  const formulas = context.config.mystExtensions.has('dollarmath')
    ? filled.replace(
        /(?<![\\$])\$\$?(?![\s$\d])([^$\n]{1,500}?)(?<![\\\s])\$\$?(?![\d$])/g,
        (_, tex: string) => {
          return keep(writeInlineFormula(tex, first, context))
        },
      )
    : filled
  const linked = writeMystLinks(formulas, lines, context)
  return linked.replace(/\u0001(\d+)\u0002/g, (_, at: string) => kept[Number(at)] ?? '')
}
