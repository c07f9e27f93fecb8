import type { CapabilityStatus } from '../../contract/statuses.ts'

import { ENGLISH_BODY_TEXTS } from '../../text/source_text/body_texts.ts'

/** The words of the site. The other languages have the same keys and the same places to fill. */
export const ENGLISH = {
  ...ENGLISH_BODY_TEXTS,
  'skip.content': 'Skip to content',
  'skip.nav': 'Skip to the list of pages',
  'skip.index': 'Machine-readable index: llms.txt',
  'nav.pages': 'Pages',
  'nav.breadcrumb': 'Breadcrumb',
  'nav.home': 'Home',
  'nav.links': 'Links',
  'announcement.label': 'Announcement',
  'nav.tabs': 'Parts of this documentation',
  'nav.more': '{count} more',
  'sister.version': 'Version',
  'sister.language': 'Language',
  'sister.own': 'This is the documentation of {version}.',
  'sister.latest': 'The latest is {version}.',
  'toc.title': 'On this page',
  'page.neighbours': 'Previous and next page',
  'page.prev': 'Previous',
  'page.next': 'Next',
  'page.edit': 'Edit this page',
  'page.updated': 'Updated',
  'page.copyMarkdown': 'Copy as Markdown',
  'page.copied': 'Copied',
  'page.copyFailed': 'Cannot copy: open the Markdown instead',
  'page.viewMarkdown': 'View as Markdown',
  'page.openIn': 'Open in',
  'page.addTo': 'Add this documentation to',
  'page.prompt': 'Read {url} so that I can ask questions about it.',
  'search.open': 'Search',
  'search.label': 'Search this documentation',
  'search.placeholder': 'Search',
  'search.submit': 'Search',
  'search.close': 'Close',
  'search.title': 'Search',
  'search.searching': 'Searching',
  'search.results.one': '{count} result for “{query}”',
  'search.results.other': '{count} results for “{query}”',
  'search.results.best': 'The best {count} results for “{query}”',
  'search.none': 'Nothing found for “{query}”',
  'search.noneHelp': 'Try other or fewer words.',
  'search.corrected': 'Showing results for {words}',
  'search.unmatched': 'No page has these words: {words}',
  'search.weak': 'The answer may not be here: no section has these words together',
  'search.failed': 'Cannot search: the service does not answer',
  'search.retry': 'Try again',
  'search.tooLong': 'Cannot search: the query is longer than {count} characters',
  'search.tooMany': 'Cannot search now: too many searches in a minute',
  'search.recent': 'Recent searches',
  'search.forget': 'Forget them',
  'search.slash': 'The key / opens the search',
  'search.all': 'All results',
  'search.keyMove': 'to move',
  'search.keyOpen': 'to open',
  'search.keyClose': 'to close',
  'theme.label': 'Theme',
  'theme.light': 'Light',
  'theme.dark': 'Dark',
  'theme.system': 'System',
  'code.copy': 'Copy code',
  'code.copied': 'Copied',
  'code.copyFailed': 'Cannot copy',
  'code.expand': 'Show {count} lines',
  'code.added': 'Added',
  'code.removed': 'Removed',
  'code.marked': 'Marked',
  'image.enlarge': 'Enlarge the picture',
  'notFound.title': 'Page not found',
  'notFound.text':
    'There is no page at this address. It may have moved: search for it, or start at {home}.',
  'notFound.home': 'the front page',
  'changelog.title': 'Changelog',
  'changelog.description': 'What changed for readers and clients, newest first.',
  'changelog.feed': 'Feed',
  'changelog.more': 'Read on',
} as const

export type TextKey = keyof typeof ENGLISH

/** What the site says beside the corpus, in one language. */
export type SiteTexts = Readonly<Record<TextKey, string>> & StatusTexts

/** Words for statuses; without them the English ones of `contract/statuses.ts` are shown. */
type StatusTexts = {
  readonly [Key in `status.${CapabilityStatus}` | `notice.${CapabilityStatus}`]?: string
}
