import {
  attributeOf,
  classesOf,
  type Element,
  elementsOf,
  findAll,
  findFirst,
  isElement,
  isText,
  parentOf,
  wordsOf,
} from './tree.ts'

/** Elements that are no part of what a page says. */
const NO_TEXT = new Set(
  `script style template noscript svg nav button input select textarea option datalist
  head link meta title canvas dialog search`.split(/\s+/),
)

/** Parts of a page around its text, by their classes. */
const AROUND = new RegExp(
  ` (?:${[
    'headerlink|header-anchor|heading-?(?:link|anchor)|hash-link|anchor-?link',
    'perma-?link|anchorjs-link',
    'breadcrumbs?|[\\w-]*-breadcrumbs?|breadcrumbs?-[\\w-]*|wy-breadcrumbs',
    'edit-(?:this-)?(?:page|link)|editlink|[\\w-]+-edit-this-page|md-content__button',
    'md-source-file|header-article[\\w-]*|article-header-buttons|bd-header-article',
    'pagination(?:-nav)?|page-?nav|prev-?next(?:-[\\w-]*)?|pager|rst-footer-buttons|nav-chapters',
    'navheader|navfooter|nav-wrapper|navbar[\\w-]*|sphinxsidebar|md-sidebar|sidebar-(?:nav|menu)',
    'on-this-page|nosearch',
    'copy-?(?:btn|button)[\\w-]*|copybtn|clipboard[\\w-]*|viewcode-link|viewcode-back',
    'feedback[\\w-]*|tooltip-?(?:text|content|inner)',
    'sr-only|visually-hidden|skip-?(?:link|to-content)|screen-reader-text|md-feedback',
    'related|footer|site-footer|page-footer|theme-doc-footer|VPDocFooter|no-?print',
  ].join('|')}) `,
  'i',
)

const ROLES = new Set([
  'navigation',
  'search',
  'banner',
  'contentinfo',
  'tablist',
  'menu',
  'tooltip',
])

/** A list of the parts of a page; one that leads to other pages is text. */
const CONTENTS = / (?:[\w-]*toc|_?table[-_]of[-_]contents|contents) /i

/** Whether an element stands around the text: menus, marks of links, what only a screen shows. */
export function isAround(element: Element): boolean {
  const { tagName } = element
  if (NO_TEXT.has(tagName)) return true
  if (tagName === 'pre' || tagName === 'code') return false
  if (tagName === 'label' && attributeOf(element, 'hidden') !== undefined) return true
  const role = attributeOf(element, 'role')
  if (role !== undefined && ROLES.has(role)) return true
  if (attributeOf(element, 'aria-label')?.toLowerCase() === 'breadcrumbs') return true
  if (tagName === 'footer') return parentOf(element)?.tagName !== 'blockquote'
  const classes = classesOf(element)
  const names = `${classes}${attributeOf(element, 'id') ?? ''} `
  return AROUND.test(classes) || (CONTENTS.test(names) && isOfOnePage(element))
}

/** A field in the text whose words, such as those of its choices, are no text of the page. */
export function findWordyField(content: Element): Element | undefined {
  const isField = ({ tagName }: Element) => tagName === 'select' || tagName === 'textarea'
  return findAll(content, (each) => isField(each) || isAround(each)).find((each) => {
    return isField(each) && wordsOf(each) !== ''
  })
}

function isOfOnePage(element: Element): boolean {
  const links = findAll(element, ({ tagName }) => tagName === 'a').map((link) => {
    return attributeOf(link, 'href')
  })
  return (
    links.some((href) => href?.startsWith('#')) && links.every((href) => /^#|^$/.test(href ?? ''))
  )
}

/** A part holds the text when this much of the page is in it. */
const SHARE = 0.7
const ARTICLE_SHARE = 0.8

/** The element with what a page says: as marked, else the one with most of its words. */
export function findContent(root: Element): Element | undefined {
  const body = elementsOf(root).find(({ tagName }) => tagName === 'body')
  if (body === undefined) return undefined
  const sizes = new Map<Element, number>()
  measure(body, sizes)
  const sizeOf = (element: Element) => sizes.get(element) ?? 0
  const [outer] = findAll(body, isMarked).filter((each) => sizeOf(each) > 0)
  // Themes mark a box with the menu beside the text, and the text in it once more.
  const inner = outer === undefined ? undefined : findFirst(outer, isMarked)
  const marked = inner !== undefined && sizeOf(inner) > 0 ? inner : outer
  const start = marked ?? body
  if (sizeOf(start) === 0) return marked ?? body
  const articles = findAll(start, ({ tagName }) => tagName === 'article')
  const [article] = articles.filter((each) => sizeOf(each) >= sizeOf(start) * ARTICLE_SHARE)
  if (article !== undefined) return article
  // A page that is a list of links has no text by which to find it.
  return marked ?? (isMostlyLinks(body) ? body : narrow(body, sizeOf))
}

/** Whether at most half of the characters are outside of links. */
export function isMostlyLinks(content: Element): boolean {
  const sizes = new Map<Element, number>()
  return measure(content, sizes) * 2 <= wordsOf(content).length
}

/** Whether a page marks an element as its text. */
export function isMarked(element: Element): boolean {
  if (element.tagName === 'main' || attributeOf(element, 'role') === 'main') return true
  // docfx writes the switch of its menu into the main part.
  return element.tagName === 'article' && attributeOf(element, 'data-uid') !== undefined
}

/** Goes down as long as one element has nearly all of the words. */
function narrow(body: Element, sizeOf: (element: Element) => number): Element {
  let [best, found] = [body, true]
  while (found) {
    const next = elementsOf(best).find((each) => {
      return (
        sizeOf(each) >= sizeOf(body) * SHARE &&
        /^(?:div|section|article|center)$/.test(each.tagName)
      )
    })
    // What stands beside it is text as well, such as the heading above.
    found =
      next !== undefined && !elementsOf(best).some((each) => each !== next && hasText(each, sizeOf))
    if (found && next !== undefined) best = next
  }
  return best
}

function hasText(element: Element, sizeOf: (element: Element) => number): boolean {
  return !isAround(element) && sizeOf(element) > 0
}

/** Characters of text outside of links, of each element that is shown. */
function measure(element: Element, sizes: Map<Element, number>): number {
  let size = 0
  if (!isAround(element) && element.tagName !== 'a') {
    for (const node of element.childNodes) {
      if (isText(node)) size += node.value.replace(/\s+/g, ' ').trim().length
      else if (isElement(node)) size += measure(node, sizes)
    }
  }
  sizes.set(element, size)
  return size
}
