import { type Element, isTag, isText, type ParentNode } from 'domhandler'

/** Class names of an element. */
export function listOf(element: ParentNode | null): readonly string[] {
  if (element === null || !isTag(element)) return []
  return (element.attribs.class ?? '').split(/\s+/).filter((name) => name !== '')
}

const FRAMES = new Set(
  (
    'headerlink header-anchor heading-anchor anchor hash-link anchor-link permalink breadcrumb ' +
    'breadcrumbs wy-breadcrumbs rst-breadcrumbs-buttons theme-doc-breadcrumbs bd-header-article ' +
    'edit-this-page edit-link edit-page-link theme-edit-this-page md-content__button prev-next ' +
    'prev-next-area prev-next-footer pagination pagination-nav pager rst-footer-buttons ' +
    'nav-chapters navheader navfooter nav-wrapper navbar sphinxsidebar md-sidebar sidebar ' +
    'on-this-page copybtn copy copy-button clipboard viewcode-link viewcode-back feedback ' +
    'sr-only visually-hidden skip-link nosearch related footer site-footer page-footer ' +
    'VPDocFooter no-print article-container-top bd-footer-article footer-article search ' +
    'clearer page-toc toc-drawer theme-toggle tablecontents onlyprint nav-panel toplang bottomlang'
  ).split(' '),
)
const FRAME_IDS = new Set(
  'footer hd ft sidebar footer-text toc-toggle column2 gtoc page-header path'.split(' '),
)
const FRAME_ROLES = new Set('navigation search banner contentinfo'.split(' '))
const OUR_FRAMES = new Set(['about', 'anchor', 'neighbours', 'copy', 'footnote-backref'])

/** What is around the text of a page, by the names that sites of documentation use for it. */
export function isFrame(element: Element, isOurs: boolean): boolean {
  const { name, attribs } = element
  const classes = listOf(element)
  if (isOurs) return classes.some((each) => OUR_FRAMES.has(each)) || name === 'button'
  if (name === 'pre' || name === 'code') return false
  if (name === 'nav' || (name === 'button' && attribs.role !== 'tab')) return true
  if (name === 'footer')
    return !isTag(element.parent as Element) || parentName(element) !== 'blockquote'
  if (FRAME_ROLES.has(attribs.role ?? '') || FRAME_IDS.has(attribs.id ?? '')) return true
  if (classes.includes('sidebar') && hasTitle(element)) return false
  if (classes.some((each) => FRAMES.has(each) || /^feedback--/.test(each))) return true
  return isWay(element, classes) || isLanguageName(element) || isOwnContents(element, classes)
}

/** What Sphinx puts beside the text has a title; a menu has none. */
function hasTitle(element: Element): boolean {
  return element.children.some((node) => isTag(node) && listOf(node).includes('sidebar-title'))
}

/** The row of Texinfo and of gtk-doc with the ways to other pages, and the buttons of Docsy. */
function isWay(element: Element, classes: readonly string[]): boolean {
  if (/^(?:Previous|Next) - /.test(element.attribs['aria-label'] ?? '')) return true
  if (element.name === 'table' && classes.includes('navigation')) return true
  const rows = classes.includes('header') ? element.children.filter(isTag) : []
  const words = rows.flatMap(({ children: [first] }) => {
    return first !== undefined && isText(first) ? [first.data.trim()] : []
  })
  return words.some((word) => /^(?:Next|Previous|Up):$/.test(word))
}

/** VitePress draws the name of the language into the corner of its code. */
function isLanguageName(element: Element): boolean {
  const around = listOf(element.parent).join(' ')
  return element.name === 'span' && listOf(element).join() === 'lang' && /^language-/.test(around)
}

function parentName({ parent }: Element): string {
  return parent !== null && isTag(parent) ? parent.name : ''
}

/** A list of the parts of the same page. */
function isOwnContents(element: Element, classes: readonly string[]): boolean {
  const names = [...classes, element.attribs.id ?? '']
  if (!names.some((each) => /^(?:.*toc|contents|table-of-contents)$/.test(each))) return false
  const targets = findTargets(element)
  return targets.length > 0 && targets.every((target) => target.startsWith('#'))
}

/** The addresses of links inside of an element. */
export function findTargets(element: Element): readonly string[] {
  return element.children.flatMap((node): readonly string[] => {
    if (!isTag(node)) return []
    const own = node.name === 'a' && node.attribs.href !== undefined ? [node.attribs.href] : []
    return [...own, ...findTargets(node)]
  })
}

/** Numbers of lines, lines that a book hides, and what copies code. */
export function isNumbering(element: Element): boolean {
  return listOf(element).some((each) =>
    /^(?:linenos?|line-numbers?|lnt|boring|copybtn|viewcode-back)$/.test(each),
  )
}

const NO_LANGUAGE = new Set('default none text plaintext plain notranslate code'.split(' '))

/** The language that HTML names for a block of code, on it or on the boxes around it. */
export function languageOf(pre: Element): string {
  const inner = pre.children.filter(isTag).flatMap((each) => [each, ...each.children.filter(isTag)])
  const around: Element[] = []
  for (let at = pre.parent; at !== null && isTag(at) && around.length < 3; at = at.parent) {
    if (!/^(?:div|figure|pre|td|tr|tbody|table)$/.test(at.name)) break
    around.push(at)
  }
  for (const element of [
    ...inner.filter(({ name }) => /^(?:code|pre)$/.test(name)),
    pre,
    ...around,
  ]) {
    const named = element.attribs['data-lang'] ?? element.attribs['data-language']
    const classes = listOf(element).map((each) => {
      return /^(?:language|lang|highlight|highlight-source)-(.+)$/.exec(each)?.[1] ?? ''
    })
    const found = [named ?? '', ...classes].find((each) => each !== '' && !NO_LANGUAGE.has(each))
    if (found !== undefined) return found.toLowerCase()
  }
  return ''
}

/** Kinds as sites name them, each with the one of ours; '' where any will do. */
const KINDS: ReadonlyMap<string, string> = new Map(
  Object.entries({
    ...{ note: 'note', info: 'note', seealso: 'note', tip: 'tip', hint: 'tip', success: 'tip' },
    ...{ important: 'important', warning: 'warning', caution: 'caution', danger: 'caution' },
    ...{ error: 'caution', attention: '', question: '', abstract: '', example: '', bug: '' },
    ...{ todo: '', quote: '', topic: '', primary: '', secondary: '', failure: '' },
  }),
)

export const CALLOUT_WORDS: ReadonlySet<string> = new Set([...KINDS.keys(), 'see also'])

const BOXES =
  'admonition admonitionblock alert callout custom-block hint markdown-alert theme-admonition ' +
  'starlight-aside'
const BOX_NAMES = new Set(BOXES.split(' '))
const PREFIXES = 'alert|markdown-alert|theme-admonition|starlight-aside|callout|hint|admonition'
const KIND_IN_NAME = new RegExp(`^(?:(?:${PREFIXES})-{1,2})?([a-z]+)$`)

/** The kind of a box that draws attention, '' where it has none; undefined for what is no box. */
export function calloutOf(element: Element, isOurs: boolean): string | undefined {
  const classes = listOf(element)
  if (isOurs)
    return classes.includes('callout') ? classes.find((each) => each !== 'callout') : undefined
  if (!/^(?:div|aside|section|blockquote|p)$/.test(element.name)) return undefined
  const words = classes.map((each) => KIND_IN_NAME.exec(each.toLowerCase())?.[1] ?? '')
  const word = words.find((each) => KINDS.has(each))
  if (classes.some((each) => BOX_NAMES.has(each)))
    return KINDS.get(word ?? wordInIcon(element)) ?? ''
  if (word === undefined || !/^(?:note|tip|important|warning|caution)$/.test(word)) return undefined
  if (classes.some((each) => /-title$/.test(each))) return undefined
  if (element.name === 'p') return KINDS.get(word)
  const first = element.children.find(isTag)
  return first !== undefined && /^h\d$/.test(first.name) ? KINDS.get(word) : undefined
}

/** AsciiDoc says it in a cell, as a word or as the name of a picture. */
function wordInIcon(element: Element): string {
  const cells = element.children.filter(isTag)
  for (let at = 0; at < cells.length; at += 1) {
    const cell = cells[at]
    if (cell === undefined) break
    if (listOf(cell).includes('icon')) {
      const text = JSON.stringify(describe(cell)).toLowerCase()
      return [...KINDS.keys()].find((word) => text.includes(word)) ?? ''
    }
    cells.push(...cell.children.filter(isTag))
  }
  return ''
}

function describe(element: Element): readonly unknown[] {
  const own = element.attribs.alt ?? element.attribs.title ?? element.attribs.class ?? ''
  return [
    own,
    ...element.children.map((node) => {
      return isTag(node) ? describe(node) : 'data' in node ? node.data : ''
    }),
  ]
}
