import { HTTP_API_PREFIX } from '../../contract/operations.ts'
import type { EmittedFile } from '../../files/folder_writer.ts'
import { createHostLinks } from '../../packager/mod.ts'
import { renderScript } from '../../site/script.ts'
import { directionOf, textsFor } from '../../site/texts.ts'
import { encodeUtf8 } from '../../source_text/escape.ts'
import { prefixOf } from '../model/addresses.ts'
import type { Corpus } from '../model/corpus.ts'
import contentStyle from '../theme/content.css' with { type: 'text' }
import dialogStyle from '../theme/dialog.css' with { type: 'text' }
import narrowStyle from '../theme/narrow.css' with { type: 'text' }
import { type Site, searchActionOf } from '../theme/site.ts'
import shellStyle from '../theme/style.css' with { type: 'text' }

/** Digits of the digest in the name of an asset, which browsers may cache forever. */
const ASSET_DIGITS = 16

/** One sheet; of equal rules the last wins, and the narrow screen has the last word. */
const STYLES = [shellStyle, contentStyle, dialogStyle, narrowStyle]

/** What all pages share, and the files that it consists of. */
type EmittedSite = { readonly site: Site; readonly assets: readonly EmittedFile[] }

export function emitSite(corpus: Corpus): EmittedSite {
  const { registry, baseUrl } = corpus
  const { title, language, version, organization } = registry.service
  const prefix = prefixOf(baseUrl)
  const texts = textsFor(language)
  const path = registry.operations.find(({ operation }) => operation === 'search')?.path ?? ''
  const stylesheet = emitAsset('style', 'css', STYLES.join('\n'))
  const script = emitAsset(
    'site',
    'js',
    renderScript({
      language,
      texts,
      search: { api: `${prefix}${HTTP_API_PREFIX}${path}`, page: searchActionOf({ prefix }) },
    }),
  )
  const site: Site = {
    title,
    language,
    direction: directionOf(language),
    version,
    organization,
    prefix,
    stylesheet: `${prefix}/${stylesheet.path}`,
    script: `${prefix}/${script.path}`,
    texts,
    hostLinks: createHostLinks(registry, baseUrl),
    brand: {
      logo: undefined,
      showsTitle: true,
      favicon: undefined,
      header: [],
      footer: [],
      card: undefined,
      edit: undefined,
    },
  }
  return { site, assets: [stylesheet, script] }
}

function emitAsset(name: string, extension: string, text: string): EmittedFile {
  const bytes = encodeUtf8(text)
  const digest = new Bun.CryptoHasher('sha256').update(bytes).digest('hex').slice(0, ASSET_DIGITS)
  return { path: `assets/${name}.${digest}.${extension}`, bytes }
}
