import { afterAll, beforeAll } from 'bun:test'
import { type Browser, type BrowserContext, chromium, type Page } from 'playwright-core'
import { type Need, needs } from '../requirements/verifies.ts'
import { type DocsSite, openDocsSite } from './_docs_site.ts'

const PROGRAM = Bun.which('chromium') ?? Bun.which('chromium-browser')

/** A real browser, as Debian ships it. */
export const CHROMIUM: Need = needs('chromium', PROGRAM !== null, 'apt-get install chromium')

/** Host names that resolve to this computer, for client pages with their own names. */
const HOST_RULES = 'MAP *.test 127.0.0.1'

export type WatchedPage = {
  readonly context: BrowserContext
  readonly page: Page
  /** Errors and warnings of the browser, such as refused loads and violated policies. */
  readonly complaints: readonly string[]
}

type OpenPage = (
  options?: Parameters<Browser['newContext']>[0] & { readonly hasScript?: boolean },
) => Promise<WatchedPage>

/** One browser for all tests of a file; each test opens a context of its own, without cookies. */
export function useChromium(): OpenPage {
  let browser: Browser | undefined
  beforeAll(async () => {
    if (!CHROMIUM.available || PROGRAM === null) return
    browser = await chromium.launch({
      executablePath: PROGRAM,
      // The runner's own limit is the only one, here and for what a page does.
      timeout: 0,
      args: ['--no-sandbox', '--disable-dev-shm-usage', `--host-resolver-rules=${HOST_RULES}`],
    })
  })
  afterAll(async () => await browser?.close())
  return async (options = {}) => {
    if (browser === undefined) throw new Error('Cannot open a page: the browser is not running')
    const context = await browser.newContext({ ignoreHTTPSErrors: true, ...options })
    const page = await context.newPage()
    page.setDefaultTimeout(0)
    const complaints: string[] = []
    page.on('console', (message) => {
      if (message.type() === 'error' || message.type() === 'warning') {
        complaints.push(message.text())
      }
    })
    page.on('pageerror', (error) => complaints.push(error.message))
    return { context, page, complaints }
  }
}

/** The documentation for all tests of a file, once they run. */
export function useDocsSite(): () => DocsSite {
  let site: DocsSite | undefined
  beforeAll(async () => {
    site = await openDocsSite()
  })
  afterAll(async () => await site?.stop())
  return () => {
    if (site === undefined) throw new Error('No site yet: ask inside a test')
    return site
  }
}
