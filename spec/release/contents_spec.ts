import { beforeAll, expect } from 'bun:test'
import { dirname, join } from 'node:path'
import { Ajv } from 'ajv'
import addFormats from 'ajv-formats'
import { formatBillOfMaterials } from '../../scripts/_release/bill_of_materials.ts'
import { formatLicenceList } from '../../scripts/_release/licence_list.ts'
import { type Origin, readOrigin } from '../../scripts/_release/origin.ts'
import { type ReleasePackage, readPackages } from '../../scripts/_release/packages.ts'
import { formatChangeList } from '../../scripts/_release/release.ts'
import { listClientFiles } from '../../scripts/bundle_clients.ts'
import { verifies, verifiesLong } from '../requirements/verifies.ts'
import { listCompiledFiles } from '../support/compiled_program.ts'
import { ROOT } from '../support/repository.ts'

type Components = readonly { readonly name: string; readonly purl: string }[]

let origin: Origin
let packages: readonly ReleasePackage[]

beforeAll(async () => {
  origin = await readOrigin(ROOT)
  const files = [...(await listCompiledFiles()), ...(await listClientFiles())]
  packages = await readPackages(ROOT, files)
})

/** Checks with the schema that the makers of the format publish. */
async function checkWithSchema(bom: unknown): Promise<unknown> {
  const library = dirname(Bun.resolveSync('@cyclonedx/cyclonedx-library/package.json', ROOT))
  const read = async (name: string) =>
    await Bun.file(join(library, 'res/schema', `${name}.SNAPSHOT.schema.json`)).json()
  const ajv = new Ajv({ strict: false, formats: { 'iri-reference': true, 'idn-email': true } })
  addFormats.default(ajv)
  for (const name of ['spdx', 'jsf-0.82', 'cryptography-defs']) {
    ajv.addSchema(await read(name), `http://cyclonedx.org/schema/${name}.SNAPSHOT.schema.json`)
  }
  const validate = ajv.compile(await read('bom-1.6'))
  validate(bom)
  return validate.errors
}

verifiesLong('release.bill', 'the bill of materials is valid CycloneDX', async () => {
  const bom = JSON.parse(formatBillOfMaterials(origin, packages))
  expect([bom.bomFormat, bom.specVersion]).toEqual(['CycloneDX', '1.6'])
  expect(await checkWithSchema(bom)).toBeNull()
  expect(await checkWithSchema({ ...bom, serialNumber: 'not one' })).not.toBeNull()
})

verifies('release.bill', 'it lists what is in the program, and nothing else', () => {
  const bom = JSON.parse(formatBillOfMaterials(origin, packages))
  const components: Components = bom.components
  const urls = new Set(components.map(({ purl }) => purl.replace(/@[^@]+$/, '')))
  // A dependency, one that it brings, one that is only in the script of the preview, the runtime.
  for (const name of ['npm/elysia', 'npm/memoirist', 'npm/idiomorph', 'github/oven-sh/bun']) {
    expect(urls).toContain(`pkg:${name}`)
  }
  expect(urls).toContain('pkg:npm/%40orama/orama')
  // They are installed beside the others, and no code of theirs is bundled.
  for (const name of ['typescript', 'nanotar', 'playwright-core']) {
    expect(urls).not.toContain(`pkg:npm/${name}`)
  }
  expect(components).toHaveLength(packages.length + 1)
})

verifies(
  'release.bill',
  'digests are those of the lock file, needs those of the packages',
  async () => {
    const bom = JSON.parse(formatBillOfMaterials(origin, packages))
    const library = bom.components.find(({ name }: { name: string }) => name === 'memoirist')
    const lock = Bun.JSONC.parse(await Bun.file(join(ROOT, 'bun.lock')).text())
    const { memoirist } = (lock as { packages: Record<string, readonly string[]> }).packages
    const digest = Buffer.from(library.hashes[0].content, 'hex').toString('base64')
    expect(`sha512-${digest}`).toBe(memoirist?.[3] ?? '')
    const elysia = bom.dependencies.find(({ ref }: { ref: string }) => ref.startsWith('elysia@'))
    expect(elysia.dependsOn).toContain(`memoirist@${library.version}`)
  },
)

verifies(
  'release.same_bytes',
  'the bill has the time of the commit and a serial of its own',
  () => {
    const text = formatBillOfMaterials(origin, packages)
    expect(formatBillOfMaterials(origin, packages)).toBe(text)
    const { metadata, serialNumber } = JSON.parse(text)
    expect(Date.parse(metadata.timestamp)).toBe(origin.epoch * 1000)
    const other = JSON.parse(formatBillOfMaterials({ ...origin, commit: 'another' }, packages))
    expect(other.serialNumber).not.toBe(serialNumber)
  },
)

verifies('release.licences', 'each package has a licence and its text', async () => {
  const list = await formatLicenceList(ROOT, origin, packages)
  const allowed = /^(MIT|ISC|0BSD|Apache-2\.0|BSD-[23]-Clause|MPL-2\.0|Python-2\.0|CC0-1\.0)$/
  const unclear = packages.filter(
    ({ licence, licenceTexts }) => !allowed.test(licence) && licenceTexts.length === 0,
  )
  expect(unclear.map(({ name }) => name)).toEqual([])
  for (const { name, version } of packages) expect(list).toContain(`\n${name} ${version}\n===`)
  // Our own, the runtime's and the engine's in it.
  for (const text of ['The Lectern authors', 'Bun itself is MIT-licensed', 'LGPL-2']) {
    expect(list).toContain(text)
  }
})

verifies('release.changes', 'changes of an earlier release are not listed again', async () => {
  const all = await formatChangeList(ROOT, { ...origin, tagBefore: undefined })
  expect(all).toStartWith('# lectern 0.1.0\n\n## ')
  expect(all).toContain('## Single executable\n\n2026-11-21. `bun run compile` makes')
  const none = await formatChangeList(ROOT, { ...origin, tagBefore: 'HEAD' })
  expect(none).not.toContain('## Single executable')
})
