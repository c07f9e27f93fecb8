import { type Block, type BlockContext, type Footnote, joinBlocks } from './_block.ts'
import { isAround } from './content.ts'
import {
  attributeOf,
  classesOf,
  type Element,
  elementsOf,
  findAll,
  findFirst,
  isElement,
  isText,
  type Node,
  wordsOf,
} from './tree.ts'

type Footnotes = {
  readonly noteOf: (element: Element) => number | undefined
  readonly footnoteOf: (element: Element) => Footnote | undefined
}

const NOTE = / (?:footnote|footnote-definition) /
const NOTES = / footnotes? /
const LABEL = /^[[(]?\s*[\w*†‡]{1,6}\s*[\])]?\s*[.:]?$/

/**
 * The footnotes of a page: what has the class or role of one, and to which a link in the text
 * leads. A note that nothing refers to stays where it is, because Markdown would not show it.
 */
export function findFootnotes(content: Element): Footnotes {
  const definitions = new Map<string, Element>()
  collectDefinitions(content, false, definitions)
  if (definitions.size === 0) return { noteOf: () => undefined, footnoteOf: () => undefined }
  const references = new Map<Element, string>()
  collectReferences(content, { definitions, notes: new Set(definitions.values()) }, references)
  const used = new Set(references.values())
  const byElement = new Map<Element, Footnote>()
  const numbers = new Map<string, number>()
  for (const [id, element] of definitions) {
    if (!used.has(id) || byElement.has(element)) continue
    const number = numbers.size + 1
    numbers.set(id, number)
    byElement.set(element, { number, nodes: cutMarks(nodesOf(element)) })
    // The label of a list of terms stands before it.
    const label = element.tagName === 'dd' ? elementBeside(element, -1) : undefined
    if (label !== undefined) byElement.set(label, { number, nodes: [] })
  }
  return {
    noteOf: (element) => numbers.get(references.get(element) ?? ''),
    footnoteOf: (element) => byElement.get(element),
  }
}

/** Notes by the id to which links lead. */
function collectDefinitions(
  element: Element,
  isInside: boolean,
  definitions: Map<string, Element>,
): void {
  for (const each of elementsOf(element)) {
    const id = attributeOf(each, 'id')
    const classes = classesOf(each)
    const isNote =
      attributeOf(each, 'role') === 'doc-footnote' ||
      (/^(?:div|aside|table|p)$/.test(each.tagName) && NOTE.test(classes)) ||
      (isInside && /^(?:li|dt)$/.test(each.tagName))
    const holder = each.tagName === 'dt' ? elementBeside(each, 1) : each
    if (isNote && id !== undefined && holder?.tagName !== 'dt' && holder !== undefined) {
      definitions.set(id, holder)
      continue
    }
    const isList = isInside || NOTES.test(classes) || attributeOf(each, 'role') === 'doc-endnotes'
    collectDefinitions(each, isList, definitions)
  }
}

function elementBeside(element: Element, step: 1 | -1): Element | undefined {
  const siblings = element.parentNode?.childNodes.filter(isElement) ?? []
  return siblings[siblings.indexOf(element) + step]
}

type Definitions = {
  readonly definitions: ReadonlyMap<string, Element>
  readonly notes: ReadonlySet<Element>
}

/** Links to notes, or what raises them; those in headings and in code stay links. */
function collectReferences(
  element: Element,
  known: Definitions,
  references: Map<Element, string>,
): void {
  const { definitions, notes } = known
  for (const each of elementsOf(element)) {
    if (/^(?:h[1-6]|pre|code|dt)$/.test(each.tagName) || isAround(each)) continue
    const isRaised = each.tagName === 'sup' && LABEL.test(wordsOf(each))
    const link = isRaised ? findFirst(each, ({ tagName }) => tagName === 'a') : undefined
    const href = attributeOf(each.tagName === 'a' ? each : (link ?? each), 'href') ?? ''
    const id = href.startsWith('#') ? href.slice(1) : ''
    if (definitions.has(id) && LABEL.test(wordsOf(each))) references.set(each, id)
    else if (!notes.has(each)) {
      collectReferences(each, known, references)
    }
  }
}

function nodesOf(element: Element): readonly Node[] {
  if (element.tagName !== 'table') return element.childNodes
  return findAll(element, ({ tagName }) => tagName === 'td').at(-1)?.childNodes ?? []
}

/** Without the label of the note, and without the links back to the text. */
function cutMarks(nodes: readonly Node[]): readonly Node[] {
  const isBack = (each: Element) => {
    return (
      / (?:footnote-back(?:ref)?|reversefootnote|fn-backref|backrefs|data-footnote-backref) /.test(
        classesOf(each),
      ) ||
      attributeOf(each, 'role') === 'doc-backlink' ||
      (each.tagName === 'em' && /^\(\d+(?:, ?\d+)+\)$/.test(wordsOf(each))) ||
      (each.tagName === 'a' && /^(?:↩|↑|⏎|\^|↵)/u.test(wordsOf(each)))
    )
  }
  for (const node of nodes) if (isElement(node)) removeAll(node, isBack)
  const isLabel = (each: Element) => {
    return (
      / (?:label|fn-label|footnote-definition-label) /.test(classesOf(each)) ||
      (/^(?:a|sup|span)$/.test(each.tagName) && LABEL.test(wordsOf(each)))
    )
  }
  const kept = nodes.filter((node) => !isElement(node) || !isBack(node))
  const first = kept.find((node) => !isText(node) || node.value.trim() !== '')
  if (first === undefined || !isElement(first)) return kept
  if (!isLabel(first)) {
    const inner = first.childNodes.find((node) => !isText(node) || node.value.trim() !== '')
    if (inner !== undefined && isElement(inner) && isLabel(inner)) {
      first.childNodes.splice(0, first.childNodes.indexOf(inner) + 1)
    }
    return kept
  }
  const rest = kept.slice(kept.indexOf(first) + 1)
  const [next] = rest
  // AsciiDoc has a full stop behind the number.
  if (next !== undefined && isText(next)) next.value = next.value.replace(/^\s*[.:]\s+/, '')
  return rest
}

function removeAll(element: Element, is: (each: Element) => boolean): void {
  element.childNodes = element.childNodes.filter((node) => !isElement(node) || !is(node))
  for (const each of elementsOf(element)) removeAll(each, is)
}

/** Whether an element is a list of notes, or a box around some: a rule in it divides nothing. */
export function holdsNotes(element: Element | undefined, context: BlockContext): boolean {
  if (element === undefined) return false
  return findFirst(element, (each) => context.footnoteOf(each) !== undefined) !== undefined
}

/** The mark of the note, and what it says with an indent that keeps it together. */
export function writeFootnote(
  { number, nodes }: Footnote,
  context: BlockContext,
): readonly Block[] {
  const [first, ...more] = joinBlocks(context.writeBlocks(nodes))
  if (first === undefined) return []
  const rest = more.map(({ text, line }) => ({ text: text === '' ? '' : `    ${text}`, line }))
  const opening = { text: `[^${number}]: ${first.text}`, line: first.line }
  return [{ lines: [opening, ...rest], kind: 'other' }]
}
