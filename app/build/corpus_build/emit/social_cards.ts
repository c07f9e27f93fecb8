import { baseOf } from '../../../docs/model/addresses.ts'
import { readAccent } from '../../../docs/model/contrast.ts'
import type { Corpus } from '../../../docs/model/corpus.ts'
import type { EmittedFile } from '../../../foundation/files/folder_writer.ts'
import type { CardDrawer } from '../../../text/content/card_drawer.ts'
import { CARD_SIZE, digestCard, type SocialCard } from '../../../text/content/social_card.ts'
import { listSections, navigationSourceOf } from '../theme/navigation.ts'
import type { CardImage, SocialCards } from '../theme/site.ts'
import { ASSET_DIGITS, emitAsset } from './assets.ts'

/** A card and the first segment of the pages that show it; '' is the front page. */
type SectionCard = { readonly section: string; readonly card: SocialCard }

export async function prepareSocialCards(
  corpus: Corpus,
  drawer: Pick<CardDrawer, 'prepare'>,
): Promise<void> {
  await drawer.prepare(listSocialCards(corpus).map(({ card }) => card))
}

/** The cards that the build draws: none where the corpus has a picture, or wants none. */
function listSocialCards(corpus: Corpus): readonly SectionCard[] {
  const { registry, brand } = corpus
  const { theme = {} } = registry
  if (theme.social_card === false || brand.social_card !== undefined) return []
  const logo = brand['logo.light']
  const shared = {
    title: registry.service.title,
    accent: readAccent(theme).light,
    logo: logo?.size && { bytes: logo.bytes, extension: logo.extension, size: logo.size },
    showsTitle: theme.logo?.title ?? true,
    font: [brand['fonts.headings'], brand['fonts.body']].find((file) => file && !file.isCarried)
      ?.bytes,
  }
  const sections = listSections(navigationSourceOf(corpus))
  return [
    { section: '', card: { ...shared, heading: undefined } },
    ...sections.map(({ path, title }) => ({ section: path, card: { ...shared, heading: title } })),
  ]
}

/** The pictures that other sites show of pages, drawn when they are asked for. */
export function emitSocialCards(
  corpus: Corpus,
  cards: Pick<CardDrawer, 'find'>,
): { readonly cards: SocialCards; readonly assets: readonly EmittedFile[] } {
  const { registry, brand, baseUrl } = corpus
  const base = baseOf(baseUrl)
  const { title } = registry.service
  const own = brand.social_card
  if (own?.size !== undefined) {
    const asset = emitAsset('card', own.extension, own.bytes)
    const image = { href: `${base}/${asset.path}`, ...own.size, alt: title }
    return { cards: { home: image, sections: new Map() }, assets: [asset] }
  }
  const made = listSocialCards(corpus).map(({ section, card }) => {
    const asset = {
      path: `assets/card.${digestCard(card).slice(0, ASSET_DIGITS)}.png`,
      get bytes(): Uint8Array {
        return cards.find(card)
      },
    }
    const alt = card.heading === undefined ? title : `${card.heading} · ${title}`
    const image: CardImage = { href: `${base}/${asset.path}`, ...CARD_SIZE, alt }
    return { section, asset, image }
  })
  const images = new Map(made.map(({ section, image }) => [section, image]))
  const assets = new Map(made.map(({ asset }) => [asset.path, asset]))
  return { cards: { home: images.get(''), sections: images }, assets: [...assets.values()] }
}
