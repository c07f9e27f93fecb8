import { join } from 'node:path'
import {
  countOf,
  type Problem,
  problemAt,
  sortProblems,
  startOfFile,
} from '../../contract/problem.ts'
import { err, ok, type Result } from '../../contract/result.ts'
import { fileOf, nameHost, scopeOf } from './_addresses.ts'
import { Findings } from './_findings.ts'
import { openSite } from './_opening.ts'
import { RefusedAddress, Requests, type SitePorts } from './_requests.ts'
import { SiteCopy } from './_site_copy.ts'
import { listSitemapPages } from './_sitemap_pages.ts'
import { chooseVersion } from './_versions.ts'
import { Walk } from './_walk.ts'

export { RefusedAddress, type SitePorts }

export type FetchOptions = {
  /** Address of the first page; what lies below its path is fetched. */
  readonly address: string
  /** Folder of copies, each in a folder with the name of its host. */
  readonly folder: string
  /** Version of the program, which the server may read. */
  readonly program: string
  readonly language?: string | undefined
  readonly version?: string | undefined
  readonly pagesMax?: number | undefined
  readonly bytesMax?: number | undefined
  readonly ports: SitePorts
  /** Stops the run; what was fetched is kept. */
  readonly stop?: AbortSignal | undefined
  readonly progress?: (done: number, total: number) => void
}

export type FetchedSite = {
  /** The copy, as a folder of HTML to import. */
  readonly folder: string
  readonly pages: number
  readonly requests: number
  /** Answers that said that nothing changed. */
  readonly unchanged: number
  /** What is not in the copy, by address. */
  readonly losses: readonly Problem[]
  readonly notes: readonly Problem[]
}

const PAGES_MAX = 5000
const BYTES_MAX = 500 * 1024 * 1024
/** Time between the starts of two requests, in milliseconds. */
const INTERVAL_MS = 250
/** Requests for each page: its pictures, its Markdown, links that lead nowhere. */
const REQUESTS_PER_PAGE_MAX = 8
const TIME_MS_MAX = 12 * 60 * 60 * 1000

/**
 * Copies a site from its address into a folder that can be imported. A second time it asks for
 * changes alone.
 */
export async function fetchSite(
  options: FetchOptions,
): Promise<Result<FetchedSite, readonly Problem[]>> {
  const { folder, ports, program, language } = options
  const address = readAddress(options.address)
  if (typeof address === 'string') return refuse(options.address, address, ADDRESS_FIX)
  const requests = new Requests(ports, `lectern/${program}`, INTERVAL_MS, options.stop)
  const place = join(folder, nameHost(address.origin))
  const copy = await SiteCopy.open(place, address.href)
  if (typeof copy === 'string') return refuse(place, copy, 'choose another folder')
  const validatorsOf = (href: string) => copy.validatorsOf(href)
  const opened = await openSite(address, { requests, language, validatorsOf })
  if (!opened.ok) return opened
  const { start, robots, answer } = opened.value
  const scope = scopeOf(start)
  const findings = new Findings()
  const findEnd = createBudget(options, requests)
  const { pagesMax = PAGES_MAX, progress } = options
  const reading = { scope, copy, requests, robots, findings }
  const walk = new Walk({ ...reading, language, pagesMax, findEnd, progress })
  await walk.begin(start, answer)
  if (findings.losses.length > 0) return err(findings.losses)
  if (walk.pages === 0) return refuse(start.href, 'it is no page of HTML', ADDRESS_FIX)
  for (const page of await listSitemapPages(reading)) walk.waiting.add(page, 'page')
  const found = [start, ...walk.waiting.pages]
  walk.waiting.close(chooseVersion(found, scope, options.version, findings))
  const end = await walk.run()
  if (options.stop?.aborted === true || (end !== undefined && !end.startsWith(BUDGET))) {
    await copy.save()
    const why = options.stop?.aborted === true ? 'it was stopped' : end
    return refuse(start.href, `fetched ${countOf(walk.pages, 'page')}, then ${why}`, AGAIN_FIX)
  }
  const left = walk.waiting.size
  if (end !== undefined || left > 0) {
    const why = end ?? `${BUDGET} of ${pagesMax} pages`
    const what = `${why} was used up, and ${left} known addresses were not fetched`
    findings.addLoss(start.href, what, 'raise it with --max-pages or --max-megabytes')
  }
  await copy.finish()
  findings.closeGroups()
  return ok({
    folder: copy.folder,
    pages: walk.pages,
    requests: requests.count,
    unchanged: requests.unchanged,
    losses: sortProblems(findings.losses),
    notes: sortProblems(findings.notes),
  })
}

const BUDGET = 'the budget'
const ADDRESS_FIX = 'write an address such as https://docs.example.com/'
const AGAIN_FIX = 'run the same command again: it goes on from there'

function refuse(place: string, what: string, fix: string): Result<never, readonly Problem[]> {
  return err([problemAt(startOfFile(place), what, fix)])
}

/** The first page without query and fragment, or why there can be none. */
function readAddress(text: string): URL | string {
  if (!URL.canParse(text)) return 'it is no address'
  const url = new URL(text)
  if (url.protocol !== 'https:' && url.protocol !== 'http:') return 'it is no address of the web'
  if (url.username !== '' || url.password !== '') return 'an address with a password is not used'
  url.search = ''
  url.hash = ''
  return fileOf(url) === undefined ? 'its path cannot be the name of a file' : url
}

function createBudget(
  { ports, stop, pagesMax = PAGES_MAX, bytesMax = BYTES_MAX }: FetchOptions,
  requests: Requests,
): () => string | undefined {
  const endMs = ports.clock() + TIME_MS_MAX
  return () => {
    if (stop?.aborted === true) return 'it was stopped'
    if (requests.bytes >= bytesMax) return `${BUDGET} of ${Math.round(bytesMax / 1024 / 1024)} MB`
    if (requests.count >= pagesMax * REQUESTS_PER_PAGE_MAX) return `${BUDGET} of requests`
    return ports.clock() >= endMs ? `${BUDGET} of time` : undefined
  }
}
