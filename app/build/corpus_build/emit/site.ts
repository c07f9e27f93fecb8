import { HTTP_API_PREFIX } from '../../../contract/operations/mod.ts'
import { baseOf, prefixOf } from '../../../docs/model/addresses.ts'
import type { Corpus } from '../../../docs/model/corpus.ts'
import { renderScript } from '../../../docs/site/script.ts'
import { directionOf, textsFor } from '../../../docs/site/texts.ts'
import type { EmittedFile } from '../../../foundation/files/folder_writer.ts'
import type { CardDrawer } from '../../../text/content/card_drawer.ts'
import { encodeUtf8 } from '../../../text/source_text/escape.ts'
import { createHostLinks } from '../../packager/mod.ts'
import apiStyle from '../theme/api.css' with { type: 'text' }
import blocksStyle from '../theme/blocks.css' with { type: 'text' }
import contentStyle from '../theme/content.css' with { type: 'text' }
import dialogStyle from '../theme/dialog.css' with { type: 'text' }
import iconsStyle from '../theme/icons.css' with { type: 'text' }
import motionStyle from '../theme/motion.css' with { type: 'text' }
import narrowStyle from '../theme/narrow.css' with { type: 'text' }
import severalStyle from '../theme/several.css' with { type: 'text' }
import { type Site, searchActionOf } from '../theme/site.ts'
import shellStyle from '../theme/style.css' with { type: 'text' }
import { emitAsset } from './assets.ts'
import { emitBrand } from './brand.ts'
import { createSisterLinks } from './sisters.ts'
import { emitSpeculationRules } from './speculation_rules.ts'

/** One sheet; of equal rules the last wins, and the narrow screen has the last word. */
const STYLES = [
  shellStyle,
  iconsStyle,
  contentStyle,
  blocksStyle,
  apiStyle,
  dialogStyle,
  severalStyle,
  narrowStyle,
  motionStyle,
]

/** Without comments and indentation: a sixth less over the wire. */
const SHARED_STYLE = STYLES.join('\n')
  .replaceAll(/\/\*[\s\S]*?\*\//g, '')
  .replaceAll(/^\s+/gm, '')

/** What all pages share, and the files that it consists of. */
type EmittedSite = { readonly site: Site; readonly assets: readonly EmittedFile[] }

export function emitSite(corpus: Corpus, cards: Pick<CardDrawer, 'find'>): EmittedSite {
  const { registry, baseUrl } = corpus
  const { title, language, version, organization } = registry.service
  const prefix = prefixOf(baseUrl)
  const texts = textsFor(language)
  const path = registry.operations.find(({ operation }) => operation === 'search')?.path ?? ''
  const brand = emitBrand(corpus, cards)
  const stylesheet = emitAsset(
    'style',
    'css',
    encodeUtf8([SHARED_STYLE, ...brand.styles].join('\n')),
  )
  const script = emitAsset(
    'site',
    'js',
    encodeUtf8(
      renderScript({
        language,
        texts,
        search: { api: `${prefix}${HTTP_API_PREFIX}${path}`, page: searchActionOf({ prefix }) },
      }),
    ),
  )
  const site: Site = {
    title,
    language,
    direction: directionOf(language),
    version,
    showsAvailable: corpus.pages.some(({ record }) => record.status !== 'available'),
    organization,
    base: baseOf(baseUrl),
    prefix,
    stylesheet: `${prefix}/${stylesheet.path}`,
    script: `${prefix}/${script.path}`,
    texts,
    hostLinks: createHostLinks(registry, baseUrl),
    brand: brand.brand,
    sisters: createSisterLinks(corpus, texts),
  }
  const assets = [stylesheet, script, emitSpeculationRules(prefix), ...brand.assets]
  return { site, assets }
}
