import { API_CATALOG_FILE } from '../../contract/mcp_discovery.ts'
import { HTTP_API_PREFIX } from '../../contract/operations/mod.ts'
import { decodePercentLeniently } from '../../contract/percent_encoding.ts'
import { createRandom } from '../../contract/text_hash.ts'
import { compareCorpus } from './compare_corpus.ts'
import { compareManifestFiles, compareRevalidation } from './compare_files.ts'
import { compareIdentity } from './compare_identity.ts'
import { compareOperations } from './compare_operations.ts'
import { comparePageLists } from './compare_pages.ts'
import { comparePrivateTools } from './compare_private_tools.ts'
import { compareRoutes } from './compare_routes.ts'
import { compareSkillFiles } from './compare_skill_files.ts'
import { compareDiscovery, compareTools } from './compare_tools.ts'
import { compareWhole } from './compare_whole.ts'
import type { Check, Checks } from './findings.ts'
import { objectsAt, parseJson, textAt } from './json.ts'
import { findMarkdownLinks } from './llms_files.ts'
import { requestResult } from './mcp_request.ts'
import { compareEachOperation } from './operations/mod.ts'
import { pathOf, type Reading } from './reading.ts'
import { runWorkflows } from './run_workflows.ts'
import { readFile } from './static_files.ts'

/** What the report needs from the comparisons. */
type Comparison = {
  readonly pages: number
  readonly readWhole: number
  readonly foreignLinks: number
}

/** Pages that are read whole unless all are (spec/decisions/verify.md). */
const SAMPLE_PAGES = 30

/** Page titles that every interface searches for. */
const SAMPLE_QUERIES = 5

/** Compares everything that was read, and reads some pages whole. */
export async function compareAll(
  reading: Reading,
  checks: Checks,
  { all, seed }: { readonly all: boolean; readonly seed: number },
): Promise<Comparison> {
  const { client } = reading
  const corpus = { ...reading, ...comparePageLists(reading, checks.of('page records')) }
  const toolCheck = checks.of('tools')
  compareTools(reading, toolCheck)
  compareDiscovery(reading, toolCheck)
  compareDocumentedTools(reading, toolCheck)
  const { agent, version } = await compareCorpus(corpus, checks)
  const pages = [...corpus.records.values()]
  const chosen = all ? pages : takeSample(pages, SAMPLE_PAGES, seed)
  const queries = takeSample(pages, SAMPLE_QUERIES, seed).map(({ title }) => String(title))
  const whole = { ...corpus, agent, version, queries }
  const check = checks.of('pages read whole')
  // The report has its rows in this order.
  for (const row of ['links', 'search', 'descriptions']) checks.of(row)
  const [foreignLinks] = await Promise.all([
    compareLinks(reading, checks.of('links')),
    ...chosen.map((record) => compareWhole(record, whole, check)),
    compareEachOperation(whole, checks),
    compareOperations(corpus, checks),
    runWorkflows(reading, checks),
    compareCatalog(reading, checks.of('descriptions')),
    compareIdentity(reading, checks.of('identity documents')),
    compareRoutes(reading, checks.of('routes')),
    comparePrompts(reading, toolCheck),
    comparePrivateTools(reading, checks.of('private tools')),
  ])
  await reading.mcp.callRemainingRevisions()
  await Promise.all([
    compareManifestFiles(corpus, checks.of('manifest files')),
    compareRevalidation(client, checks.of('headers')),
  ])
  client.conduct.compare(checks.of('headers'), client.calls())
  return { pages: pages.length, readWhole: chosen.length, foreignLinks }
}

/** Every prompt can be read and contains its arguments (contract 4.1). */
async function comparePrompts({ client, views }: Reading, check: Check): Promise<void> {
  const prompts = (views[0]?.prompts ?? []).slice(0, PROMPTS_MAX)
  await Promise.all(
    prompts.flatMap((prompt) =>
      views.slice(0, REVISIONS_MAX).map(async ({ revision, where }) => {
        const name = String(prompt.name)
        const word = 'verify-4711'
        const names = objectsAt(prompt, 'arguments').map((argument) => String(argument.name))
        const params = { name, arguments: Object.fromEntries(names.map((each) => [each, word])) }
        const result = await requestResult(client, revision, 'prompts/get', params, check)
        if (result === undefined) return
        const says = objectsAt(result, 'messages').some(
          (message) => names.length === 0 || textAt(message, 'content', 'text')?.includes(word),
        )
        check.equal(where, `prompt ${name} contains its arguments`, true, says)
      }),
    ),
  )
}

const PROMPTS_MAX = 10

/** Prompts are read in the two newest revisions only, because calls are limited. */
const REVISIONS_MAX = 2

/**
 * Documentation that lists the tools lists all of them. A corpus about something else, as after
 * `import`, need not mention any.
 */
function compareDocumentedTools({ names, fullText }: Reading, check: Check): void {
  const isNamed = (name: string) => fullText?.includes(name) === true
  const tools = [...names.values()]
  const lists = tools.filter(isNamed).length * 2 >= tools.length
  for (const name of lists ? tools : []) {
    const found = isNamed(name) ? 'named on a page' : 'nowhere'
    check.equal('pages', `tool ${name}`, 'named on a page', found)
  }
}

/** Relations whose links lead to a document; `item` leads to an interface, which wants a POST. */
const DOCUMENTS = ['service-desc', 'service-doc', 'service-meta', 'status'] as const

/**
 * The catalog leads to files that are there, skills among them. The contract asks for neither, so a
 * service of an earlier version has no catalog.
 */
async function compareCatalog(reading: Reading, check: Check): Promise<void> {
  const { client } = reading
  const path = `/${API_CATALOG_FILE}`
  if ((await client.call(path, { method: 'HEAD' })).status === 404) return
  const text = await readFile(client, check, path, 'application/linkset+json')
  const linkset = objectsAt(parseJson(text ?? ''), 'linkset')
  const links = linkset.flatMap((entry) => DOCUMENTS.flatMap((name) => objectsAt(entry, name)))
  check.equal(API_CATALOG_FILE, 'links', 'links', links.length > 0 ? 'links' : 'none')
  for (const href of new Set(links.map(({ href }) => String(href)))) {
    const target = pathOf(reading, href)
    const answer = target === undefined ? undefined : await client.call(target, { limit: 'public' })
    check.equal(API_CATALOG_FILE, `link ${href}`, 200, answer?.status)
  }
  await compareSkillFiles(reading, check)
}

/**
 * Follows every link of the llms files that stays within the service; returns the number of links
 * to other services, which are not checked.
 */
async function compareLinks(reading: Reading, check: Check): Promise<number> {
  const { client, llms, fullText = '' } = reading
  const lists = [
    ['llms.txt', llms?.links ?? []],
    ['llms-full', findMarkdownLinks(fullText)],
  ] as const
  const seen = new Map<string, string>()
  const foreign = new Set<string>()
  for (const [where, urls] of lists) {
    for (const url of urls) {
      if (pathOf(reading, url) === undefined) foreign.add(url)
      else if (!seen.has(url)) seen.set(url, where)
    }
  }
  const byPath = Map.groupBy(seen.keys(), (url) => pathOf(reading, url) ?? '')
  await Promise.all(
    [...byPath].map(async ([path, urls]) => {
      const anchors = urls.flatMap((url) => anchorOf(url) ?? [])
      const answer = await client.call(path, {
        ...(anchors.length === 0 ? { method: 'HEAD' } : { headers: { accept: 'text/html' } }),
        ...(path.startsWith(HTTP_API_PREFIX) ? { limit: 'public' } : {}),
      })
      const where = seen.get(urls[0] ?? '') ?? 'llms.txt'
      if (!check.equal(where, `link ${urls[0]}`, 200, answer.status)) return
      for (const url of urls) compareAnchor(seen.get(url) ?? where, url, answer.text, check)
    }),
  )
  return foreign.size
}

function anchorOf(url: string): string | undefined {
  const anchor = /#(.+)$/.exec(url)?.[1]
  return anchor === undefined ? undefined : decodePercentLeniently(anchor)
}

function compareAnchor(where: string, url: string, html: string, check: Check): void {
  const anchor = anchorOf(url)
  // "top" is the top of every page (HTML, select the indicated part).
  if (anchor === undefined || anchor === 'top') return
  const isThere = html.includes(`id="${anchor.replaceAll('&', '&amp;').replaceAll('"', '&quot;')}"`)
  check.equal(where, `link ${url}`, 'its heading', isThere ? 'its heading' : 'no such heading')
}

/** Takes at most so many items, chosen by the seed alone, in their own order. */
export function takeSample<Item>(
  items: readonly Item[],
  most: number,
  seed: number,
): readonly Item[] {
  const next = createRandom(seed)
  const chosen = items
    .map((item, at) => ({ item, at, rank: next() }))
    .toSorted((a, b) => a.rank - b.rank)
    .slice(0, most)
  return chosen.toSorted((a, b) => a.at - b.at).map(({ item }) => item)
}
