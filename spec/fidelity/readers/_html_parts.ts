export type Attributes = Readonly<Record<string, string>>

const SKIPPED =
  'script style template noscript svg nav button input select textarea option datalist head link ' +
  'meta title canvas dialog search'
const SKIPPED_NAMES = new Set(SKIPPED.split(' '))

/** Words of classes that a part around the text has, as sites of documentation name them. */
const AROUND = new Set(
  (
    'headerlink anchor header-anchor heading-anchor anchor-link permalink breadcrumb breadcrumbs ' +
    'edit-this-page edit-link prev-next prev-next-area pagination navheader navfooter navbar ' +
    'sphinxsidebar nav-wrapper nav-chapters sidebar-nav sidebar-menu copybtn copy viewcode-link ' +
    'viewcode-back related footer sr-only visually-hidden skip-link skip-to-content nosearch ' +
    'clearer menu'
  ).split(' '),
)

const ROLES = new Set('navigation search banner contentinfo tablist menu'.split(' '))

export function classesOf({ class: names = '' }: Attributes): readonly string[] {
  return names.split(/\s+/).filter((name) => name !== '')
}

/** Whether an element is of what stands around the text of a page. */
export function isAround(name: string, attributes: Attributes, above: string): boolean {
  if (SKIPPED_NAMES.has(name)) return true
  if (name === 'footer') return above !== 'blockquote'
  if (ROLES.has(attributes.role ?? '')) return true
  return name !== 'pre' && name !== 'code' && classesOf(attributes).some((each) => AROUND.has(each))
}

/** Classes of a list of the parts of a page. */
export function isContents(attributes: Attributes): boolean {
  return classesOf(attributes).some((each) => /^(?:.*toc|contents|table-of-contents)$/.test(each))
}

const KINDS =
  'note tip important warning caution danger info hint success error attention seealso question ' +
  'abstract summary bug example quote failure todo critical'
const BOXES =
  'admonition alert callout custom-block hint notice markdown-alert theme-admonition ' +
  'starlight-aside infobox'
const KIND_NAMES = new Set(KINDS.split(' ').slice(0, 6))
const BOX_NAMES = new Set(BOXES.split(' '))

/** Whether an element is a box that draws attention. */
export function isBox(name: string, attributes: Attributes): boolean {
  if (!/^(?:div|aside|section|blockquote)$/.test(name)) return false
  const classes = classesOf(attributes)
  if (classes.some((each) => BOX_NAMES.has(each))) return true
  return ['note', 'alert'].includes(attributes.role ?? '')
}

/** A box that has only its kind as a class must have a heading. */
export function isBoxWithHeading(name: string, attributes: Attributes): boolean {
  return name === 'div' && classesOf(attributes).some((each) => KIND_NAMES.has(each))
}

const INLINE =
  'a abbr acronym b bdi bdo big cite code data del dfn em font i ins kbd mark q s samp ' +
  'small span strike strong sub sup time tt u var wbr'
const INLINE_NAMES = new Set(INLINE.split(' '))

export function isInline(name: string): boolean {
  return INLINE_NAMES.has(name)
}
