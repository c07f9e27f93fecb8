import { afterAll, expect } from 'bun:test'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { addBusiness } from '../../build/corpus_build/bad_input/business_corpus.ts'
import { type CorpusFolder, copyGoodCorpus } from '../../build/corpus_build/bad_input/files.ts'
import { verifies, verifiesLong } from '../../requirements/verifies.ts'
import { buildOrThrow, newFolder } from '../../support/building.ts'
import { closeBuilds, open } from '../../support/two_builds.ts'

afterAll(closeBuilds)

type Home = { readonly corpus: CorpusFolder; readonly distDir: string }

async function newHome(): Promise<Home> {
  const folder = await newFolder()
  const corpus = await copyGoodCorpus(join(folder, 'corpus'))
  return { corpus, distDir: join(folder, 'dist') }
}

/** Builds, and reads what `public_docs` gets. */
async function readBuild({ corpus, distDir }: Home) {
  const { build } = await buildOrThrow({ corpusDir: corpus.path, distDir, sourceDateEpoch: 0 })
  const service = await readFile(join(distDir, 'builds', build, 'private/service.json'), 'utf8')
  return { build, service }
}

async function removeBusiness(corpus: CorpusFolder): Promise<void> {
  await corpus.remove('business.yaml')
  await corpus.remove('example_workspace.yaml')
}

verifiesLong(
  'open.business_tools',
  'build() leaves the output of a corpus without business files unchanged, byte for byte',
  async () => {
    const home = await newHome()
    const plain = await readBuild(home)
    const known = ['format', 'base_url', 'registry', 'limits', 'published', 'capabilities']
    expect(Object.keys(JSON.parse(plain.service))).toEqual([
      ...known,
      ...['changes', 'descriptions', 'skills'],
    ])
    await addBusiness(home.corpus)
    const both = await readBuild(home)
    expect(both.build).not.toBe(plain.build)
    await removeBusiness(home.corpus)
    expect(await readBuild(home)).toEqual(plain)
  },
)

verifies(
  'open.business_tools',
  'build() puts tools and example into the private file only, the same bytes each time',
  async () => {
    const [one, other] = [await newHome(), await newHome()]
    for (const { corpus } of [one, other]) await addBusiness(corpus)
    const first = await readBuild(one)
    expect(await readBuild(other)).toEqual(first)
    expect(JSON.parse(first.service)).toMatchObject({
      business: { tools: [{ name: 'list_orders' }, { name: 'send_order' }] },
      example: { users: [{ subject: 'ann' }] },
    })
    const manifest = JSON.parse(await readFile(join(one.distDir, 'docs-manifest.json'), 'utf8'))
    const files: readonly { readonly path: string }[] = manifest.files
    expect(files.length).toBeGreaterThan(10)
    for (const { path } of files) {
      const served = await readFile(join(one.distDir, 'builds', first.build, path), 'utf8')
      expect([path, /list_orders|order_1|shop_one/.test(served)]).toEqual([path, false])
    }
  },
)

verifiesLong(
  ['rule.reload', 'open.business_tools'],
  'look() adds the private tools of a new build, and drops them again',
  async () => {
    const home = await newHome()
    await readBuild(home)
    const { docs } = await open(home.distDir)
    const names = () => docs.current().business?.tools.map(({ name }) => name)
    expect([names(), docs.current().example]).toEqual([undefined, undefined])
    await addBusiness(home.corpus)
    await home.corpus.swap('business.yaml', 'name: send_order', 'name: ship_order')
    await readBuild(home)
    await docs.look()
    await docs.look()
    expect(names()).toEqual(['list_orders', 'ship_order'])
    expect(docs.current().example?.users.map(({ subject }) => subject)).toEqual(['ann'])
    await removeBusiness(home.corpus)
    await readBuild(home)
    await docs.look()
    await docs.look()
    expect([names(), docs.current().example]).toEqual([undefined, undefined])
  },
)
