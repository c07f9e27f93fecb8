import { NOT_FOUND_FILE } from '../../../contract/build.ts'
import { baseOf, prefixOf } from '../../../docs/model/addresses.ts'
import type { Corpus } from '../../../docs/model/corpus.ts'
import { RESULTS_FILE } from '../../../docs/site/results.ts'
import type { EmittedFile } from '../../../foundation/files/folder_writer.ts'
import { encodeUtf8 } from '../../../text/source_text/escape.ts'
import { parseMarkdown, renderHtml } from '../../../text/source_text/markdown.ts'
import type { createNavigation } from '../theme/navigation.ts'
import {
  renderChangelog,
  renderNotFound,
  renderResultsPage,
  type ShownChange,
} from '../theme/other_pages.ts'
import type { Site } from '../theme/site.ts'
import { createLinks } from './links.ts'

/** Pages that are no pages of the corpus: without a record, a twin or an id. */
export function emitOtherPages(
  corpus: Corpus,
  site: Site,
  pages: ReturnType<typeof createNavigation>,
): readonly EmittedFile[] {
  const navigation = pages.lists()
  const emit = (path: string, html: string) => ({ path, bytes: encodeUtf8(html) })
  return [
    emit(NOT_FOUND_FILE, renderNotFound(site, navigation)),
    emit('changelog/index.html', renderChangelog(site, listChanges(corpus), navigation)),
    emit(RESULTS_FILE, renderResultsPage(site, navigation)),
  ]
}

function listChanges(corpus: Corpus): readonly ShownChange[] {
  const { change } = createLinks(corpus)
  const [base, prefix] = [baseOf(corpus.baseUrl), prefixOf(corpus.baseUrl)]
  const feed = `${base}/changelog/feed.xml`
  return corpus.changes.map(({ id, date, title, status, summary, url }) => ({
    id,
    date,
    title,
    ...(status === undefined ? {} : { status }),
    html: renderHtml(parseMarkdown(summary), change),
    // A change without a page of its own names the feed, which is for programs.
    href: url === feed ? undefined : prefix + url.slice(base.length),
  }))
}
