import { findGuardFaults } from './check_guard.ts'
import { findReachFaults } from './check_reach.ts'
import { findTargetFaults } from './check_target.ts'
import { findWriteFaults } from './check_writes.ts'
import { ProductClient } from './product_client.ts'
import { readTarget, type Target } from './target.ts'

/** Lists every way in which a product breaks the rules of the connection; empty when correct. */
export async function checkProduct(target: Target): Promise<readonly string[]> {
  const client = new ProductClient(target)
  return [
    ...(await findGuardFaults(client)),
    ...(await findReachFaults(client)),
    ...(await findTargetFaults(client)),
    ...(await findWriteFaults(client)),
  ]
}

// `DOMAIN_SECRET=… bun spec/product/check.ts TARGET.json`
if (import.meta.main) {
  const [path] = process.argv.slice(2)
  const secrets = (process.env.DOMAIN_SECRET ?? '').split(',').filter(Boolean)
  if (path === undefined || secrets.length === 0) {
    console.error('Cannot check: give a target file, and DOMAIN_SECRET in the environment')
    process.exit(2)
  }
  const faults = await checkProduct(readTarget(path, secrets))
  for (const fault of faults) console.log(fault)
  console.log(faults.length === 0 ? 'The product follows every rule' : `${faults.length} faults`)
  process.exit(faults.length === 0 ? 0 : 1)
}
