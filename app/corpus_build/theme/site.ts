import type { HostLinks } from '../../packager/mod.ts'
import type { SiteTexts, TextKey } from '../../site/texts.ts'
import { escapeMarkup } from '../../source_text/escape.ts'

/** A link that the registry adds to every page. */
export type BrandLink = { readonly title: string; readonly href: string }

/** A picture of the brand, with its size so that nothing moves when it arrives. */
export type BrandImage = { readonly href: string; readonly width: number; readonly height: number }

/** What a deployment looks like, apart from its words. */
export type Brand = {
  readonly logo: { readonly light: BrandImage; readonly dark: BrandImage } | undefined
  /** Whether the name of the service stands beside the logo. */
  readonly showsTitle: boolean
  readonly favicon: string
  readonly header: readonly BrandLink[]
  readonly footer: readonly BrandLink[]
  /** Absolute address of the picture that other sites show of a page. */
  readonly card: BrandImage | undefined
  /** Address at which the source of a page can be changed; `{file}` stands for its path. */
  readonly edit: string | undefined
}

/** What all pages of a site share. */
export type Site = {
  readonly title: string
  readonly language: string
  readonly direction: 'ltr' | 'rtl'
  readonly version: string
  readonly organization: { readonly name: string; readonly url: string }
  /** Path prefix of every address within the site; '' at the root of an origin. */
  readonly prefix: string
  readonly stylesheet: string
  readonly script: string
  readonly texts: SiteTexts
  readonly hostLinks: HostLinks
  readonly brand: Brand
}

/** Path of the page of results. */
export function searchActionOf({ prefix }: Pick<Site, 'prefix'>): string {
  return `${prefix}/search/`
}

/** A text of the site, for an element or an attribute. */
export function writeText({ texts }: Pick<Site, 'texts'>, key: TextKey): string {
  return escapeMarkup(texts[key])
}
