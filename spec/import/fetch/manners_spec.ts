import { expect } from 'bun:test'
import { verifies } from '../../requirements/verifies.ts'
import {
  createSite,
  fetchAll,
  formatLosses,
  formatNotes,
  makeHome,
  refusalOf,
  SITE,
  writePage,
} from './site.ts'

const paths = Array.from({ length: 12 }, (_, at) => `/p${at}`)

function pagesOf(robots: string) {
  const pages = Object.fromEntries(paths.map((path) => [path, writePage(path)]))
  return { '/robots.txt': robots, '/': writePage('Home', paths), ...pages }
}

verifies(
  'import.address_manners',
  'fetchSite() keeps to robots.txt for its own name, with the longest rule',
  async () => {
    const robots =
      'User-agent: *\nDisallow: /\n\nUser-agent: other\nUser-agent: Lectern\n' +
      'Disallow: /p\nAllow: /p1$\nDisallow: /*2\n'
    const site = createSite(pagesOf(robots))
    const fetched = await fetchAll(site, await makeHome())
    expect(fetched.pages).toBe(2)
    expect(site.takePaths().filter((path) => path.startsWith('/p'))).toEqual(['/p1', '/p1'])
    expect(formatNotes(fetched)).toEqual([
      `${SITE}/p0:1:1: robots.txt forbids this address, which is left out (and 10 more like it): ` +
        'ask its owner, or import the folder of the site',
    ])
    const closed = createSite(pagesOf('User-agent: *\nDisallow: /\n'))
    expect(await refusalOf(closed, await makeHome())).toContain('robots.txt forbids this address')
    expect(closed.takePaths()).toEqual(['/robots.txt'])
  },
)

verifies(
  'import.address_manners',
  'fetchSite() starts requests 250 ms apart, or as far as Crawl-delay says, two under way at most',
  async () => {
    for (const [robots, gapMs] of [
      ['', 250],
      ['User-agent: *\nCrawl-delay: 2\n', 2000],
    ] as const) {
      const site = createSite(pagesOf(robots))
      const { send } = site.ports
      let [active, most] = [0, 0]
      const sendCounting = async (request: Request) => {
        active += 1
        most = Math.max(most, active)
        for (let turn = 0; turn < 20; turn += 1) await Promise.resolve()
        const response = await send(request)
        active -= 1
        return response
      }
      const ports = { ...site.ports, send: sendCounting }
      await fetchAll({ ...site, ports }, await makeHome())
      // Before the rules are read, nobody knows of a longer time.
      const times = site.asked.slice(2).map(({ atMs }) => atMs)
      const gaps = times.slice(1).map((atMs, at) => atMs - (times[at] ?? 0))
      expect(Math.min(...gaps)).toBeGreaterThanOrEqual(gapMs)
      expect(most).toBeLessThanOrEqual(2)
      const agents = new Set(site.asked.map(({ request }) => request.headers.get('user-agent')))
      expect([...agents]).toEqual(['lectern/1.2.3'])
    }
    const slow = createSite(pagesOf('User-agent: *\nCrawl-delay: 3600\n'))
    expect(await refusalOf(slow, await makeHome())).toContain(
      'asks for 3600 s between two requests',
    )
  },
)

verifies(
  'import.address_manners',
  'fetchSite() waits as long as a server asks for, and gives up when that is no time to wait',
  async () => {
    let refusals = 2
    const busy = (status: number, retry: string) => () => {
      refusals -= 1
      if (refusals < 0) return new Response(writePage('A'), { headers: HTML })
      return new Response('', { status, headers: { 'retry-after': retry } })
    }
    const site = createSite({ '/': writePage('Home', ['a']), '/a': busy(429, '40') })
    const fetched = await fetchAll(site, await makeHome())
    expect([fetched.pages, fetched.losses]).toEqual([2, []])
    const times = site.asked.filter(({ request: { url, headers } }) => {
      return url.endsWith('/a') && headers.get('accept') !== 'text/markdown'
    })
    expect(times.map(({ atMs }, at) => atMs - (times[at - 1]?.atMs ?? atMs))).toEqual([
      ...[0, 40_000, 40_000],
    ])
    refusals = 99
    const endless = createSite({ '/': writePage('Home', ['a']), '/a': busy(503, '86400') })
    const given = await fetchAll(endless, await makeHome())
    expect(formatLosses(given)).toEqual([
      `${SITE}/a:1:1: the page cannot be fetched: it answered 503: ` +
        'import again when the site answers',
    ])
    expect(99 - refusals).toBe(1)
  },
)

const HTML = { 'content-type': 'text/html' }
