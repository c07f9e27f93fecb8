import type { EmittedFile } from '../../files/folder_writer.ts'
import { escapeMarkdown, oneLine, shortened, utf8 } from '../../source_text/escape.ts'
import { baseOf } from '../model/addresses.ts'
import type { Corpus, CorpusPage } from '../model/corpus.ts'
import { navigatedSite, readingOrder } from './navigation.ts'
import { bodyText } from './twin.ts'

/** Tools that fetch pages cut longer texts without a word. */
export const LLMS_CHARACTERS_MAX = 49_900

const DESCRIPTION_CHARACTERS_MAX = 200
const TITLE_CHARACTERS_MAX = 120
const SUMMARY_CHARACTERS_MAX = 1000

/** Kinds that no section of the registry names; readers may skip them (llms.txt, v2). */
const OTHER_KINDS = 'Optional'

type Section = { readonly title: string; readonly entries: readonly string[] }

/** `llms.txt`: title, summary, how to read on, then the twins of all pages in sections. */
export function llms(corpus: Corpus): EmittedFile {
  const head = llmsHead(corpus)
  const sections = sectionsOf(corpus)
  const text = (entriesMax: number) =>
    head + sections.map((section) => sectionText(corpus, section, entriesMax)).join('')
  return { path: 'llms.txt', bytes: utf8(text(largestFit(sections, text))) }
}

/** Beginning of the second llms file, which holds every page. */
export function llmsFullHead(corpus: Corpus): Uint8Array {
  const { title, description } = corpus.registry.service
  return utf8(`# ${escapeMarkdown(title)}\n\n> ${oneLine(description)}\n`)
}

/** One page of the second llms file. */
export function llmsFullPage(page: CorpusPage, markdown: string): Uint8Array {
  const { title, url, status, updated } = page.record
  const facts = `Source: <${url}>. Status: \`${status}\`. Updated: ${updated}.`
  return utf8(`\n---\n\n# ${escapeMarkdown(title)}\n\n${facts}\n\n${bodyText(markdown)}`)
}

function llmsHead(corpus: Corpus): string {
  const { service, llms: settings } = corpus.registry
  const base = baseOf(corpus.baseUrl)
  const api = `${base}/api/public/docs`
  const search = corpus.registry.operations.find(({ operation }) => operation === 'search')
  const published = search !== undefined && corpus.published.includes('search')
  return [
    `# ${escapeMarkdown(shortened(service.title, TITLE_CHARACTERS_MAX))}`,
    `> ${shortened(service.description, SUMMARY_CHARACTERS_MAX)}`,
    [
      'Each link leads to the Markdown of one page. A page has a status: `available`,',
      '`available_owner` (for the owner), `foundation` (narrower than the feature), `not_yet` (not',
      'built) or `reference`. Check it before you say that something exists.',
    ].join('\n'),
    [
      ...(published ? [`- Search: ${api}${search.path}?q=words (JSON)`] : []),
      ...(published ? [`- The API as OpenAPI: ${base}/developers/openapi.yaml`] : []),
      `- All pages as records: ${base}/docs-manifest.json`,
      `- All pages in one file: ${base}${settings.full_path}`,
      `- Changes: ${base}/changelog/feed.xml`,
    ].join('\n'),
  ]
    .join('\n\n')
    .concat('\n')
}

function sectionsOf(corpus: Corpus): readonly Section[] {
  const named = corpus.registry.llms.sections
  const sectionOf = new Map<string, number>()
  for (const [at, { kinds }] of named.entries()) {
    for (const kind of kinds) if (!sectionOf.has(kind)) sectionOf.set(kind, at)
  }
  const pages = readingOrder(navigatedSite(corpus))
  const titles = [...named.map(({ title }) => title), OTHER_KINDS]
  return titles
    .map((title, at) => ({
      title,
      entries: pages
        .filter(({ record }) => (sectionOf.get(record.kind) ?? named.length) === at)
        .map(entryText),
    }))
    .filter(({ entries }) => entries.length > 0)
}

function entryText({ record }: CorpusPage): string {
  const title = escapeMarkdown(shortened(record.title, TITLE_CHARACTERS_MAX))
  const description = shortened(record.description, DESCRIPTION_CHARACTERS_MAX)
  const usual = record.status === 'available' || record.status === 'reference'
  const status = usual ? '' : ` (status: ${record.status})`
  return `- [${title}](${record.markdown_url}): ${description}${status}\n`
}

function sectionText(corpus: Corpus, section: Section, entriesMax: number): string {
  const shown = section.entries.slice(0, entriesMax)
  const left = section.entries.length - shown.length
  const manifest = `${baseOf(corpus.baseUrl)}/docs-manifest.json`
  const rest = `- [${left} more pages](${manifest}): left out here; listed there, found by search\n`
  return `\n## ${section.title}\n\n${shown.join('')}${left > 0 ? rest : ''}`
}

/** The most entries that every section may show: only sections that have more lose any. */
function largestFit(sections: readonly Section[], text: (entriesMax: number) => string): number {
  let [low, high] = [0, Math.max(0, ...sections.map(({ entries }) => entries.length))]
  while (low < high) {
    const middle = Math.ceil((low + high) / 2)
    if (text(middle).length <= LLMS_CHARACTERS_MAX) low = middle
    else high = middle - 1
  }
  return low
}
