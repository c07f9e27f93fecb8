import { listDifferences, outcomeOf } from './check_reach.ts'
import type { ProductClient } from './product_client.ts'

/** What is wrong with writes: keys that are not kept, and calls that nobody waits for. */
export async function findWriteFaults(asking: ProductClient): Promise<readonly string[]> {
  return [
    ...(await checkKeys(asking)),
    ...(await checkLate(asking)),
    ...(await checkConcurrent(asking)),
  ]
}

async function checkKeys(asking: ProductClient): Promise<readonly string[]> {
  const { write, otherWrite } = asking.target
  const key = crypto.randomUUID()
  const first = await asking.call(write, { key })
  if (typeof first === 'string') return [`A write was answered with ${first}`]
  const faults = [...listDifferences([['A write', first.outcome, 'applied']])]
  const again = await asking.call(write, { key })
  if (JSON.stringify(again) !== JSON.stringify(first)) {
    faults.push('A write that was sent again with its key was answered in another way')
  }
  const other = await outcomeOf(asking, otherWrite, { key })
  return [...faults, ...listDifferences([['A key with other arguments', other, 'conflict']])]
}

async function checkLate(asking: ProductClient): Promise<readonly string[]> {
  const outcome = await outcomeOf(asking, asking.target.write, { remainingMs: -60_000 })
  return listDifferences([['A write after its deadline', outcome, 'unavailable']])
}

/** A second call that comes while the first runs may wait or be refused, never be applied. */
async function checkConcurrent(asking: ProductClient): Promise<readonly string[]> {
  const key = crypto.randomUUID()
  const calls = Array.from({ length: 5 }, () => asking.call(asking.target.write, { key }))
  const answers = (await Promise.all(calls)).filter(
    (answer) => typeof answer !== 'string' && answer.outcome === 'applied',
  )
  const different = new Set(answers.map((answer) => JSON.stringify(answer)))
  return different.size === 1
    ? []
    : [`Five writes with one key were applied ${different.size} times`]
}
