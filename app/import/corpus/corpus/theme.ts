import { readFileSync, statSync } from 'node:fs'
import { join, posix } from 'node:path'
import { listNames, quote, startOfFile } from '../../../contract/problem.ts'
import type { ThemeEntry } from '../../../contract/registry_theme.ts'
import { findReadable } from '../../../docs/model/contrast.ts'
import { readPictureSize } from '../../../text/content/picture_size.ts'
import { writeYaml } from '../../../text/source_text/yaml_text.ts'
import type { Accent, Face, FaceLink } from '../../source/face.ts'
import { cleanLine } from '../../source/files/front_matter.ts'
import type { Product } from '../../source/files/product.ts'
import type { SourceFolder } from '../../source/files/source_files.ts'
import type { MenuEntry, Recognition, Site } from '../../source/generator.ts'
import type { Report } from '../../source/report/report.ts'
import { cutBaseAddress } from '../../source/site_addresses.ts'
import { addressOf } from '../pages/page_names.ts'
import type { Routes } from '../pages/routes.ts'
import type { WantedFile } from './_file_switch.ts'

/** What a look is resolved with. */
export type Theming = {
  readonly source: SourceFolder
  readonly site: Site
  readonly recognition: Recognition
  readonly routes: Routes
  readonly report: Report
}

/** The theme of a new registry, and the files that it names. */
type ImportedTheme = { readonly theme: ThemeEntry; readonly files: readonly WantedFile[] }

const LINKS_MAX = 12

/** What a brand can have of the face of a site; the report names what it cannot. */
export function importTheme(face: Face, theming: Theming): ImportedTheme {
  const files: WantedFile[] = []
  const take = (what: string, address: string | undefined, name: string) => {
    const source = address === undefined ? undefined : findFile(what, address, theming)
    if (source === undefined) return undefined
    const path = `brand/${name}${posix.extname(source).toLowerCase()}`
    files.push({ path, source })
    return path
  }
  const light = take('logo', face.logo, 'logo')
  const dark = light === undefined ? undefined : take('logo', face.darkLogo, 'logo-dark')
  const favicon = take('icon', face.favicon, 'icon')
  const header = resolveLinks('header', face.header ?? [], theming)
  const footer = resolveLinks('footer', face.footer ?? [], theming)
  const accent = readableAccent(face.accent)
  noteRest(face, theming)
  const title = face.hidesTitle === true ? { title: false } : {}
  const theme = {
    ...(light === undefined ? {} : { logo: { light, ...(dark ? { dark } : {}), ...title } }),
    ...(favicon === undefined ? {} : { favicon }),
    ...(accent === undefined ? {} : { accent }),
    ...(header.length === 0 ? {} : { header }),
    ...(footer.length === 0 ? {} : { footer }),
  }
  return { theme, files }
}

const BYTES_MAX = 1024 * 1024

/** A picture that a brand can have; what is none is a loss. */
function findFile(
  what: string,
  address: string,
  { source, site, recognition: { marker, folder }, report }: Theming,
): string | undefined {
  const refuse = (why: string): undefined => {
    const fix = 'put a file beside registry.yaml and name it in "theme"'
    report.lose(marker, `the ${what} ${quote(address)} ${why}`, fix)
  }
  if (/^[a-z][a-z0-9+.-]*:|^\/\//i.test(address)) return refuse('is on another site')
  const path = address.replace(/^(?:[~@]\/|\/+)/, '').replace(/[?#].*$/s, '')
  const roots = [...(site.fileRoots ?? []), folder, posix.join(folder, 'src')]
  const file = roots.map((root) => posix.join(root, path)).find((each) => source.has(each))
  if (file === undefined) return refuse('is not in the imported folder')
  const isIcon = what === 'icon' && /\.(?:svg|png|ico)$/i.test(file)
  if (!isIcon && (what === 'icon' || !/\.(?:svg|png|webp|avif|jpe?g)$/i.test(file))) {
    return refuse('has a format that the site cannot show there')
  }
  const shown = join(source.root, file)
  if (statSync(shown).size > BYTES_MAX) return refuse('has more than 1 MiB')
  const isSized = readPictureSize(readFileSync(shown)) !== undefined
  return isSized ? shown : refuse('is broken, or does not say its size')
}

/** Links to pages and to other sites; one that leads to nothing imported is noted. */
function resolveLinks(
  what: string,
  links: readonly FaceLink[],
  theming: Theming,
): { title: string; url: string }[] {
  const { source, recognition, report } = theming
  const found = new Map<string, string>()
  const left: string[] = []
  for (const { title: written, href } of links) {
    const title = cleanLine(written)
    const url = findLinkAddress(href, theming)
    if (url === undefined || title === '' || found.size >= LINKS_MAX) left.push(title)
    else if (!found.has(url)) found.set(url, title)
  }
  if (left.length > 0) {
    const why = `links of the ${what} lead to no imported page, or are more than ${LINKS_MAX}`
    const place = startOfFile(source.show(recognition.marker))
    report.addNote(place, `${why}: ${listNames(left)}`, `add them to "theme.${what}"`)
  }
  return [...found].map(([url, title]) => ({ title, url }))
}

/** Where a link of the old site leads now: to another site, or to a page; undefined elsewhere. */
export function findLinkAddress(
  href: string,
  { site, routes, recognition: { marker } }: Pick<Theming, 'site' | 'routes' | 'recognition'>,
): string | undefined {
  if (/^(?:https?:\/\/|mailto:)\S+$/i.test(href)) return href
  if (/^[a-z][a-z0-9+.-]*:|^\/\/|\s/i.test(href)) return undefined
  const path = cutBaseAddress(`/${href.replace(/^\.?\/+/, '')}`, site.baseAddress)
  const page = routes.find(path.replace(/[?#].*$/s, ''), marker)
  return page === undefined ? undefined : `/${addressOf(page.page)}/`.replace('//', '/')
}

/** The accent as it is, or the nearest colour that everybody can read. */
function readableAccent({ light, dark }: Accent = {}): ThemeEntry['accent'] {
  if (light === undefined) return undefined
  const whole = (color: string) => color.replace(/^#(.)(.)(.)$/, '#$1$1$2$2$3$3').toLowerCase()
  return {
    light: findReadable(whole(light), 'light'),
    ...(dark === undefined ? {} : { dark: findReadable(whole(dark), 'dark') }),
  }
}

function noteRest(face: Face, theming: Theming): void {
  const { source, site, recognition, report } = theming
  const place = startOfFile(source.show(recognition.marker))
  const links = listLostLinks(site.menu, theming)
  if (links.length > 0) {
    const what = `links of the menu that lead to no imported page are left out: ${listNames(links)}`
    report.addNote(place, what, 'add them to "theme.header" or "theme.footer"')
  }
  const { edit, stylesheets = [] } = face
  if (edit !== undefined) {
    const what = `pages were edited at ${quote(edit)}, by their paths in the source`
    report.addNote(place, what, 'write "theme.edit" with the address of the new corpus')
  }
  if (stylesheets.length > 0) {
    const what = `style sheets are not copied: ${listNames(stylesheets)}`
    const fix = 'write what still applies into a file that "theme.stylesheet" names'
    report.addNote(place, what, fix)
  }
}

function listLostLinks(menu: readonly MenuEntry[], theming: Theming): readonly string[] {
  return menu.flatMap((entry) => {
    if (entry.kind === 'group') return listLostLinks(entry.entries, theming)
    const isLost = entry.kind === 'link' && findLinkAddress(entry.href, theming) === undefined
    return isLost ? [`${entry.title} (${entry.href})`] : []
  })
}

const HEADER = '# Every key that is not here is inherited: write it here to change it.\n\n'

/** The registry of a new corpus: what is known of the product; the build supplies the rest. */
export function writeRegistry(
  { name, title, version, license, language }: Product,
  imageHosts: readonly string[],
  theme: ThemeEntry,
): string {
  const service = {
    name,
    title,
    ...(language === undefined ? {} : { language }),
    ...(version === undefined ? {} : { version }),
    ...(license === undefined ? {} : { license: { name: license, identifier: license } }),
  }
  const pages = imageHosts.length === 0 ? {} : { pages: { image_hosts: [...imageHosts] } }
  const look = Object.keys(theme).length === 0 ? {} : { theme }
  return HEADER + writeYaml({ service, ...pages, ...look, packages: {} })
}
