import { CAPABILITY_STATUSES, factsOf } from '../../../contract/statuses.ts'
import { baseOf } from '../../../docs/model/addresses.ts'
import type { Corpus, CorpusPage } from '../../../docs/model/corpus.ts'
import { trimBody } from '../../../docs/model/page_text.ts'
import type { EmittedFile } from '../../../foundation/files/folder_writer.ts'
import { encodeUtf8, escapeMarkdown, shorten, toOneLine } from '../../../text/source_text/escape.ts'
import { listInReadingOrder, navigationSourceOf } from '../theme/navigation.ts'
import { listSisterIndexes } from './sisters.ts'

/** Tools that fetch pages truncate longer texts silently. */
const LLMS_CHARACTERS_MAX = 49_900

const DESCRIPTION_CHARACTERS_MAX = 200
const TITLE_CHARACTERS_MAX = 120
const SUMMARY_CHARACTERS_MAX = 1000
const LINE_CHARACTERS_MAX = 95

/** Kinds that are in no section of the registry; readers may skip them (llms.txt, v2). */
const OTHER_KINDS = 'Optional'

type Section = { readonly title: string; readonly entries: readonly string[] }

/** `llms.txt`: title, summary, entry points, then the twins of all pages in sections. */
export function emitLlms(corpus: Corpus): EmittedFile {
  const head = renderHead(corpus)
  const sections = groupPages(corpus)
  const text = (entriesMax: number) =>
    head + sections.map((section) => renderSection(corpus, section, entriesMax)).join('')
  return { path: 'llms.txt', bytes: encodeUtf8(text(findLargestFit(sections, text))) }
}

/** Start of the second llms file, which holds every page. */
export function renderLlmsFullHead(corpus: Corpus): Uint8Array {
  const { title, description } = corpus.registry.service
  return encodeUtf8(`# ${escapeMarkdown(title)}\n\n> ${toOneLine(description)}\n`)
}

export function renderLlmsFullPage(page: CorpusPage, markdown: string): Uint8Array {
  const { title, url, status, updated } = page.record
  const facts = `Source: <${url}>. Status: \`${status}\`. Updated: ${updated}.`
  return encodeUtf8(`\n---\n\n# ${escapeMarkdown(title)}\n\n${facts}\n\n${trimBody(markdown)}`)
}

function renderHead(corpus: Corpus): string {
  const { service, llms: settings } = corpus.registry
  const base = baseOf(corpus.baseUrl)
  const api = `${base}/api/public/docs`
  const search = corpus.registry.operations.find(({ operation }) => operation === 'search')
  const published = search !== undefined && corpus.published.includes('search')
  return [
    `# ${escapeMarkdown(shorten(service.title, TITLE_CHARACTERS_MAX))}`,
    `> ${shorten(service.description, SUMMARY_CHARACTERS_MAX)}`,
    wrapLines(
      'Each link leads to the Markdown of one page. A page has a status: ' +
        `${explainStatuses()}. Check it before you say that something exists.`,
    ),
    [
      ...(published ? [`- Search: ${api}${search.path}?q=words (JSON)`] : []),
      ...(published ? [`- The API as OpenAPI: ${base}/developers/openapi.yaml`] : []),
      `- All pages as records: ${base}/docs-manifest.json`,
      `- All pages in one file: ${base}${settings.full_path}`,
      `- Changes: ${base}/changelog/feed.xml`,
      ...listSisterIndexes(corpus),
    ].join('\n'),
  ]
    .join('\n\n')
    .concat('\n')
}

function groupPages(corpus: Corpus): readonly Section[] {
  const named = corpus.registry.llms.sections
  const sectionOf = new Map<string, number>()
  for (const [at, { kinds }] of named.entries()) {
    for (const kind of kinds) if (!sectionOf.has(kind)) sectionOf.set(kind, at)
  }
  const pages = listInReadingOrder(navigationSourceOf(corpus))
  const titles = [...named.map(({ title }) => title), OTHER_KINDS]
  return titles
    .map((title, at) => ({
      title,
      entries: pages
        .filter(({ record }) => (sectionOf.get(record.kind) ?? named.length) === at)
        .map(renderEntry),
    }))
    .filter(({ entries }) => entries.length > 0)
}

function renderEntry({ record }: CorpusPage): string {
  const title = escapeMarkdown(shorten(record.title, TITLE_CHARACTERS_MAX))
  const description = shorten(record.description, DESCRIPTION_CHARACTERS_MAX)
  const usual = factsOf(record.status).isUsual
  const status = usual ? '' : ` (status: ${record.status})`
  return `- [${title}](${record.markdown_url}): ${description}${status}\n`
}

function renderSection(corpus: Corpus, section: Section, entriesMax: number): string {
  const entries = section.entries.slice(0, entriesMax)
  const left = section.entries.length - entries.length
  const manifest = `${baseOf(corpus.baseUrl)}/docs-manifest.json`
  const rest = `- [${left} more pages](${manifest}): not listed here; see the manifest, or search\n`
  return `\n## ${section.title}\n\n${entries.join('')}${left > 0 ? rest : ''}`
}

/** The largest limit on entries per section that fits; only longer sections lose entries. */
function findLargestFit(
  sections: readonly Section[],
  text: (entriesMax: number) => string,
): number {
  let [low, high] = [0, Math.max(0, ...sections.map(({ entries }) => entries.length))]
  while (low < high) {
    const middle = Math.ceil((low + high) / 2)
    if (text(middle).length <= LLMS_CHARACTERS_MAX) low = middle
    else high = middle - 1
  }
  return low
}

/** The statuses in a sentence: each name, and what it means where the name does not say it. */
function explainStatuses(): string {
  const names = CAPABILITY_STATUSES.map((status) => {
    const { inIndex } = factsOf(status).explained
    return inIndex === '' ? `\`${status}\`` : `\`${status}\` (${inIndex})`
  })
  return `${names.slice(0, -1).join(', ')} or ${names.at(-1)}`
}

function wrapLines(text: string): string {
  const lines: string[] = []
  for (const word of text.split(' ')) {
    const line = `${lines.at(-1) ?? ''} ${word}`
    if (lines.length === 0 || line.length > LINE_CHARACTERS_MAX) lines.push(word)
    else lines[lines.length - 1] = line
  }
  return lines.join('\n')
}
