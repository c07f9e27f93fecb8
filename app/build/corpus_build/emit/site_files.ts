import { ARD_FILE } from '../../../contract/identity.ts'
import { contentSignalOf } from '../../../contract/signals.ts'
import { baseOf } from '../../../docs/model/addresses.ts'
import type { Corpus } from '../../../docs/model/corpus.ts'
import { textsFor } from '../../../docs/site/texts.ts'
import type { EmittedFile } from '../../../foundation/files/folder_writer.ts'
import { encodeUtf8, escapeMarkup } from '../../../text/source_text/escape.ts'
import { createSisterLinks } from './sisters.ts'

/** Most addresses in one sitemap (sitemaps.org protocol). */
const SITEMAP_ADDRESSES_MAX = 50_000

/** `robots.txt`: everything is public, and where lists of it are (RFC 9309, ARD 0.91). */
export function emitRobots({ baseUrl, registry }: Corpus): EmittedFile {
  const base = baseOf(baseUrl)
  const signal = contentSignalOf(registry.signals)
  // Outside a group the line is void.
  const group = ['User-agent: *', ...(signal === undefined ? [] : [`Content-Signal: ${signal}`])]
  const lists = `Sitemap: ${base}/sitemap.xml\nAgentmap: ${base}/${ARD_FILE}\n`
  const text = `${group.join('\n')}\nAllow: /\n\n${lists}`
  return { path: 'robots.txt', bytes: encodeUtf8(text) }
}

/**
 * `sitemap.xml`: canonical addresses with the dates of their pages. A site that search engines
 * leave out lists none, and an old version none of a page that the latest has.
 */
export function emitSitemap(corpus: Corpus): EmittedFile {
  const sisters = createSisterLinks(corpus, textsFor(corpus.registry.service.language))
  const pages = sisters?.isHidden === true ? [] : corpus.pages
  const entries = pages
    .filter(({ path }) => sisters?.canonical(path) === undefined)
    .slice(0, SITEMAP_ADDRESSES_MAX)
    .map(({ record, isUndated }) => {
      const date = isUndated === true ? '' : `<lastmod>${record.updated}</lastmod>`
      return `<url><loc>${escapeMarkup(record.url)}</loc>${date}</url>\n`
    })
  const text = [
    '<?xml version="1.0" encoding="utf-8"?>\n',
    '<urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9">\n',
    ...entries,
    '</urlset>\n',
  ].join('')
  return { path: 'sitemap.xml', bytes: encodeUtf8(text) }
}
