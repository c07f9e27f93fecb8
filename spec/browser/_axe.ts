import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import type { AxeResults, RunOptions } from 'axe-core'
import type { Page } from 'playwright-core'

const SOURCE = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8')

/** What axe finds on a page, one line for each rule and place; rules by their ids, or all. */
export async function findBarriers(page: Page, rules?: readonly string[]): Promise<string[]> {
  // Evaluated, not added as a script: the policy of the page stays in force.
  await page.evaluate(SOURCE)
  const only = rules === undefined ? {} : { runOnly: { type: 'rule', values: [...rules] } }
  const options = { resultTypes: ['violations'], ...only }
  const found = await page.evaluate(async (given) => {
    // The source above defined it.
    const { axe } = globalThis as unknown as {
      axe: { run: (options: unknown) => Promise<AxeResults> }
    }
    return (await axe.run(given)).violations
  }, options as RunOptions)
  return found.flatMap(({ id, nodes }) =>
    nodes.map(({ target, failureSummary }) =>
      `${id} at ${target.join(' ')}: ${failureSummary ?? ''}`.replace(/\s+/g, ' ').slice(0, 300),
    ),
  )
}
