import { escapeMarkup } from '../../../text/source_text/escape.ts'
import type { SisterMenu, Site } from './site.ts'

/** A menu for each thing in which sister sites differ; it opens without script. */
export function renderSwitches({ sisters }: Site, path: string | undefined): string {
  return (sisters?.menus(path) ?? []).map(renderSwitch).join('')
}

function renderSwitch(menu: SisterMenu): string {
  const current = menu.links.find(({ href }) => href === undefined)?.title ?? menu.title
  const label = `<span class="hidden">${escapeMarkup(menu.title)} </span>`
  return `<details class="sisters ${menu.kind}s" name="sisters">
<summary>${label}${escapeMarkup(current)}</summary>
${renderLinks(menu)}</details>
`
}

/** The same links above the tree of pages, where a narrow header has no room. */
export function renderNarrowSwitches({ sisters }: Site, path: string | undefined): string {
  return (sisters?.menus(path) ?? [])
    .map((menu) => {
      const title = `<p>${escapeMarkup(menu.title)}</p>\n`
      return `<div class="narrow-sisters">\n${title}${renderLinks(menu)}</div>\n`
    })
    .join('')
}

function renderLinks({ links }: SisterMenu): string {
  const items = links.map(({ title, href, language }) => {
    const [name, lang] = [escapeMarkup(title), escapeMarkup(language ?? '')]
    const spoken = language === undefined ? '' : ` lang="${lang}"`
    if (href === undefined) return `<li><span aria-current="true"${spoken}>${name}</span></li>\n`
    const there = language === undefined ? '' : ` hreflang="${lang}"${spoken}`
    return `<li><a href="${escapeMarkup(href)}"${there}>${name}</a></li>\n`
  })
  return `<ul>\n${items.join('')}</ul>\n`
}

/** What an old version says above each page. */
export function renderOldVersion({ sisters }: Site, path: string | undefined): string {
  const old = sisters?.old(path)
  if (old === undefined) return ''
  const link = `<a href="${escapeMarkup(old.href)}">${escapeMarkup(old.there)}</a>`
  return `<p class="notice old-version">${escapeMarkup(old.here)} ${link}</p>\n`
}

/** Elements of the head by which search engines know the sisters of a page. */
export function listSisterTags({ sisters }: Site, path: string): readonly string[] {
  const alternates = sisters?.alternates(path) ?? []
  return [
    ...(sisters?.isHidden === true ? ['<meta name="robots" content="noindex">'] : []),
    ...alternates.map(({ language, href }) => {
      const tag = escapeMarkup(language)
      return `<link rel="alternate" hreflang="${tag}" href="${escapeMarkup(href)}">`
    }),
  ]
}
