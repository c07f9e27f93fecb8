import { calloutKindOf } from '../foreign_markup/callout_kinds.ts'
import { attributeOf, classesOf, type Element, elementsOf, findAll, wordsOf } from './tree.ts'

/** A box of a page that draws attention, as its theme writes it. */
type Callout = {
  readonly kind: string
  readonly title: string
  readonly heading: Element | undefined
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

export function readCallout(element: Element): Callout | undefined {
  if (!/^(?:div|aside|section|blockquote)$/.test(element.tagName)) return undefined
  const classes = classesOf(element)
  const [first] = elementsOf(element)
  const heading = first !== undefined && isTitle(first) ? first : undefined
  const alone = heading === undefined ? undefined : ALONE.exec(classes)?.[1]
  const isBox = BOX.test(classes) || /^(?:alert|note)$/.test(attributeOf(element, 'role') ?? '')
  if (!isBox && alone === undefined) return undefined
  const word = (
    KIND.exec(classes.trim().replace(/^.*?(?=admonition)/, ''))?.[1] ??
    alone ??
    'note'
  ).toLowerCase()
  const { kind, word: own } = calloutKindOf(word)
  const text = heading === undefined ? '' : wordsOf(heading).replace(/[¶#]$/, '').trim()
  const isSame = [word, kind, own ?? ''].includes(text.toLowerCase().replace(/[:!]$/, ''))
  const title = isSame && own === undefined ? '' : text
  return { kind, title: title === '' && own !== undefined && isSame ? text : title, heading }
}

function isTitle(element: Element): boolean {
  return /^h[1-6]$/.test(element.tagName) || TITLE.test(classesOf(element))
}

type Tab = { readonly label: string; readonly panel: Element }

const TAB_SET =
  / (?:tabbed-set|sd-tab-set|sphinx-tabs|tabs-container|tab-set|vp-code-group|code-group|tabs) /
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
