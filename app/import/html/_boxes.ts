import { escapeMarkdown } from '../../text/source_text/escape.ts'
import { calloutKindOf } from '../markdown/callout_kinds.ts'
import {
  attributeOf,
  classesOf,
  type Element,
  elementsOf,
  findAll,
  findFirst,
  type Node,
  wordsOf,
} from './tree.ts'

/** A box of a page that draws attention, as its theme writes it. */
type Callout = {
  readonly kind: string
  /** As Markdown. */
  readonly title: string
  /** What it says, without its title. */
  readonly nodes: readonly Node[]
}

const KINDS =
  'note tip important warning caution danger info hint success error attention seealso question ' +
  'abstract summary bug example quote failure todo critical'
const KIND = new RegExp(`(?:^|[ _-])(${KINDS.replaceAll(' ', '|')})(?=[ _-]|$)`, 'i')
const BOXES =
  'admonition|alert|callout|custom-block|hint|notice|markdown-alert|blockquote-tag|' +
  'theme-admonition|starlight-aside|aside|message|infobox'
const BOX = new RegExp(` (?:${BOXES})[ _-]`, 'i')
/** Themes without a class for boxes name the kind alone, with a heading inside. */
const ALONE = / (note|tip|important|warning|caution|danger) /i
const TITLE = /(?:^| )[\w-]*(?:title|heading|header)[\w-]* /i

/** A paragraph with nothing but its kind as a class, as in Just the Docs. */
const PARAGRAPH = / (note|tip|important|warning|caution|danger|info|hint) /
/** There a quote has its kind, and with this word behind it the title is its first paragraph. */
const TITLED = / (note|tip|important|warning|caution|danger|info|new)-title /

export function readCallout(element: Element): Callout | undefined {
  const { tagName, childNodes } = element
  const classes = classesOf(element)
  if (tagName === 'p') return makeCallout(PARAGRAPH.exec(classes)?.[1], undefined, childNodes)
  if (!/^(?:div|aside|section|blockquote)$/.test(tagName)) return undefined
  if (/ admonitionblock /.test(classes)) return readCells(element)
  const [first] = elementsOf(element)
  const titled = tagName === 'blockquote' ? TITLED.exec(classes)?.[1] : undefined
  const isNamed = first !== undefined && (titled !== undefined || isTitle(first))
  const heading = isNamed ? first : undefined
  const isPlainQuote = tagName === 'blockquote' && PARAGRAPH.test(classes)
  const alone = heading !== undefined || isPlainQuote ? ALONE.exec(classes)?.[1] : titled
  const isBox = BOX.test(classes) || /^(?:alert|note)$/.test(attributeOf(element, 'role') ?? '')
  if (!isBox && alone === undefined && titled === undefined) return undefined
  const after = classes.trim().replace(/^.*?(?=admonition)/, '')
  const word = (KIND.exec(after) ?? KIND.exec(classes))?.[1] ?? alone ?? 'note'
  return makeCallout(word, heading, childNodes)
}

/** AsciiDoc has the kind in a cell, as a word or a picture, and the text in the one beside it. */
function readCells(element: Element): Callout | undefined {
  const find = (name: string) => {
    return findFirst(element, (each) => {
      return each.tagName === 'td' && classesOf(each).includes(` ${name} `)
    })
  }
  const [icon, content] = [find('icon'), find('content')]
  if (content === undefined) return undefined
  const inner = icon === undefined ? [] : elementsOf(icon)
  const names = inner.map((each) => attributeOf(each, 'alt') ?? attributeOf(each, 'title') ?? '')
  const shown = [classesOf(element), ...names, icon === undefined ? '' : wordsOf(icon)].join(' ')
  const [first] = elementsOf(content)
  const heading = first !== undefined && isTitle(first) ? first : undefined
  return makeCallout(KIND.exec(shown)?.[1] ?? 'note', heading, content.childNodes)
}

function makeCallout(
  name: string | undefined,
  heading: Element | undefined,
  nodes: readonly Node[],
): Callout | undefined {
  if (name === undefined) return undefined
  const word = name.toLowerCase()
  const { kind, word: own } = calloutKindOf(word)
  const text = heading === undefined ? '' : wordsOf(heading).replace(/[¶#]$/, '').trim()
  const isSame = [word, kind, own ?? ''].includes(text.toLowerCase().replace(/[:!]$/, ''))
  const title = isSame && own === undefined ? '' : escapeMarkdown(text)
  return { kind, title, nodes: nodes.filter((node) => node !== heading) }
}

function isTitle(element: Element): boolean {
  return /^h[1-6]$/.test(element.tagName) || TITLE.test(classesOf(element))
}

type Tab = { readonly label: string; readonly panel: Element }

const TAB_SET =
  / (?:tabbed-set|sphinx-tabs|tabs-container|(?:sd-)?tab-set|(?:vp-)?code-group|(?:code-)?tabs) /
const PANEL = / (?:tabbed-block|sd-tab-content|tab-pane|tab-content) /
const LABEL = / (?:sd-tab-label|tab-label|nav-link) /

/**
 * The tabs of a set, by the roles that screen readers know or by the classes of a theme; undefined
 * for what is none, and where labels and panels do not match.
 */
export function readTabs(element: Element): readonly Tab[] | 'unmatched' | undefined {
  const hasList = elementsOf(element).some((each) => attributeOf(each, 'role') === 'tablist')
  if (!hasList && !TAB_SET.test(classesOf(element))) return undefined
  const isPanel = (each: Element) => {
    return (
      attributeOf(each, 'role') === 'tabpanel' ||
      PANEL.test(classesOf(each)) ||
      (/ tab /.test(classesOf(each)) && attributeOf(each, 'id') !== undefined) ||
      isBlockOfGroup(each)
    )
  }
  const panels = findAll(element, isPanel)
  if (panels.length === 0) return undefined
  const labels = findAll(element, (each) => isPanel(each) || isLabel(each)).filter(isLabel)
  if (labels.length !== panels.length) return 'unmatched'
  return panels.map((panel, at) => {
    const label = labels[at]
    return { panel, label: label === undefined ? '' : wordsOf(label) }
  })
}

function isLabel(element: Element): boolean {
  if (attributeOf(element, 'role') === 'tab' || LABEL.test(classesOf(element))) return true
  if (element.tagName === 'button' && attributeOf(element, 'data-tab') !== undefined) return true
  const { parentNode } = element
  const isInRow = parentNode !== null && 'tagName' in parentNode
  return (
    element.tagName === 'label' && isInRow && / (?:tabbed-labels|tabs) /.test(classesOf(parentNode))
  )
}

/** VitePress puts the blocks of a group into a box of this name. */
function isBlockOfGroup(element: Element): boolean {
  const { parentNode } = element
  return parentNode !== null && 'tagName' in parentNode && / blocks /.test(classesOf(parentNode))
}
