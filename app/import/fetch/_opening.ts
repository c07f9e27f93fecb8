import { type Problem, problemAt, startOfFile } from '../../contract/problem.ts'
import { err, ok, type Result } from '../../contract/result.ts'
import { isHtml } from './_bodies.ts'
import { SIGN_IN_FIX, SIGN_IN_PAGE } from './_findings.ts'
import { primaryOf } from './_languages.ts'
import { HOPS_MAX } from './_moves.ts'
import { PAGE_BYTES_MAX, readPage } from './_page.ts'
import type { Answer, Requests, Validators } from './_requests.ts'
import { type Robots, readRobots } from './_robots.ts'
import { PAGE_TYPES } from './_walk.ts'

/** Name by which `robots.txt` may address us. */
const AGENT = 'lectern'
/** Largest `robots.txt` that is read (RFC 9309 section 2.5). */
const ROBOTS_BYTES_MAX = 500 * 1024
/** A site that asks for more time between two requests wants no copy. */
const DELAY_MS_MAX = 60_000

/** A site whose first page answered. */
type OpenedSite = {
  readonly start: URL
  readonly robots: Robots
  readonly answer: Answer
}

type Opening = {
  readonly requests: Requests
  readonly language: string | undefined
  readonly validatorsOf: (address: string) => Promise<Validators | undefined>
}

/** Asks for the first page, after the owner's rules; follows it on its own host alone. */
export async function openSite(
  address: URL,
  { requests, language, validatorsOf }: Opening,
): Promise<Result<OpenedSite, readonly Problem[]>> {
  let start = address
  let robots: Robots | undefined
  for (let hop = 0; hop <= HOPS_MAX; hop += 1) {
    const read = robots === undefined ? await askRobots(start, requests) : ok(robots)
    if (!read.ok) return read
    robots = read.value
    const refusal = findRefusal(robots, start)
    if (refusal !== undefined) return err([refusal])
    requests.slowTo(robots.delayMs)
    const known = await validatorsOf(start.href)
    const question = { bytesMax: PAGE_BYTES_MAX, accept: PAGE_TYPES, known }
    const answer = await requests.ask(start, question)
    const next = answer.kind === 'moved' ? answer.to : findTranslation(start, answer, language)
    if (next === undefined) {
      const problem = explainAnswer(start, answer)
      return problem === undefined ? ok({ start, robots, answer }) : err([problem])
    }
    if (next.hostname !== start.hostname) {
      const what = `the site leads to "${next.origin}", which is another host`
      return err([problemAt(startOfFile(start.href), what, `import ${next.href}`)])
    }
    if (next.origin !== start.origin) robots = undefined
    start = next
  }
  const what = `it leads on more than ${HOPS_MAX} times`
  return err([problemAt(startOfFile(address.href), what, 'name the page where it should end')])
}

async function askRobots(
  { origin, hostname }: URL,
  requests: Requests,
): Promise<Result<Robots, readonly Problem[]>> {
  let address = new URL('/robots.txt', origin)
  for (let hop = 0; hop <= HOPS_MAX; hop += 1) {
    const answer = await requests.ask(address, { bytesMax: ROBOTS_BYTES_MAX })
    if (answer.kind === 'failed') {
      // Rules that cannot be read may forbid everything (RFC 9309 section 2.3.1.4).
      const what = `the site cannot be asked: ${answer.reason}`
      return err([problemAt(startOfFile(address.href), what, explainFailure(answer.reason))])
    }
    const isMoved = answer.kind === 'moved' && answer.to.hostname === hostname
    if (!isMoved) {
      const isText = answer.kind === 'body' && answer.type !== 'text/html'
      return ok(readRobots(isText ? new TextDecoder().decode(answer.bytes) : '', AGENT))
    }
    address = answer.to
  }
  return ok(readRobots('', AGENT))
}

function findRefusal({ allows, delayMs }: Robots, start: URL): Problem | undefined {
  const place = startOfFile(start.href)
  const fix = 'ask its owner, or import the folder of the site'
  if (!allows(start.pathname)) return problemAt(place, 'robots.txt forbids this address', fix)
  if (delayMs <= DELAY_MS_MAX) return undefined
  const seconds = Math.round(delayMs / 1000)
  return problemAt(place, `robots.txt asks for ${seconds} s between two requests`, fix)
}

/** The first page in the language that was asked for, where it names one. */
function findTranslation(start: URL, answer: Answer, wish: string | undefined): URL | undefined {
  if (wish === undefined || answer.kind !== 'body') return undefined
  const page = readPage(new TextDecoder().decode(answer.bytes), start.href)
  if (page === undefined || primaryOf(page.language ?? '') === primaryOf(wish)) return undefined
  const exact = page.translations.find(({ language }) => {
    return language.toLowerCase() === wish.toLowerCase()
  })
  const near = page.translations.find(({ language }) => primaryOf(language) === primaryOf(wish))
  const found = (exact ?? near)?.address
  return found?.href === start.href ? undefined : found
}

function explainAnswer({ href }: URL, answer: Answer): Problem | undefined {
  const place = startOfFile(href)
  switch (answer.kind) {
    case 'failed':
      return problemAt(
        place,
        `the page cannot be fetched: ${answer.reason}`,
        explainFailure(answer.reason),
      )
    case 'missing':
      return problemAt(
        place,
        `there is no page: it answered ${answer.status}`,
        'correct the address',
      )
    case 'denied': {
      return problemAt(place, `${SIGN_IN_PAGE} (${answer.status})`, SIGN_IN_FIX)
    }
    case 'body': {
      const isPage = isHtml(answer.type)
      const what = `"${answer.type}" is no page of HTML`
      return isPage ? undefined : problemAt(place, what, 'name the first page of the site')
    }
    case 'moved':
    case 'same':
      return undefined
  }
}

function explainFailure(reason: string): string {
  return reason.includes('not public')
    ? 'add --allow-private to import from your own network'
    : 'import again when the site answers'
}
