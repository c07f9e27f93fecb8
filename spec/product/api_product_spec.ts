import { afterAll, expect } from 'bun:test'
import { join } from 'node:path'
import { checkProductApi } from '../../app/checks/product_check/mod.ts'
import { type ProductTarget, readTargetFile } from '../../app/checks/product_check/target_file.ts'
import type { Verdict } from '../../app/checks/product_check/verdict.ts'
import { memoize } from '../../app/contract/memo.ts'
import { verifies, verifiesLong } from '../requirements/verifies.ts'
import { API_FAULTS } from './api_faults.ts'
import { copyProduct, openCopy, removeCopies } from './product_copy.ts'
import type { ProductFault } from './product_faults.ts'

afterAll(removeCopies)

/** What the check finds in the API of a product that runs from a folder. */
async function checkCopy(
  folder: string,
  change: (target: ProductTarget) => ProductTarget = (target) => target,
  clock: () => number = Date.now,
): Promise<readonly Verdict[]> {
  const target = await readTargetFile(join(import.meta.dir, 'example_target.json'))
  if (!target.ok) throw new Error(JSON.stringify(target.error))
  return await checkProductApi({
    ...(await openCopy(folder)),
    target: change(target.value),
    clock,
  })
}

const verdictsOf = memoize(async (fault: ProductFault) => checkCopy(await copyProduct(fault)))

verifies('product_check.api', 'the API of the reference product passes every check', async () => {
  const verdicts = await checkCopy(await copyProduct())
  expect(verdicts.filter(({ state }) => state !== 'passed')).toEqual([])
})

verifies(
  'product_check.api',
  'a timestamp that was not signed is never the signed one',
  async () => {
    const start = Date.now()
    let reads = 0
    const verdicts = await checkCopy(await copyProduct(), undefined, () => start + 1000 * reads++)
    expect(findState(verdicts, 'api.timestamp')).toBe('passed')
  },
)

verifies('product_check.api', 'calls that name no business cannot name another', async () => {
  const verdicts = await checkCopy(await copyProduct(), ({ apiWrite: _, ...target }) => ({
    ...target,
    apiRead: { operation: 'note.list', path: '/businesses/biz_bakery/notes' },
  }))
  const verdict = verdicts.find(({ name }) => name === 'api.elsewhere')
  expect(verdict).toMatchObject({ state: 'not_made', needs: expect.stringContaining('{business}') })
})

verifies('product_check.api', 'a word of every answer is no business of others', async () => {
  const fault = API_FAULTS.find(({ fails }) => fails === 'api.key')
  const verdicts = await checkCopy(await copyProduct(fault), (target) => ({
    ...target,
    otherBusiness: { workspace_id: 'ws_mossgate', business_id: 'notes' },
  }))
  expect(findState(verdicts, 'api.elsewhere')).toBe('passed')
})

for (const fault of API_FAULTS) {
  verifies('product_check.api', `the check finds a product that ${fault.what}`, async () => {
    expect(namesOfFailed(await verdictsOf(fault))).toContain(fault.fails)
  })
}

verifiesLong('product_check.api', 'every check of an API fails for a faulty product', async () => {
  const all = await Promise.all(API_FAULTS.map(verdictsOf))
  const failed = new Set(all.flatMap(namesOfFailed))
  const names = all[0]?.map(({ name }) => name) ?? []
  expect(names.filter((name) => !failed.has(name))).toEqual([])
})

function findState(verdicts: readonly Verdict[], name: string): string | undefined {
  return verdicts.find((verdict) => verdict.name === name)?.state
}

function namesOfFailed(verdicts: readonly Verdict[]): readonly string[] {
  return verdicts.filter(({ state }) => state === 'failed').map(({ name }) => name)
}
