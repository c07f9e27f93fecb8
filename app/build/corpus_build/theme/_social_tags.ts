import { escapeMarkup } from '../../../text/source_text/escape.ts'
import { cardOf, type Site } from './site.ts'

type SocialFacts = {
  readonly type: 'article' | 'website'
  readonly title: string
  readonly description: string
  /** Path of the page without slashes at its ends; '' is the front page. */
  readonly path: string
}

/** What other sites and chats read of a page to show a link to it (Open Graph protocol). */
export function listSocialTags(site: Site, facts: SocialFacts): readonly string[] {
  const { type, title, description, path } = facts
  const property = (name: string, value: string | number | undefined) =>
    value === undefined
      ? []
      : [`<meta property="og:${name}" content="${escapeMarkup(String(value))}">`]
  const card = cardOf(site.brand, path)
  return [
    ...property('type', type),
    ...property('site_name', site.title),
    ...property('title', title),
    ...property('description', description),
    ...property('url', path === '' ? `${site.base}/` : `${site.base}/${path}/`),
    ...property('image', card?.href),
    ...property('image:width', card?.width),
    ...property('image:height', card?.height),
    ...property('image:alt', card?.alt),
    ...(card === undefined ? [] : ['<meta name="twitter:card" content="summary_large_image">']),
  ]
}
