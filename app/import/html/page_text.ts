import { type BlockContext, joinBlocks } from './_block.ts'
import { writeBlocks } from './_blocks.ts'
import { findFootnotes } from './_footnotes.ts'
import { markFormulas } from './_formulas.ts'
import type { Line } from './_inline.ts'
import { nameAnchor } from './anchor_names.ts'
import { findWordyField, isAround } from './content.ts'
import {
  attributeOf,
  classesOf,
  type Element,
  findAll,
  lineOf,
  type Node,
  parentOf,
  wordsOf,
} from './tree.ts'

export type { Line }

type PageText = {
  /** Anchors that links of the site lead to, on any page. */
  readonly linked: ReadonlySet<string>
  readonly reportLoss: (line: number, what: string, fix: string) => void
}

type WrittenPage = {
  readonly lines: readonly Line[]
  /** The line with its title as a heading; undefined where its text has none. */
  readonly title: string | undefined
}

/** What the content of a page says, as Markdown, with the line of each line. */
export function writePageText(content: Element, { linked, reportLoss }: PageText): WrittenPage {
  const taken = new Set<string>()
  const only = findOnlyTitle(content)
  let title: Element | undefined
  markFormulas(content)
  const { noteOf, footnoteOf } = findFootnotes(content)
  const context: BlockContext = {
    keepsLines: true,
    noteOf,
    footnoteOf,
    isTitle: (heading) => {
      if (heading.tagName === 'h1' || heading === only) title ??= heading
      return heading === title
    },
    placeOf,
    reportLoss: (element, what, fix) => reportLoss(placeOf(element), what, fix),
    takeIds: (element) => {
      const ids = idsOf(element).filter((id) => isKept(id, element, linked) && !taken.has(id))
      for (const id of ids) taken.add(id)
      return ids
    },
    writeBlocks: (nodes) => writeBlocks(nodes, context),
  }
  const field = findWordyField(content)
  if (field !== undefined) {
    const what = `<${field.tagName}> and other fields of the page are left out`
    context.reportLoss(field, what, 'write what they offer as text')
  }
  const lines = joinBlocks(writeBlocks([content], context))
  const at = title === undefined ? undefined : placeOf(title)
  return { lines, title: lines.find(({ text, line }) => line === at && /^# /.test(text))?.text }
}

const HEADING = /^h[1-6]$/

/** The first heading, if no other one of a page without `h1` has its level or a higher one. */
function findOnlyTitle(content: Element): Element | undefined {
  const isHeading = (each: Element) => HEADING.test(each.tagName)
  const headings = findAll(content, (each) => isAround(each) || isHeading(each)).filter((each) => {
    return isHeading(each) && wordsOf(each) !== ''
  })
  const [first] = headings
  const isOnly = headings.every((each) => each === first || each.tagName > (first?.tagName ?? ''))
  return isOnly ? first : undefined
}

/** Elements that the parser adds have no line of their own. */
function placeOf(node: Node): number {
  for (let at: Node | undefined = node; at !== undefined; ) {
    const line = lineOf(at)
    if (line !== undefined) return line
    const { parentNode }: Node = at
    at = parentNode !== null && 'tagName' in parentNode ? parentNode : undefined
  }
  return 1
}

function idsOf(element: Element): readonly string[] {
  const id = attributeOf(element, 'id')
  const name = element.tagName === 'a' ? attributeOf(element, 'name') : undefined
  return [...new Set([id, name])].flatMap((each) => {
    return each === undefined || each.trim() === '' ? [] : [nameAnchor(each)]
  })
}

/** What programs number: nobody outside the site links to it. */
const NUMBERED = /^(?:_|id-?\d|index-\d|cb?\d+-\d|fnref|footnote-reference|idm?\d|toc-)/
const OWNERS = /^(?:h[1-6]|section|dt|a|figure|table|details)$/

function isKept(id: string, element: Element, linked: ReadonlySet<string>): boolean {
  if (linked.has(id)) return true
  if (NUMBERED.test(id)) return false
  if (OWNERS.test(element.tagName)) return true
  return element.tagName === 'div' && (/ section /.test(classesOf(element)) || isLeading(element))
}

/** An empty element right before a heading is its anchor. */
function isLeading(element: Element): boolean {
  return element.childNodes.length === 0 && parentOf(element)?.tagName === 'section'
}
