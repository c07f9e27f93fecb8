import { cp, mkdir, mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { CheckedProduct } from '../../app/checks/product_check/mod.ts'
import { ROOT } from '../support/repository.ts'
import type { ProductFault } from './product_faults.ts'
import { ISSUER, NEXT_SECRET, SECRET } from './running_product.ts'

const SECRETS = [NEXT_SECRET, SECRET]
/** The reference product, which stands on the package for TypeScript. */
export const PRODUCT_FILES = [
  ...['product.ts', 'api.ts', 'operations.ts', 'workspace.ts'],
  ...['mod', 'api_calls', 'calls', 'signature', 'wire'].map((name) => `typescript/${name}.ts`),
]
const EXAMPLE = Bun.file(join(ROOT, 'corpus/example_workspace.yaml')).text()
const folders: string[] = []

/** A folder with the product alone, as a product team would copy it. */
export async function copyProduct(fault?: ProductFault): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'lectern-product-'))
  folders.push(folder)
  await mkdir(join(folder, 'typescript'))
  for (const name of PRODUCT_FILES) await cp(join(import.meta.dir, name), join(folder, name))
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

export async function removeCopies(): Promise<void> {
  await Promise.all(folders.splice(0).map((folder) => rm(folder, { recursive: true })))
}

/** A copy, with one business archived, as a check reaches it: it needs no port. */
export async function openCopy(
  folder: string,
): Promise<Pick<CheckedProduct, 'url' | 'fetch' | 'secrets' | 'clock'> & { apiUrl: string }> {
  const { createProduct }: typeof import('./product.ts') = await import(join(folder, 'product.ts'))
  const { createProductApi }: typeof import('./api.ts') = await import(join(folder, 'api.ts'))
  const { Workspace }: typeof import('./workspace.ts') = await import(join(folder, 'workspace.ts'))
  const data = Bun.YAML.parse(await EXAMPLE)
  const workspace = new Workspace(data as never, ISSUER)
  workspace.archive('biz_cycles')
  const shared = { secrets: SECRETS, workspace, clock: Date.now }
  // Faulty products report much; what matters is their answer.
  const answer = createProduct({ ...shared, basePath: '/lectern', report: () => {} })
  const answerApi = createProductApi({ ...shared, basePath: '/api' })
  return {
    ...{ url: 'http://product/lectern', apiUrl: 'http://product/api' },
    ...{ secrets: SECRETS, clock: Date.now },
    fetch: async (url, init) => {
      try {
        const isApi = url.startsWith('http://product/api/')
        return await (isApi ? answerApi : answer)(new Request(url, init))
      } catch {
        return new Response(null, { status: 500 })
      }
    },
  }
}
