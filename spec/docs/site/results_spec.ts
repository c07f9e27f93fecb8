import { afterAll, beforeAll, expect } from 'bun:test'
import { build } from '../../../app/build/corpus_build/build.ts'
import { formatProblem } from '../../../app/contract/problem.ts'
import { openPublicDocs, type PublicDocs } from '../../../app/docs/public_docs/mod.ts'
import { createLog } from '../../../app/foundation/telemetry/log.ts'
import { verifies } from '../../requirements/verifies.ts'
import { newFolder, removeFolders, writeSampleCorpus } from '../../support/building.ts'
import { createInProcess } from '../../support/in_process_service.ts'

const SITE = 'https://docs.example/manual'
const PAGES = {
  'index.md': { title: 'Acme' },
  'orders/cancel.md': {
    title: 'Cancel <an> order',
    description: 'How to cancel.',
    body: 'Text.\n\n## After "shipping" & co\n\nA parcel that left needs the **returns** form.',
  },
}
const log = createLog('error', () => undefined, Date.now)

let docs: PublicDocs
let isAdmitted = true

beforeAll(async () => {
  docs = await openSite()
})
afterAll(async () => {
  docs.close()
  await removeFolders()
})

async function openSite(): Promise<PublicDocs> {
  const corpusDir = await writeSampleCorpus(PAGES)
  const distDir = await newFolder()
  const built = await build({ corpusDir, distDir, baseUrl: SITE, lock: 'keep', nowMs: 0 })
  if (!built.ok) throw new Error(built.error.map(formatProblem).join('\n'))
  const opened = await openPublicDocs({ distDir, log })
  if (!opened.ok) throw new Error(opened.error)
  return opened.value
}

async function ask(path: string, init: RequestInit = {}): Promise<Response> {
  const service = createInProcess(docs, log, {
    admitPublic: async () => (isAdmitted ? 'admitted' : 'refused'),
  })
  return await service.handle(new Request(`http://localhost${path}`, init))
}

const mainOf = (html: string) => html.slice(html.indexOf('<main'), html.indexOf('</main>'))

verifies(
  'site.results_page',
  'a search without script shows pages and their sections',
  async () => {
    const answer = await ask('/search/?q=returns%20parcel')
    expect(answer.status).toBe(200)
    expect(answer.headers.get('content-type')).toBe('text/html; charset=utf-8')
    expect(answer.headers.get('cache-control')).toBe('no-store')
    expect(answer.headers.get('content-security-policy')).toContain("default-src 'none'")
    expect(answer.headers.get('etag')).toBeNull()
    const html = await answer.text()
    expect(html).toContain('<title>returns parcel · Search · Lectern</title>')
    expect(html).toContain('<meta name="robots" content="noindex">')
    const main = mainOf(html)
    expect(main).toContain('action="/manual/search/" method="get"')
    expect(main).toContain('value="returns parcel"')
    expect(main).toContain('1 result for “returns parcel”')
    expect(main).toContain(
      '<a href="/manual/orders/cancel/#after-shipping--co">Cancel &lt;an&gt; order',
    )
    expect(main).toContain('After &quot;shipping&quot; &amp; co')
    expect(main).toMatch(/<mark>(returns|parcel)<\/mark>/i)
  },
)

verifies('site.results_page', 'it says for which word a misspelt one was taken', async () => {
  const main = mainOf(await (await ask('/search/?q=retruns')).text())
  expect(main).toContain('<p class="corrected">Showing results for “returns”</p>')
  expect(main).toMatch(/<mark>returns<\/mark>/i)
})

verifies('site.results_page', 'it says so when nothing was found, and which words', async () => {
  const none = mainOf(await (await ask('/search/?q=xyzzyplugh')).text())
  expect(none).toContain('Nothing found for “xyzzyplugh”')
  const some = mainOf(await (await ask('/search/?q=returns+xyzzyplugh')).text())
  expect(some).toContain('No page has these words: “xyzzyplugh”')
})

verifies('site.results_page', 'a query is text wherever it is shown', async () => {
  const attack = `"><script>alert(1)</script><!-- end of results -->$&'`
  const html = await (await ask(`/search/?q=${encodeURIComponent(attack)}`)).text()
  expect(html).not.toContain('<script>')
  expect(html.match(/<script/g)).toHaveLength(1)
  expect(html.match(/<!-- end of results -->/g)).toHaveLength(1)
  expect(html).toContain('&quot;&gt;&lt;script&gt;alert(1)')
  expect(html).toContain(`$&amp;&#39; · Search`)
  expect((await ask('/search/?q=%F0%28%ff')).status).toBe(200)
})

verifies(
  'site.results_page',
  'the form is a file of the build, and other methods are refused',
  async () => {
    for (const path of ['/search/', '/search/?q=', '/search/?q=%20', '/search/?other=1']) {
      const answer = await ask(path)
      expect([path, answer.status]).toEqual([path, 200])
      expect(answer.headers.get('etag')).toMatch(/^"[0-9a-f]{32}"$/)
      expect(mainOf(await answer.text())).toContain('role="search"')
    }
    expect((await ask('/search/?q=a', { method: 'POST' })).status).toBe(405)
    const moved = await ask('/search?q=a%20b')
    expect([moved.status, moved.headers.get('location')]).toEqual([308, `${SITE}/search/?q=a%20b`])
  },
)

verifies(
  'site.results_page',
  'it counts against the public limit and the length of a query',
  async () => {
    isAdmitted = false
    const refused = await ask('/search/?q=returns')
    const form = await ask('/search/')
    isAdmitted = true
    expect([refused.status, form.status]).toEqual([429, 200])
    expect(await refused.text()).toContain('too many searches in a minute')
    const long = await ask(`/search/?q=${'a'.repeat(1025)}`)
    expect(long.status).toBe(400)
    expect(await long.text()).toContain('the query is longer than 1,024 characters')
  },
)

verifies('site.results_page', 'the page is compressed if the client wants it', async () => {
  const headers = { 'accept-encoding': 'gzip' }
  const answer = await ask('/search/?q=returns', { headers })
  expect(answer.headers.get('content-encoding')).toBe('gzip')
  const text = new TextDecoder().decode(Bun.gunzipSync(new Uint8Array(await answer.arrayBuffer())))
  expect(text).toContain('1 result for “returns”')
})
