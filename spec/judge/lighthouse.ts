import { CHROMIUM, LIGHTHOUSE, runJudge } from './_programs.ts'
import type { Verdict } from './_verdicts.ts'

/** Another program that is busy for a moment costs points, so the best of some runs counts. */
const RUNS_MAX = 5

const DEVICES = { mobile: '--form-factor=mobile', desktop: '--preset=desktop' } as const

type Subject = {
  readonly name: string
  readonly path: string
  /** Audits that contradict what the page is for, with the reason. */
  readonly omits: Readonly<Record<string, string>>
}

const SUBJECTS: readonly Subject[] = [
  { name: 'front page', path: '/', omits: {} },
  { name: 'long page', path: '/run/settings/', omits: {} },
  {
    name: 'results',
    path: '/search/?q=rate+limit',
    omits: { 'is-crawlable': 'no search engine should list what somebody searched for' },
  },
]

type Report = {
  readonly categories: Readonly<Record<string, Category>>
  readonly audits: Readonly<Record<string, Audit>>
}
type Category = {
  readonly title: string
  readonly score: number | null
  readonly auditRefs: readonly { readonly id: string; readonly weight: number }[]
}
type Audit = {
  readonly id: string
  readonly title: string
  readonly score: number | null
  readonly displayValue?: string
}

/** Lighthouse with its own settings for phones and for desktops. */
export async function judgeByLighthouse(url: string): Promise<readonly Verdict[]> {
  const verdicts: Verdict[] = []
  for (const subject of SUBJECTS) {
    for (const device of ['mobile', 'desktop'] as const) {
      const reports = await collectReports(url, subject, device)
      verdicts.push(readLighthouseReports(reports, subject, device))
    }
  }
  return verdicts
}

/** Runs until one is not slowed down; the other categories are the same in every run. */
async function collectReports(
  url: string,
  subject: Subject,
  device: keyof typeof DEVICES,
): Promise<readonly string[]> {
  const reports: string[] = []
  while (reports.length < RUNS_MAX) {
    const report = await runLighthouse(url, subject, device)
    reports.push(report)
    if (scoreOf(parseReport(report), 'performance') === 100) break
  }
  return reports
}

async function runLighthouse(
  url: string,
  { path, omits }: Subject,
  device: keyof typeof DEVICES,
): Promise<string> {
  const skip = Object.keys(omits).map((id) => `--skip-audits=${id}`)
  const flags = '--chrome-flags=--headless=new --no-sandbox --disable-dev-shm-usage'
  const options = ['--quiet', '--output=json', '--output-path=stdout', DEVICES[device], flags]
  // On Bun: it needs a newer Node than many have.
  const command = [process.execPath, LIGHTHOUSE, url + path, ...options, ...skip]
  return await runJudge(command, { CHROME_PATH: CHROMIUM ?? 'chromium' })
}

/** Each category at its best, with what costs points in the best run of it. */
export function readLighthouseReports(
  reports: readonly string[],
  { name, path, omits }: Subject,
  device: string,
): Verdict {
  const parsed = reports.map(parseReport)
  const ids = Object.keys(parsed[0]?.categories ?? {})
  const best = ids.map((id) => {
    const report = parsed.toSorted((a, b) => scoreOf(b, id) - scoreOf(a, id))[0]
    return { id, report, score: report === undefined ? 0 : scoreOf(report, id) }
  })
  const runs = reports.length === 1 ? '1 run' : `${reports.length} runs`
  return {
    judge: 'Lighthouse',
    figure: `${name} on ${device}, ${path}`,
    found: `${best.map(({ score }) => score).join(' ')} in ${runs}`,
    wanted: best.map(() => 100).join(' '),
    isKept: best.length >= CATEGORIES_MIN && best.every(({ score }) => score === 100),
    complaints: [
      ...Object.entries(omits).map(([id, reason]) => `without ${id}: ${reason}`),
      ...best.flatMap(({ id, report, score }) =>
        report === undefined || score === 100 ? [] : listLosses(report, id),
      ),
    ],
  }
}

function parseReport(text: string): Report {
  // The JSON format of version 13.
  return JSON.parse(text) as Report
}

/** Performance, accessibility, best practices, SEO; newer versions have a fifth. */
const CATEGORIES_MIN = 4

function scoreOf({ categories }: Report, id: string): number {
  return Math.round((categories[id]?.score ?? 0) * 100)
}

function listLosses({ categories, audits }: Report, id: string): readonly string[] {
  return (categories[id]?.auditRefs ?? []).flatMap((reference) => {
    const audit = audits[reference.id]
    if (audit === undefined || audit.score === null) return []
    if (audit.score === 1 || reference.weight === 0) return []
    const points = Math.round(audit.score * 100)
    return [`${id}: ${audit.id}: ${points}: ${audit.title} ${audit.displayValue ?? ''}`.trimEnd()]
  })
}
