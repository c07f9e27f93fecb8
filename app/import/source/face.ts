import { posix } from 'node:path'
import type { ConfigValue } from './files/config_values.ts'
import type { SourceFolder } from './files/source_files.ts'

/** What a site shows around its pages, with the addresses that its owner wrote. */
export type Face = {
  /** The logo in the light and in the dark theme. */
  readonly logo?: string | undefined
  readonly darkLogo?: string | undefined
  /** Whether the logo stands for the title, too. */
  readonly hidesTitle?: boolean
  readonly favicon?: string | undefined
  readonly header?: readonly FaceLink[]
  readonly footer?: readonly FaceLink[]
  readonly accent?: Accent
  /** Where pages are edited. */
  readonly edit?: string | undefined
  readonly stylesheets?: readonly string[]
}

export type FaceLink = { readonly title: string; readonly href: string }

export type Accent = { readonly light?: string | undefined; readonly dark?: string | undefined }

/** Links of a bar or a footer, also those below a title. */
export function readFaceLinks(items: readonly ConfigValue[]): readonly FaceLink[] {
  return items.flatMap((item): readonly FaceLink[] => {
    const inner = [...item.at('items').list(), ...item.at('links').list()]
    if (inner.length > 0) return readFaceLinks(inner)
    const href = firstText(item, ['href', 'to', 'link', 'url', 'docId'])
    const title = firstText(item, ['label', 'text', 'name', 'title', 'ariaLabel'])
    const shown = title ?? nameIcon(firstText(item, ['icon']))
    return href === undefined || shown === undefined ? [] : [{ title: shown, href }]
  })
}

/** Addresses by the names of their icons: `{ github: 'https://…' }`. */
export function readNamedLinks(links: ConfigValue): readonly FaceLink[] {
  return links.entries().flatMap(([icon, value]) => {
    const [title, href] = [nameIcon(icon), value.text()]
    return title === undefined || href === undefined ? [] : [{ title, href }]
  })
}

function firstText(item: ConfigValue, keys: readonly string[]): string | undefined {
  return keys.map((key) => item.at(key).text()).find((text) => text !== undefined)
}

const NAMES = 'GitHub GitLab YouTube LinkedIn OpenCollective BlueSky StackOverflow X'.split(' ')

function nameIcon(icon: string | undefined): string | undefined {
  if (icon === undefined) return undefined
  const bare = posix.basename(icon).replace(/^(?:square|x-twitter)-?/, '')
  const known = NAMES.find((name) => name.toLowerCase() === bare.toLowerCase())
  return known ?? bare.charAt(0).toUpperCase() + bare.slice(1)
}

/** The colour that style sheets give to a variable, for each theme. */
export function readAccent(
  source: SourceFolder,
  stylesheets: readonly string[],
  variable: string,
): Accent {
  const value = new RegExp(`(?:^|[\\s;])${variable}:\\s*(#[0-9a-f]{6}|#[0-9a-f]{3})\\b`, 'i')
  const found: { light?: string; dark?: string } = {}
  for (const file of stylesheets) {
    const text = (source.read(file) ?? '').replace(/\/\*[\s\S]*?\*\//g, '')
    for (const [, selector = '', body = ''] of text.matchAll(/([^{}]{0,500})\{([^{}]*)\}/g)) {
      const color = value.exec(body)?.[1]
      if (color !== undefined) found[/dark/.test(selector) ? 'dark' : 'light'] ??= color
    }
  }
  return found
}
