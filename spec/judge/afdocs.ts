import { AFDOCS, runJudge } from './_programs.ts'
import type { Verdict } from './_verdicts.ts'

const CHECKS = 28

/** It asks how readers without an account get at pages that need one; ours need none. */
const MAY_NOT_APPLY: ReadonlySet<string> = new Set(['auth-alternative-access'])

type Check = { readonly id: string; readonly status: string; readonly message: string }

/** The checker of the Agent-Friendly Documentation Spec, over all pages instead of a sample. */
export async function judgeByAfdocs(url: string): Promise<readonly Verdict[]> {
  const options = [
    ...['--format', 'json', '--quiet', '--sampling', 'deterministic', '--max-links', '1000'],
    ...['--max-concurrency', '8', '--request-delay', '0'],
  ]
  return [readAfdocsReport(await runJudge([process.execPath, AFDOCS, 'check', url, ...options]))]
}

export function readAfdocsReport(report: string): Verdict {
  // The JSON format of version 0.22.
  const { results, testedPages } = JSON.parse(report) as {
    results: readonly Check[]
    testedPages: number
  }
  const passes = results.filter(({ status }) => status === 'pass').length
  const idle = results.filter(({ id, status }) => status === 'skip' && MAY_NOT_APPLY.has(id)).length
  return {
    judge: 'afdocs',
    figure: `checks over ${testedPages} pages`,
    found: `${passes} pass, ${idle} not applicable`,
    wanted: `all ${CHECKS}`,
    isKept: passes + idle === CHECKS && results.length === CHECKS,
    complaints: results
      .filter(({ status }) => status !== 'pass')
      .map(({ id, status, message }) => `${id}: ${status}: ${message}`),
  }
}
