import type { SiteTexts, TextKey } from '../../../docs/site/texts.ts'
import { escapeMarkup } from '../../../text/source_text/escape.ts'
import type { HostLinks } from '../../packager/mod.ts'

/** A link that the registry adds to every page. */
export type BrandLink = { readonly title: string; readonly href: string }

/** A picture of the brand, with its size so that nothing moves when it arrives. */
export type BrandImage = { readonly href: string; readonly width: number; readonly height: number }

/** The picture that other sites show of a link, by its absolute address, and what it shows. */
export type CardImage = BrandImage & { readonly alt: string }

export type SocialCards = {
  readonly home: CardImage | undefined
  /** By the first segment of the path of a page; a page beside them has that of the front page. */
  readonly sections: ReadonlyMap<string, CardImage>
}

/** What a deployment looks like, apart from its words. */
export type Brand = {
  readonly logo: { readonly light: BrandImage; readonly dark: BrandImage } | undefined
  /** Whether the name of the service stands beside the logo. */
  readonly showsTitle: boolean
  readonly favicon: string
  readonly header: readonly BrandLink[]
  readonly footer: readonly BrandLink[]
  readonly cards: SocialCards
  /** Address of the font of the text, which a browser should ask for at once. */
  readonly preload: string | undefined
  /** Address at which the source of a page can be changed; `{file}` stands for its path. */
  readonly edit: string | undefined
  /** What is announced above every page; it may lead nowhere. */
  readonly announcement: BrandLink | undefined
  /** More elements of the head. */
  readonly head: readonly string[]
}

/** The picture that other sites show of the page at this path. */
export function cardOf({ cards }: Pick<Brand, 'cards'>, path: string): CardImage | undefined {
  return cards.sections.get(path.split('/')[0] ?? '') ?? cards.home
}

/** Sites to choose from, this one among them; it alone has no address. */
export type SisterMenu = {
  readonly kind: 'version' | 'language'
  readonly title: string
  readonly links: readonly {
    readonly title: string
    readonly href: string | undefined
    readonly language: string | undefined
  }[]
}

/** What a page, by its path, says of the other versions and languages of the documentation. */
export type SisterLinks = {
  /** Whether search engines leave this site out. */
  readonly isHidden: boolean
  readonly menus: (path: string | undefined) => readonly SisterMenu[]
  /** Address of the page in the latest version, if this one is older and that has it. */
  readonly canonical: (path: string) => string | undefined
  /** The page in each language, and in that for everybody else. */
  readonly alternates: (
    path: string,
  ) => readonly { readonly language: string; readonly href: string }[]
  /** What an old version says of itself, and where the latest is. */
  readonly old: (
    path: string | undefined,
  ) => { readonly here: string; readonly there: string; readonly href: string } | undefined
}

/** What all pages of a site share. */
export type Site = {
  readonly title: string
  readonly language: string
  readonly direction: 'ltr' | 'rtl'
  readonly version: string
  /** Whether "available" says something, because other pages are something else. */
  readonly showsAvailable: boolean
  readonly organization: { readonly name: string; readonly url: string }
  /** Absolute address of the site, without a slash at its end. */
  readonly base: string
  /** Path prefix of every address within the site; '' at the root of an origin. */
  readonly prefix: string
  readonly stylesheet: string
  readonly script: string
  readonly texts: SiteTexts
  readonly hostLinks: HostLinks
  readonly brand: Brand
  readonly sisters: SisterLinks | undefined
}

/** Path of the page of results. */
export function searchActionOf({ prefix }: Pick<Site, 'prefix'>): string {
  return `${prefix}/search/`
}

/** A text of the site, for an element or an attribute. */
export function writeText({ texts }: Pick<Site, 'texts'>, key: TextKey): string {
  return escapeMarkup(texts[key])
}
