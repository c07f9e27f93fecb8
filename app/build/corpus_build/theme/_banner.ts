import { UNSTATED_VERSION } from '../../../contract/registry.ts'
import { escapeMarkup } from '../../../text/source_text/escape.ts'
import { renderSwitches } from './_sisters.ts'
import { type BrandImage, type BrandLink, type Site, searchActionOf, writeText } from './site.ts'

type BannerOptions = {
  /** Id of the tree of pages, which a button opens on a narrow screen. */
  readonly pagesId: string
  /** Id of the headings of the page, likewise; a page without such a list has none. */
  readonly contentsId: string | undefined
  /** Whether the page has a search form of its own. */
  readonly hasOwnForm: boolean
  /** The parts of the site, in a row of their own. */
  readonly tabs: string
  /** Path of the page, if it is one of the corpus. */
  readonly path: string | undefined
}

/** The head of every page: brand, search, links, theme. */
export function renderBanner(site: Site, options: BannerOptions): string {
  const { pagesId, contentsId, hasOwnForm, tabs, path } = options
  const { prefix, brand, title } = site
  const name = brand.showsTitle ? `<span>${escapeMarkup(title)}</span>` : ''
  const pages = renderListButton('menu', pagesId, writeText(site, 'nav.pages'))
  const contents =
    contentsId === undefined
      ? ''
      : renderListButton('outline', contentsId, writeText(site, 'toc.title'))
  const switches = renderVersion(site, path) + renderSwitches(site, path)
  const links = renderLinks(site) + renderThemes(site)
  return `<header class="site">
${pages}<a class="brand" href="${prefix}/">${renderLogo(site)}${name}</a>
<a class="skip" href="${prefix}/llms.txt">${writeText(site, 'skip.index')}</a>
${switches}${renderSearch(site, hasOwnForm)}${contents}${links}
${tabs}</header>`
}

/** A menu of versions shows it to people; programs read it here. */
function renderVersion({ version, sisters }: Site, path: string | undefined): string {
  if (version === UNSTATED_VERSION) return ''
  const hasMenu = sisters?.menus(path).some(({ kind }) => kind === 'version')
  const name = hasMenu === true ? 'version hidden' : 'version'
  return `<span class="${name}">${escapeMarkup(version)}</span>\n`
}

/** Opens a list that has no place beside the text on a narrow screen. */
function renderListButton(kind: 'menu' | 'outline', id: string, label: string): string {
  const attributes = `popovertarget="${id}" aria-label="${label}" title="${label}"`
  return `<button class="icon-button ${kind}" type="button" ${attributes}></button>\n`
}

function renderLogo({ brand: { logo, showsTitle }, title }: Site): string {
  if (logo === undefined) return ''
  const alt = showsTitle ? '' : escapeMarkup(title)
  if (logo.light.href === logo.dark.href) return renderImage(logo.light, alt, 'logo')
  return renderImage(logo.light, alt, 'logo in-light') + renderImage(logo.dark, alt, 'logo in-dark')
}

function renderImage({ href, width, height }: BrandImage, alt: string, name: string): string {
  const size = `width="${width}" height="${height}"`
  return `<img class="${name}" src="${escapeMarkup(href)}" alt="${alt}" ${size}>`
}

/** Without script a form; with script a button that opens a dialog. */
function renderSearch(site: Site, hasOwnForm: boolean): string {
  const [label, hint] = [writeText(site, 'search.label'), writeText(site, 'search.placeholder')]
  const action = searchActionOf(site)
  const form = `<form class="search no-script" role="search" action="${action}" method="get">
<input type="search" name="q" aria-label="${label}" placeholder="${hint}" autocomplete="off">
<button type="submit">${writeText(site, 'search.submit')}</button>
</form>
`
  const keys = '<kbd class="other">Ctrl K</kbd><kbd class="mac">⌘ K</kbd>'
  const attributes = 'aria-haspopup="dialog" aria-keyshortcuts="Control+K Meta+K"'
  const text = `<span>${writeText(site, 'search.open')}</span>${keys}`
  const button = `<button class="search with-script" type="button" ${attributes}>${text}</button>\n`
  return hasOwnForm ? button : form + button
}

function renderLinks(site: Site): string {
  const { header } = site.brand
  if (header.length === 0) return ''
  const items = header.map(renderLink).join('\n')
  return `<nav class="links" aria-label="${writeText(site, 'nav.links')}">\n${items}\n</nav>\n`
}

/** A narrow header has no place for links: they are above the tree of pages. */
export function renderNarrowLinks({ brand }: Site): string {
  if (brand.header.length === 0) return ''
  const items = brand.header.map((link) => `<li>${renderLink(link)}</li>\n`)
  return `<ul class="narrow-links">\n${items.join('')}</ul>\n`
}

export function renderLink({ href, title }: BrandLink): string {
  return `<a href="${escapeMarkup(href)}">${escapeMarkup(title)}</a>`
}

/** Three states: with two, a reader could never go back to the theme of the system. */
function renderThemes(site: Site): string {
  const label = writeText(site, 'theme.label')
  const name = `<span class="hidden">${label}</span>`
  return `<label class="icon-button theme with-script" title="${label}">${name}<select>
<option value="">${writeText(site, 'theme.system')}</option>
<option value="light">${writeText(site, 'theme.light')}</option>
<option value="dark">${writeText(site, 'theme.dark')}</option>
</select></label>`
}
