import { type Static, Type } from '@sinclair/typebox'
import { color } from './package_words.ts'
import { DATE_PATTERN } from './page.ts'
import { closed, line, oneOf, patternText } from './registry_words.ts'

/** A file of the brand, from the folder of the registry. */
const file = (endings: string, description: string) =>
  patternText(`^(?!/)(?!.*(^|/)\\.\\.?(/|$))[^\\\\]+\\.(${endings})$`, description)

const picture = file('svg|png|webp|avif|jpe?g', 'a path below the corpus such as brand/logo.svg')

/** The font that the program carries: Inter, for Latin letters. */
export const CARRIED_FONT = 'inter'

const font = Type.Optional(
  patternText(
    `^(${CARRIED_FONT}|(?!/)(?!.*(^|/)\\.\\.?(/|$))[^\\\\]+\\.woff2)$`,
    `${CARRIED_FONT}, or a path below the corpus such as brand/text.woff2`,
  ),
)

/** Where a link of a menu, of the header or of the footer leads. */
export const linkAddress = patternText(
  '^(https?://|mailto:|/)[^\\s]*$',
  'an address that begins with https:// or with /',
)

/** Elements of the head that say who stands behind a site; none changes how a page works. */
const META_NAMES = [
  ...['application-name', 'author', 'fediverse:creator', 'twitter:creator', 'twitter:site'],
  ...['apple-itunes-app', 'google-site-verification', 'msvalidate.01', 'yandex-verification'],
  ...['baidu-site-verification', 'naver-site-verification', 'facebook-domain-verification'],
  'p:domain_verify',
] as const
const LINK_RELS = ['author', 'help', 'license', 'me', 'privacy-policy', 'terms-of-service'] as const

const HEAD_ELEMENTS_MAX = 20

const HeadSchema = Type.Object(
  {
    meta: Type.Optional(
      Type.Array(Type.Object({ name: oneOf(META_NAMES), content: line }, closed), {
        maxItems: HEAD_ELEMENTS_MAX,
      }),
    ),
    link: Type.Optional(
      Type.Array(Type.Object({ rel: oneOf(LINK_RELS), href: linkAddress }, closed), {
        maxItems: HEAD_ELEMENTS_MAX,
      }),
    ),
  },
  { ...closed, description: 'a map with meta and link, each a list' },
)

const LinksSchema = Type.Array(Type.Object({ title: line, url: linkAddress }, closed), {
  maxItems: 12,
})

/** How the site looks: all of it has defaults. */
export const ThemeSchema = Type.Object(
  {
    /** The logo in the light and in the dark theme; one alone serves both. */
    logo: Type.Optional(
      Type.Object(
        { light: picture, dark: Type.Optional(picture), title: Type.Optional(Type.Boolean()) },
        { ...closed, description: 'a map such as { light: brand/logo.svg }' },
      ),
    ),
    favicon: Type.Optional(file('svg|png|ico', 'a path below the corpus such as brand/icon.svg')),
    /** Colour of links and marks in each theme; for the dark one there is a readable default. */
    accent: Type.Optional(
      Type.Object(
        { light: color, dark: Type.Optional(color) },
        { ...closed, description: "a map such as { light: '#0b6b53' }, with the colour in quotes" },
      ),
    ),
    /** Ground of buttons and of the icon, below white text; for the dark theme, the same. */
    brand: Type.Optional(
      Type.Object(
        { light: color, dark: Type.Optional(color) },
        { ...closed, description: "a map such as { light: '#c8102e' }, with the colour in quotes" },
      ),
    ),
    /** What is announced above every page, until the end of a day. */
    banner: Type.Optional(
      Type.Object(
        {
          text: line,
          url: Type.Optional(linkAddress),
          until: Type.Optional(patternText(DATE_PATTERN, 'a day as YYYY-MM-DD')),
        },
        { ...closed, description: 'a map with text, url and until' },
      ),
    ),
    head: Type.Optional(HeadSchema),
    header: Type.Optional(LinksSchema),
    footer: Type.Optional(LinksSchema),
    /** Where the source of a page is changed; `{file}` stands for its path below the corpus. */
    edit: Type.Optional(
      patternText('^https?://[^\\s]*\\{file\\}[^\\s]*$', 'an https address with {file} in it'),
    ),
    /** The picture that other sites show of every page; false for none. Else the build draws it. */
    social_card: Type.Optional(
      Type.Union([Type.Boolean(), file('png|jpe?g|webp', 'a path such as brand/card.png')], {
        description: 'false, or a path below the corpus such as brand/card.png',
      }),
    ),
    /** Fonts for the text, for headings and for code. */
    fonts: Type.Optional(Type.Object({ body: font, headings: font, code: font }, closed)),
    stylesheet: Type.Optional(file('css', 'a path below the corpus such as brand/site.css')),
  },
  closed,
)
export type ThemeEntry = Static<typeof ThemeSchema>

/** What of a font decides how much room a text takes; each is a share of the size of the text. */
export type FontMetrics = {
  readonly ascent: number
  /** Below the baseline, positive. */
  readonly descent: number
  readonly lineGap: number
  /** Mean width of the letters of a text in English; absent in a font without them. */
  readonly width: number | undefined
  /** The weights that one file has; absent for a single one. */
  readonly weights: { readonly min: number; readonly max: number } | undefined
}
