import { ANSWER_CHECKS } from './_answer_checks.ts'
import { API_CALL_CHECKS } from './_api_call_checks.ts'
import { API_GUARD_CHECKS } from './_api_guard_checks.ts'
import { CALL_CHECKS } from './_call_checks.ts'
import type { Check } from './_check.ts'
import { type CheckedProduct, ProductClient } from './_client.ts'
import { GUARD_CHECKS } from './_guard_checks.ts'
import { WRITE_CHECKS } from './_write_checks.ts'
import type { Verdict } from './verdict.ts'

export type { CheckedProduct } from './_client.ts'

/** Tries a product in ways in which the service asks, and in ways in which it never would. */
export async function checkProduct(product: CheckedProduct): Promise<readonly Verdict[]> {
  return await run(product, [...GUARD_CHECKS, ...ANSWER_CHECKS, ...CALL_CHECKS, ...WRITE_CHECKS])
}

/** The same for signed calls of the product's own API. */
export async function checkProductApi(
  product: CheckedProduct & { readonly apiUrl: string },
): Promise<readonly Verdict[]> {
  return await run(product, [...API_GUARD_CHECKS, ...API_CALL_CHECKS])
}

async function run(product: CheckedProduct, checks: readonly Check[]): Promise<readonly Verdict[]> {
  const client = new ProductClient(product)
  const verdicts: Verdict[] = []
  // One after the other: what a product does under load is not asked here.
  for (const check of checks) verdicts.push(await check.run(client))
  return verdicts
}
