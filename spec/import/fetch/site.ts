import { afterAll } from 'bun:test'
import { mkdtemp, readdir, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { formatProblem } from '../../../app/contract/problem.ts'
import { type FetchedSite, type FetchOptions, fetchSite } from '../../../app/import/fetch/mod.ts'

export const SITE = 'https://docs.example'

type Answering = string | ((request: Request) => Response | Promise<Response>)

/** A site in memory, under a clock that only waiting moves. */
export type FakeSite = {
  /** What is at each path; change it between two runs. */
  readonly answers: Map<string, Answering>
  /** Requests so far: when, and what. */
  readonly asked: { readonly atMs: number; readonly request: Request }[]
  /** Paths that were asked for since the last call. */
  readonly takePaths: () => readonly string[]
  /** Status codes that were answered since the last call. */
  readonly takeStatuses: () => readonly number[]
  readonly ports: FetchOptions['ports']
}

export function createSite(pages: Readonly<Record<string, Answering>>): FakeSite {
  const answers = new Map<string, Answering>(Object.entries(pages))
  const asked: FakeSite['asked'] = []
  let [nowMs, paths, statuses]: [number, string[], number[]] = [0, [], []]
  const send = async (request: Request): Promise<Response> => {
    asked.push({ atMs: nowMs, request })
    const { pathname } = new URL(request.url)
    paths.push(pathname)
    const answering = answers.get(pathname)
    const response =
      typeof answering === 'function' ? await answering(request) : answerText(answering, request)
    statuses.push(response.status)
    return response
  }
  return {
    answers,
    asked,
    takePaths: () => paths.splice(0),
    takeStatuses: () => statuses.splice(0),
    ports: {
      send,
      clock: () => nowMs,
      wait: async (ms) => {
        const untilMs = nowMs + ms
        // Whoever can go on does so before time passes.
        await new Promise((resolve) => setImmediate(resolve))
        nowMs = Math.max(nowMs, untilMs)
      },
    },
  }
}

/** A text with its digest as the tag, or that it has not changed; 404 without a text. */
function answerText(text: string | undefined, request: Request): Response {
  if (text === undefined) return new Response('nothing here', { status: 404 })
  const etag = `"${Bun.hash(text).toString(16)}"`
  if (request.headers.get('if-none-match') === etag) return new Response(null, { status: 304 })
  const { pathname } = new URL(request.url)
  const type = /\.(?:xml|txt|md|png)$/.exec(pathname)?.[0] ?? '.html'
  return new Response(text, { headers: { etag, 'content-type': TYPES[type] ?? 'text/html' } })
}

const TYPES: Readonly<Record<string, string>> = {
  '.xml': 'application/xml',
  '.txt': 'text/plain',
  '.md': 'text/markdown; charset=utf-8',
  '.png': 'image/png',
  '.html': 'text/html; charset=utf-8',
}

export function redirectTo(location: string): () => Response {
  return () => new Response(null, { status: 302, headers: { location } })
}

/** A page with a text, links and whatever its head has. */
export function writePage(title: string, links: readonly string[] = [], head = ''): string {
  const list = links.map((href) => `<li><a href="${href}">${href}</a></li>`).join('')
  return (
    `<!doctype html><html lang="en"><head><title>${title}</title>${head}</head><body>` +
    `<main><h1>${title}</h1><p>What there is to say of ${title}.</p><ul>${list}</ul></main>` +
    '</body></html>'
  )
}

/** A folder for copies, which goes when the spec ends. */
export async function makeHome(): Promise<string> {
  const home = await mkdtemp(join(tmpdir(), 'lectern-site-spec-'))
  afterAll(() => rm(home, { recursive: true, force: true }))
  return home
}

type Wishes = Partial<Omit<FetchOptions, 'ports'>>

/** Fetches a site and fails the test on problems. */
export async function fetchAll(
  site: FakeSite,
  folder: string,
  wishes: Wishes = {},
): Promise<FetchedSite> {
  const result = await fetchSite({ ...optionsOf(site, folder), ...wishes })
  if (result.ok) return result.value
  throw new Error(result.error.map(formatProblem).join('\n'))
}

/** The problems of a site that cannot be fetched. */
export async function refusalOf(
  site: FakeSite,
  folder: string,
  wishes: Wishes = {},
): Promise<string> {
  const result = await fetchSite({ ...optionsOf(site, folder), ...wishes })
  return result.ok ? 'fetched' : result.error.map(formatProblem).join('\n')
}

function optionsOf({ ports }: FakeSite, folder: string): FetchOptions {
  return { address: `${SITE}/`, folder, program: '1.2.3', ports }
}

/** Files of a copy, by path. */
export async function listCopy({
  folder,
}: Pick<FetchedSite, 'folder'>): Promise<readonly string[]> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true })
  const files = entries.filter((each) => each.isFile())
  return files.map((each) => join(each.parentPath, each.name).slice(folder.length + 1)).sort()
}

export function formatLosses({ losses }: Pick<FetchedSite, 'losses'>): readonly string[] {
  return losses.map(formatProblem)
}

export function formatNotes({ notes }: Pick<FetchedSite, 'notes'>): readonly string[] {
  return notes.map(formatProblem)
}
