import { afterAll, expect, test } from 'bun:test'
import { cp, mkdtemp, readdir, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { verifies } from '../requirements/verifies.ts'
import { ROOT } from '../support/repository.ts'
import { checkProduct } from './check.ts'
import { PRODUCT_FAULTS, type ProductFault } from './product_faults.ts'
import { ISSUER, NEXT_SECRET, SECRET } from './running_product.ts'
import { readTarget } from './target.ts'

const OWN = resolve(import.meta.dir, '.')
const SECRETS = [NEXT_SECRET, SECRET]
const folders: string[] = []

afterAll(async () => {
  await Promise.all(folders.map((folder) => rm(folder, { recursive: true })))
})

/** A folder with the product alone, as a product team would copy it. */
async function copyProduct(fault?: ProductFault): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'lectern-product-'))
  folders.push(folder)
  for (const name of ['product.ts', 'calls.ts', 'operations.ts', 'signature.ts', 'workspace.ts']) {
    await cp(join(OWN, name), join(folder, name))
  }
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

/** What the check reports about a product that runs from a folder. */
async function checkCopy(folder: string): Promise<readonly string[]> {
  const { createProduct }: typeof import('./product.ts') = await import(join(folder, 'product.ts'))
  const { Workspace }: typeof import('./workspace.ts') = await import(join(folder, 'workspace.ts'))
  const text = await Bun.file(join(ROOT, 'corpus/example_workspace.yaml')).text()
  const workspace = new Workspace(Bun.YAML.parse(text) as never, ISSUER)
  workspace.archive('biz_cycles')
  const clock = Date.now
  const fetch = createProduct({ basePath: '/lectern', secrets: SECRETS, workspace, clock })
  await using server = Bun.serve({
    hostname: '127.0.0.1',
    port: 0,
    fetch,
    error: () => new Response(null, { status: 500 }),
  })
  const target = readTarget(join(OWN, 'example_target.json'), SECRETS)
  return await checkProduct({ ...target, url: `${server.url.origin}/lectern` })
}

verifies(
  'domain.http_product',
  'the reference product, copied by itself, passes the check',
  async () => {
    expect(await checkCopy(await copyProduct())).toEqual([])
  },
)

for (const fault of PRODUCT_FAULTS) {
  verifies('domain.http_product', `the check finds a product that ${fault.what}`, async () => {
    const faults = await checkCopy(await copyProduct(fault))
    expect(faults.join('\n')).toContain(fault.report)
  })
}

test('the reference product needs nothing but itself and the platform', async () => {
  for (const name of await readdir(OWN)) {
    if (!/^(main|product|calls|operations|signature|workspace)\.ts$/.test(name)) continue
    const source = await Bun.file(join(OWN, name)).text()
    const imported = [...source.matchAll(/from '([^']+)'/g)].map(([, from]) => from ?? '')
    expect(imported.filter((from) => !from.startsWith('./'))).toEqual([])
  }
})

test('the product and the check run as programs', async () => {
  const env = { ...process.env, DOMAIN_SECRET: SECRET, PRODUCT_PORT: '0' }
  const product = Bun.spawn([process.execPath, join(OWN, 'main.ts')], {
    cwd: ROOT,
    env,
    stdout: 'pipe',
  })
  try {
    const { value } = await product.stdout.getReader().read()
    const url = /DOMAIN_URL=(\S+)/.exec(new TextDecoder().decode(value))?.[1]
    const folder = await mkdtemp(join(tmpdir(), 'lectern-target-'))
    folders.push(folder)
    const target = join(folder, 'target.json')
    const example = await Bun.file(join(OWN, 'example_target.json')).json()
    await Bun.write(target, JSON.stringify({ ...example, url }))
    const check = Bun.spawn([process.execPath, join(OWN, 'check.ts'), target], {
      cwd: ROOT,
      env,
      stdout: 'pipe',
    })
    // A product that has just started has no archived business, and the check reports that.
    const output = await new Response(check.stdout).text()
    expect(output).toContain('"standing" in an archived business was answered with active')
    expect(await check.exited).toBe(1)
  } finally {
    product.kill()
    await product.exited
  }
})
