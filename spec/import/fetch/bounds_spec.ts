import { expect, test } from 'bun:test'
import { verifies } from '../../requirements/verifies.ts'
import {
  createSite,
  fetchAll,
  formatLosses,
  listCopy,
  makeHome,
  redirectTo,
  refusalOf,
  SITE,
  writePage,
} from './site.ts'

verifies(
  'import.address_bounds',
  'threat 55: fetchSite() ends with a site that makes up pages, and says so',
  async () => {
    const calendar = (request: Request) => {
      const month = Number(new URL(request.url).pathname.replace(/\D/g, '')) || 0
      const page = writePage(`Month ${month}`, [`/${month + 1}`, `/${month + 2}/x`])
      return new Response(page, { headers: { 'content-type': 'text/html' } })
    }
    const site = createSite({})
    site.answers.get = () => calendar
    const fetched = await fetchAll(site, await makeHome(), { pagesMax: 40 })
    expect(fetched.pages).toBeLessThanOrEqual(41)
    expect(formatLosses(fetched)[0]).toMatch(/the budget of 40 pages was used up, and \d+ known/)
    const deep = createSite({})
    const nest = (request: Request) => {
      const page = writePage('Deeper', [`${new URL(request.url).pathname}x/`])
      return new Response(page, { headers: { 'content-type': 'text/html' } })
    }
    deep.answers.get = () => nest
    expect((await fetchAll(deep, await makeHome())).pages).toBeLessThan(30)
  },
)

verifies(
  'import.address_bounds',
  'threat 55: fetchSite() follows redirects that go round or on and on only so far',
  async () => {
    const chain = Object.fromEntries(
      Array.from({ length: 50 }, (_, at) => [`/r${at}`, redirectTo(`/r${at + 1}`)]),
    )
    const site = createSite({
      ...chain,
      '/': writePage('Home', ['round', 'self', 'r0', 'query']),
      '/round': redirectTo('/about'),
      '/about': redirectTo('/round'),
      '/self': redirectTo('/self'),
      '/query': redirectTo('/query?again=1'),
    })
    const fetched = await fetchAll(site, await makeHome())
    expect(await listCopy(fetched)).toEqual(['index.html'])
    expect(site.takePaths()).not.toContain('/r7')
    const lost = formatLosses(fetched).join('\n')
    for (const path of ['round', 'about', 'self', 'query', 'r0']) {
      expect(lost).toContain(`${SITE}/${path}:1:1: the address leads`)
    }
  },
)

verifies(
  'import.address_bounds',
  'threat 55: fetchSite() stops at a server that fails, with what it has on the disk',
  async () => {
    const links = Array.from({ length: 60 }, (_, at) => `/p${at}`)
    const site = createSite({ '/': writePage('Home', links) })
    site.answers.get = (path) => {
      return path === '/' ? writePage('Home', links) : () => new Response('', { status: 500 })
    }
    expect(await refusalOf(site, await makeHome())).toContain('the site cannot be asked')
    let calls = 0
    const silent = createSite({})
    const send = async () => {
      calls += 1
      throw new Error('it cannot be reached: ECONNREFUSED')
    }
    const nobody = { ...silent, ports: { ...silent.ports, send } }
    expect(await refusalOf(nobody, await makeHome())).toContain('cannot be reached: ECONNREFUSED')
    expect(calls).toBe(2)
    const some = createSite({ '/': writePage('Home', links) })
    for (const link of links) some.answers.set(link, () => new Response('', { status: 500 }))
    const refusal = await refusalOf(some, await makeHome())
    expect(refusal).toContain('fetched 1 page, then 10 requests in a row failed')
    expect(some.takePaths().filter((path) => /^\/p\d+$/.test(path)).length).toBeLessThan(13)
  },
)

verifies(
  'import.address_bounds',
  'threat 55: fetchSite() reads no more of a body than a page may have, packed or not',
  async () => {
    let sent = 0
    const endless = () => {
      const stream = new ReadableStream<Uint8Array>({
        pull: (controller) => {
          sent += 1024 * 1024
          controller.enqueue(new Uint8Array(1024 * 1024).fill(65))
        },
      })
      return new Response(stream, { headers: { 'content-type': 'text/html' } })
    }
    const announceMuch = () => {
      const headers = { 'content-type': 'text/html', 'content-length': '10000000000' }
      return new Response('x', { headers })
    }
    const bomb = Bun.gzipSync(new Uint8Array(60 * 1024 * 1024))
    const site = createSite({
      '/': writePage('Home', ['endless', 'announced']),
      '/endless': endless,
      '/announced': announceMuch,
      '/sitemap.xml': () => new Response(bomb),
    })
    const fetched = await fetchAll(site, await makeHome())
    expect(sent).toBeLessThanOrEqual(18 * 1024 * 1024)
    expect(fetched.losses.map(({ what }) => what)).toEqual([
      'the page cannot be fetched: it has more than 16777216 bytes',
      'the page cannot be fetched: it has more than 16777216 bytes',
    ])
    const large = createSite({
      '/': writePage('Home', ['a', 'b', 'c']),
      ...Object.fromEntries(['/a', '/b', '/c'].map((path) => [path, writePage('x'.repeat(9000))])),
    })
    const budget = await fetchAll(large, await makeHome(), { bytesMax: 10_000 })
    expect(formatLosses(budget)[0]).toMatch(/the budget of \d+ MB was used up/)
  },
)

verifies(
  'import.address_bounds',
  'fetchSite() names pages that ask to sign in, that need a browser, and other hosts',
  async () => {
    const form = '<body><form><input type="password"></form></body>'
    const shell = '<body><div id="root"></div><script src="/app.js"></script></body>'
    const site = createSite({
      '/': writePage('Home', ['closed', 'form', 'app', 'away', 'sso']),
      '/closed': () => new Response('', { status: 401 }),
      '/form': form,
      '/app': shell,
      '/away': redirectTo('https://other.example/away'),
      '/sso': redirectTo('https://id.example/login?back=1'),
    })
    const fetched = await fetchAll(site, await makeHome())
    const signIn = 'import the folder of the built site, or open the page to this machine'
    expect(formatLosses(fetched)).toEqual([
      `${SITE}/app:1:1: the page has no text until a script runs in a browser: ` +
        'import the folder of its source, or of a build with rendered pages',
      `${SITE}/away:1:1: the address leads to "https://other.example" and is left out: ` +
        'import that address too, if readers need it',
      `${SITE}/closed:1:1: the page asks to sign in (401): ${signIn}`,
      `${SITE}/form:1:1: the page asks to sign in: ${signIn}`,
      `${SITE}/sso:1:1: the page asks to sign in: ${signIn}`,
    ])
    for (const [page, reason] of [
      [shell, 'no text until a script runs'],
      [form, 'asks to sign in'],
    ] as const) {
      expect(await refusalOf(createSite({ '/': page }), await makeHome())).toContain(reason)
    }
  },
)

test('threat 54: a site that leads to another host or scheme is not followed there', async () => {
  for (const [location, reason] of [
    ['http://169.254.169.254/latest/meta-data/', 'which is another host'],
    ['http://127.0.0.1:9000/', 'which is another host'],
    ['https://other.example/', 'import https://other.example/'],
    ['file:///etc/passwd', 'cannot be fetched'],
  ] as const) {
    const site = createSite({ '/': redirectTo(location) })
    expect(await refusalOf(site, await makeHome())).toContain(reason)
    expect(site.asked.every(({ request }) => request.url.startsWith(`${SITE}/`))).toBe(true)
  }
  const links = ['http://127.0.0.1:9000/x', 'http://docs.example:8080/y', '//169.254.169.254/z']
  const site = createSite({
    '/': writePage('Home', [...links, 'a']),
    '/a': redirectTo(links[0] ?? ''),
  })
  await fetchAll(site, await makeHome())
  expect(site.asked.every(({ request }) => request.url.startsWith(`${SITE}/`))).toBe(true)
})
