import { listDifferences, outcomeOf } from './check_reach.ts'
import type { ProductClient } from './product_client.ts'

/** Lists what is wrong with writes: forgotten keys, and calls made after their deadline. */
export async function findWriteFaults(client: ProductClient): Promise<readonly string[]> {
  return [
    ...(await checkKeys(client)),
    ...(await checkLate(client)),
    ...(await checkConcurrent(client)),
  ]
}

async function checkKeys(client: ProductClient): Promise<readonly string[]> {
  const { write, otherWrite } = client.target
  const key = crypto.randomUUID()
  const first = await client.call(write, { key })
  if (typeof first === 'string') return [`A write was answered with ${first}`]
  const faults = [...listDifferences([['A write', first.outcome, 'applied']])]
  const again = await client.call(write, { key })
  if (JSON.stringify(again) !== JSON.stringify(first)) {
    faults.push('A write that was sent again with its key got a different answer')
  }
  const other = await outcomeOf(client, otherWrite, { key })
  return [...faults, ...listDifferences([['A key with other arguments', other, 'conflict']])]
}

async function checkLate(client: ProductClient): Promise<readonly string[]> {
  const outcome = await outcomeOf(client, client.target.write, { remainingMs: -60_000 })
  return listDifferences([['A write after its deadline', outcome, 'unavailable']])
}

/** A second call during the first may wait or be refused, but never be applied. */
async function checkConcurrent(client: ProductClient): Promise<readonly string[]> {
  const key = crypto.randomUUID()
  const calls = Array.from({ length: 5 }, () => client.call(client.target.write, { key }))
  const answers = (await Promise.all(calls)).filter(
    (answer) => typeof answer !== 'string' && answer.outcome === 'applied',
  )
  const different = new Set(answers.map((answer) => JSON.stringify(answer)))
  return different.size === 1
    ? []
    : [`Five writes with one key were applied ${different.size} times`]
}
