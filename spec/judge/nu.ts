import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { PAGE_KINDS } from '../browser/page_kinds.ts'
import { JAVA, NU, runJudge } from './_programs.ts'
import type { Verdict } from './_verdicts.ts'

type Message = {
  readonly type: string
  readonly subType?: string
  readonly url?: string
  readonly lastLine?: number
  readonly message: string
}

/** The Nu HTML checker over every page, each kind of generated page and the style sheets. */
export async function judgeByNu(url: string): Promise<readonly Verdict[]> {
  const folder = await mkdtemp(join(tmpdir(), 'lectern-nu-'))
  try {
    const paths = [...new Set([...Object.values(PAGE_KINDS), ...(await listPages(url))])]
    const sheets = new Set<string>()
    for (const [at, path] of paths.entries()) {
      const html = await readText(url + path)
      await writeFile(join(folder, `${at}.html`), html)
      for (const [, sheet = ''] of html.matchAll(/rel="stylesheet" href="([^"]+)"/g)) {
        sheets.add(sheet)
      }
    }
    for (const sheet of sheets) {
      await writeFile(join(folder, sheet.replaceAll('/', '_')), await readText(url + sheet))
    }
    const options = ['--format', 'json', '--also-check-css', '--stdout', '--exit-zero-always']
    const report = await runJudge([JAVA ?? 'java', '-jar', NU, ...options, folder])
    const counts = { pages: paths.length, sheets: sheets.size }
    return [readNuReport(report, counts, (file) => paths[Number(file)] ?? file)]
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
}

/** Errors and warnings alike: a warning that nobody means to fix hides the next one. */
export function readNuReport(
  report: string,
  counts: { readonly pages: number; readonly sheets: number },
  pathOf: (name: string) => string,
): Verdict {
  // The JSON format of the checker, as its documentation describes it.
  const { messages } = JSON.parse(report) as { messages: readonly Message[] }
  const complaints = messages.map(({ type, subType, url = '', lastLine = 0, message }) => {
    const name = url.slice(url.lastIndexOf('/') + 1).replace(/\.html$/, '')
    return `${pathOf(name)}:${lastLine}: ${subType ?? type}: ${message}`
  })
  return {
    judge: 'Nu',
    figure: `${counts.pages} pages, ${counts.sheets} style sheets`,
    found: `${complaints.length} complaints`,
    wanted: '0 complaints',
    isKept: complaints.length === 0 && counts.pages > 0 && counts.sheets > 0,
    complaints,
  }
}

async function listPages(url: string): Promise<readonly string[]> {
  const sitemap = await readText(`${url}/sitemap.xml`)
  return [...sitemap.matchAll(/<loc>([^<]+)<\/loc>/g)].map(
    ([, address = '']) => new URL(address).pathname,
  )
}

/** Also of a page with status 404, which a browser shows as any other. */
async function readText(address: string): Promise<string> {
  const answer = await fetch(address, { headers: { accept: 'text/html, */*;q=0.1' } })
  if (!answer.ok && answer.status !== 404) {
    throw new Error(`Cannot read "${address}": status ${answer.status}`)
  }
  return await answer.text()
}
