import { afterAll, expect, test } from 'bun:test'
import { cp, mkdir, mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { memoize } from '../../app/contract/memo.ts'
import { checkProduct } from '../../app/product_check/mod.ts'
import { readTargetFile } from '../../app/product_check/target_file.ts'
import type { Verdict } from '../../app/product_check/verdict.ts'
import { verifies } from '../requirements/verifies.ts'
import { ROOT } from '../support/repository.ts'
import { PRODUCT_FAULTS, type ProductFault } from './product_faults.ts'
import { ISSUER, NEXT_SECRET, SECRET } from './running_product.ts'

const OWN = resolve(import.meta.dir, '.')
const SECRETS = [NEXT_SECRET, SECRET]
/** The reference product, which stands on the package for TypeScript. */
const PRODUCT_FILES = [
  ...['product.ts', 'operations.ts', 'workspace.ts'],
  ...['mod', 'calls', 'signature', 'wire'].map((name) => `typescript/${name}.ts`),
]
const folders: string[] = []

afterAll(async () => {
  await Promise.all(folders.map((folder) => rm(folder, { recursive: true })))
})

/** A folder with the product alone, as a product team would copy it. */
async function copyProduct(fault?: ProductFault): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'lectern-product-'))
  folders.push(folder)
  await mkdir(join(folder, 'typescript'))
  for (const name of PRODUCT_FILES) await cp(join(OWN, name), join(folder, name))
  if (fault === undefined) return folder
  const path = join(folder, fault.file)
  const source = await Bun.file(path).text()
  if (source.split(fault.find).length !== 2) {
    throw new Error(
      `Cannot seed "${fault.what}": its text does not occur exactly once in ${fault.file}`,
    )
  }
  await Bun.write(
    path,
    source.replace(fault.find, () => fault.replace),
  )
  return folder
}

/** What the check finds in a product that runs from a folder. */
async function checkCopy(folder: string): Promise<readonly Verdict[]> {
  const { createProduct }: typeof import('./product.ts') = await import(join(folder, 'product.ts'))
  const { Workspace }: typeof import('./workspace.ts') = await import(join(folder, 'workspace.ts'))
  const text = await Bun.file(join(ROOT, 'corpus/example_workspace.yaml')).text()
  const workspace = new Workspace(Bun.YAML.parse(text) as never, ISSUER)
  workspace.archive('biz_cycles')
  const clock = Date.now
  const answer = createProduct({
    ...{ basePath: '/lectern', secrets: SECRETS, workspace, clock },
    // Faulty products report much; what matters is their answer.
    report: () => {},
  })
  await using server = Bun.serve({
    hostname: '127.0.0.1',
    port: 0,
    fetch: answer,
    error: () => new Response(null, { status: 500 }),
  })
  const target = await readTargetFile(join(OWN, 'example_target.json'))
  if (!target.ok) throw new Error(JSON.stringify(target.error))
  const url = `${server.url.origin}/lectern`
  return await checkProduct({ url, secrets: SECRETS, target: target.value, fetch, clock })
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

for (const fault of PRODUCT_FAULTS) {
  verifies('domain.http_product', `the check finds a product that ${fault.what}`, async () => {
    expect(namesOfFailed(await verdictsOf(fault))).toContain(fault.fails)
  })
}

verifies('product_check.finds', 'every check fails for one of the faulty products', async () => {
  const failed = new Set<string>()
  let names: readonly string[] = []
  for (const fault of PRODUCT_FAULTS) {
    const verdicts = await verdictsOf(fault)
    names = verdicts.map(({ name }) => name)
    for (const name of namesOfFailed(verdicts)) failed.add(name)
  }
  expect(names.filter((name) => !failed.has(name))).toEqual([])
})

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
