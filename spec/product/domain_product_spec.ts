import { afterAll, expect, test } from 'bun:test'
import { join } from 'node:path'
import { checkProduct } from '../../app/checks/product_check/mod.ts'
import { readTargetFile } from '../../app/checks/product_check/target_file.ts'
import type { Verdict } from '../../app/checks/product_check/verdict.ts'
import { memoize } from '../../app/contract/memo.ts'
import { verifies, verifiesLong } from '../requirements/verifies.ts'
import { startEndlessServer } from '../support/endless_server.ts'
import { copyProduct, openCopy, PRODUCT_FILES, removeCopies } from './product_copy.ts'
import { PRODUCT_FAULTS, type ProductFault } from './product_faults.ts'

const OWN = import.meta.dir

afterAll(removeCopies)

/** What the check finds in a product that runs from a folder. */
async function checkCopy(
  folder: string,
  clock: () => number = Date.now,
): Promise<readonly Verdict[]> {
  const target = await readTargetFile(join(OWN, 'example_target.json'))
  if (!target.ok) throw new Error(JSON.stringify(target.error))
  return await checkProduct({ ...(await openCopy(folder)), target: target.value, clock })
}

/** What each fault makes of the product: a check of the checks asks for all of them. */
const verdictsOf = memoize(async (fault: ProductFault) => checkCopy(await copyProduct(fault)))

verifies(
  'domain.http_product',
  'the reference product, copied by itself, passes every check',
  async () => {
    const verdicts = await checkCopy(await copyProduct())
    expect(verdicts.filter(({ state }) => state !== 'passed')).toEqual([])
  },
)

verifies(
  'product_check.finds',
  'a timestamp of a question that was not signed is never the signed one',
  async () => {
    const start = Date.now()
    let reads = 0
    // A second passes between the signature of a question and its change.
    const clock = () => start + 1000 * Math.floor(reads++ / 8)
    const verdicts = await checkCopy(await copyProduct(), clock)
    const found = verdicts.find(({ name }) => name === 'signature.timestamp')
    expect(found?.state).toBe('passed')
  },
)

for (const fault of PRODUCT_FAULTS) {
  verifies('domain.http_product', `the check finds a product that ${fault.what}`, async () => {
    expect(namesOfFailed(await verdictsOf(fault))).toContain(fault.fails)
  })
}

verifiesLong(
  'product_check.finds',
  'every check fails for one of the faulty products',
  async () => {
    const failed = new Set<string>()
    let names: readonly string[] = []
    for (const fault of PRODUCT_FAULTS) {
      const verdicts = await verdictsOf(fault)
      names = verdicts.map(({ name }) => name)
      for (const name of namesOfFailed(verdicts)) failed.add(name)
    }
    expect(names.filter((name) => !failed.has(name))).toEqual([])
  },
)

function namesOfFailed(verdicts: readonly Verdict[]): readonly string[] {
  return verdicts.filter(({ state }) => state === 'failed').map(({ name }) => name)
}

test('the reference product needs nothing but itself and the platform', async () => {
  for (const name of PRODUCT_FILES) {
    const source = await Bun.file(join(OWN, name)).text()
    const imported = [...source.matchAll(/from '([^']+)'/g)].map(([, from]) => from ?? '')
    expect(imported.filter((from) => !from.startsWith('./'))).toEqual([])
  }
})

verifies('product_check.finds', 'an answer without an end is read to a limit', async () => {
  const server = startEndlessServer('application/json')
  try {
    const verdicts = await checkProduct({
      url: server.url,
      secrets: ['s'.repeat(43)],
      target: undefined,
      fetch: (url, init) => fetch(url, init),
      clock: Date.now,
    })
    expect(JSON.stringify(verdicts)).toContain('more than 1048576 bytes')
    const { answers, bytes } = server.sent()
    expect(bytes).toBeLessThan(answers * 8 * 1_048_576)
  } finally {
    await server.stop()
  }
})
