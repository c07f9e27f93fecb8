import { type Fault, faultsIn } from './fault.ts'

const MKDOCS = 'spec/import/generators/mkdocs/mkdocs_spec.ts'
const SEARCH = 'spec/browser/site_search_spec.ts'
const USE = 'spec/browser/site_use_spec.ts'
const BRAND = 'spec/docs/site/brand_spec.ts'
const SIDEBARS = 'spec/import/generators/sidebars/sidebars_spec.ts'
const RESULTS = 'spec/docs/site/results_spec.ts'
const FONTS = 'spec/docs/site/fonts_spec.ts'
const CARDS = 'spec/docs/site/social_card_spec.ts'

/** Faults of what readers see and do on the site. */
export const SITE_FAULTS: readonly Fault[] = [
  ...faultsIn('app/docs/site/client/search_keys.ts', SEARCH, [
    {
      id: 'site.search_dialog',
      find: "return isAlone && !shiftKey && !altKey && key.toLowerCase() === 'k'",
      replace: "return isAlone && key.toLowerCase() === 'k'",
    },
    {
      id: 'site.search_dialog',
      find: 'return !(target instanceof Element && target.closest(fields) !== null)',
      replace: 'return fields.length > 0 && target !== null',
    },
  ]),
  ...faultsIn('app/docs/site/client/search_dialog.ts', SEARCH, [
    {
      id: 'site.search_dialog',
      find: 'if (event.isComposing || event.keyCode === 229) return',
      replace: 'if (event.isComposing) return',
    },
    {
      id: 'site.search_dialog',
      find: 'if (count > 0) this.#choose((from + step + count) % count)',
      replace: 'if (count > 0) this.#choose(Math.min(count - 1, Math.max(0, from + step)))',
    },
    {
      id: 'site.search_dialog',
      find: '} else if (text === this.#awaitedText) {',
      replace: "} else if (text === '') {",
    },
  ]),
  ...faultsIn('app/docs/site/client/search_messages.ts', SEARCH, [
    {
      id: 'site.search_dialog',
      find: "answer.kind === 'failed' ? 'search.failed' : 'search.tooMany'",
      replace: "answer.kind === 'failed' ? 'search.none' : 'search.tooMany'",
    },
  ]),
  ...faultsIn('app/docs/site/client/theme.ts', USE, [
    {
      id: 'site.theme',
      find: "if (theme === 'light' || theme === 'dark') dataset.theme = theme",
      replace: "if (theme === 'light') dataset.theme = theme",
    },
  ]),
  ...faultsIn('app/docs/site/client/contents.ts', USE, [
    {
      id: 'site.contents',
      find: 'return entries.at(-1)\n',
      replace: 'return entries.at(0)\n',
    },
  ]),
  ...faultsIn('app/build/corpus_build/theme/_document.ts', USE, [
    {
      id: 'site.theme',
      find: '`<script src="${escapeMarkup(site.script)}"></script>`',
      replace: '`<script defer src="${escapeMarkup(site.script)}"></script>`',
    },
    {
      id: 'site.keyboard',
      find: "skip(`#${ALL_PAGES}`, texts['skip.nav'], ' wide')",
      replace: "''",
    },
  ]),
  ...faultsIn('app/build/corpus_build/theme/style.css', USE, [
    {
      id: 'site.no_script',
      find: ':root:not([data-script]) .with-script,',
      replace: ':root:not([data-script]) .without-script,',
    },
  ]),
  ...faultsIn(
    'app/build/corpus_build/theme/navigation.ts',
    'spec/build/corpus_build/navigation_spec.ts',
    [
      {
        id: 'navigation.order',
        find: 'previous: neighbour(pages[at - 1]), next: neighbour(pages[at + 1])',
        replace: 'previous: neighbour(pages[at + 1]), next: neighbour(pages[at - 1])',
      },
    ],
  ),
  ...faultsIn('app/docs/model/contrast.ts', BRAND, [
    { id: 'site.brand', find: 'const CONTRAST_MIN = 4.5', replace: 'const CONTRAST_MIN = 4' },
    { id: 'site.brand', find: 'return Math.min(...ratios)', replace: 'return Math.max(...ratios)' },
  ]),
  ...faultsIn('app/docs/site/results.ts', RESULTS, [
    {
      id: 'site.results_page',
      find: '`<title>${escapeHtml(outcome.query)} · `',
      replace: '`<title>${outcome.query} · `',
    },
  ]),
  ...faultsIn('app/interfaces/static_files/plugin.ts', RESULTS, [
    {
      id: 'site.results_page',
      find: "(await admit(request, peer)) === 'admitted'",
      replace: '(await admit(request, peer)) !== undefined',
    },
    {
      id: 'report.every_interface',
      find: 'snapshot.countSearch?.({ query, rating: found.rating })',
      replace: '',
      spec: 'spec/cli/search_report_spec.ts',
    },
  ]),
  ...faultsIn('app/interfaces/static_files/_headers.ts', FONTS, [
    {
      id: 'site.picture_hosts',
      find: "`img-src 'self' data:${hosts.join('')}`",
      replace: '`img-src * data:${hosts.slice(0, 0)}`',
    },
    {
      id: 'site.fonts',
      find: 'theme?.fonts === undefined ? [] : ["font-src \'self\'"]',
      replace: 'theme === null ? [] : ["font-src \'self\'"]',
    },
  ]),
  ...faultsIn('app/build/corpus_build/emit/brand.ts', FONTS, [
    { id: 'site.fonts', find: "'optional' : 'swap'", replace: "'optional' : 'block'" },
  ]),
  ...faultsIn('app/build/corpus_build/emit/social_cards.ts', CARDS, [
    {
      id: 'site.social_card',
      find: 'if (theme.social_card === false || ',
      replace: 'if (',
    },
  ]),
  ...faultsIn('app/text/content/_card_text.ts', CARDS, [
    {
      id: 'site.social_card',
      find: 'if (font === undefined) return undefined',
      replace: 'if (font === undefined) continue',
    },
  ]),
  ...faultsIn('app/import/corpus/pages/_pictures.ts', 'spec/import/generators/pictures_spec.ts', [
    {
      id: 'import.pictures',
      find: 'if (saysNothing(own)) addNote',
      replace: "if (own === '') addNote",
    },
    {
      id: 'import.pictures',
      find: 'if (host !== undefined && isAllowedHost(host)) {',
      replace: 'if (host !== undefined) {',
    },
  ]),
  ...faultsIn('app/import/corpus/corpus/_menu_orders.ts', SIDEBARS, [
    {
      id: 'import.generators',
      find: 'folder !== undefined && findIndexFolder',
      replace: 'findIndexFolder',
    },
  ]),
  ...faultsIn('app/import/corpus/pages/redirects.ts', SIDEBARS, [
    {
      id: 'import.redirects',
      find: "if (rest !== '') listed.push(",
      replace: "if (rest === '') listed.push(",
    },
  ]),
  ...faultsIn('app/import/markdown/_tabs.ts', 'spec/import/generators/tabs_spec.ts', [
    {
      id: 'import.tabs',
      find: "return label === '' ? undefined : label",
      replace: 'return label',
    },
  ]),
  ...faultsIn('app/import/generators/mkdocs/_levels.ts', MKDOCS, [
    {
      id: 'import.generators',
      find: 'if (widthOf(indent) < width) return undefined',
      replace: '',
    },
  ]),
  ...faultsIn('app/import/generators/mkdocs/_blocks.ts', MKDOCS, [
    {
      id: 'import.never_silent',
      find: "report.lose(line, what, 'write it as Markdown, or link to where it is published')",
      replace: '',
    },
  ]),
  ...faultsIn('app/import/generators/mkdocs/_includes.ts', MKDOCS, [
    {
      id: 'import.code_kept',
      find: "return last === '' ? { from } : { from, to: Number(last) }\n}\n\n/** Between",
      replace:
        "return last === '' ? { from, to: from } : { from, to: Number(last) }\n}\n\n/** Between",
    },
  ]),
  ...faultsIn('app/docs/site/texts.ts', 'spec/docs/site/texts_spec.ts', [
    {
      id: 'site.texts',
      find: 'return SITE_LANGUAGES[firstSubtag(language)] ?? ENGLISH',
      replace: 'return SITE_LANGUAGES[language] ?? ENGLISH',
    },
  ]),
]
