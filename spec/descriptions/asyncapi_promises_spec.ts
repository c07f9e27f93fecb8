import { afterAll, beforeAll, expect } from 'bun:test'
import { readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { Registry } from '../../app/contract/registry.ts'
import { verifies, verifiesLong } from '../requirements/verifies.ts'
import {
  buildOrThrow,
  newFolder,
  removeFolders,
  textOf,
  writeSampleCorpus,
} from '../support/building.ts'
import { placeCodeCache } from '../support/code_cache.ts'
import { writeExcerpt } from '../support/excerpt.ts'
import { KEPT_EPOCH, placeExcerptBuild } from '../support/kept_builds.ts'
import { type EventDescription, operationOf } from './asyncapi_receiver.ts'
import { lint } from './redocly.ts'

const FILE = 'developers/asyncapi.yaml'
let distDir: string
let text: string
let registry: Registry

beforeAll(async () => {
  const corpusDir = await writeExcerpt()
  distDir = join(await newFolder(), 'dist')
  await placeExcerptBuild(distDir)
  text = await textOf(distDir, FILE)
  registry = Bun.YAML.parse(
    await readFile(join(corpusDir, 'registry.yaml'), 'utf8'),
  ) as unknown as Registry
})

afterAll(removeFolders)

function parse(yaml: string = text): EventDescription {
  return Bun.YAML.parse(yaml) as EventDescription
}

/** Builds the corpus with a changed registry. */
async function buildAfter(from: string | RegExp, to: string): Promise<string> {
  const other = await writeSampleCorpus({ 'index.md': {} })
  const path = join(other, 'registry.yaml')
  const before = await readFile(path, 'utf8')
  const after = before.replace(from, to)
  expect(after).not.toBe(before)
  await writeFile(path, after)
  const dist = join(await newFolder(), 'dist')
  await placeCodeCache(dist)
  await buildOrThrow({ corpusDir: other, distDir: dist, sourceDateEpoch: KEPT_EPOCH })
  return dist
}

async function readAfter(from: string | RegExp, to: string): Promise<string> {
  return await textOf(await buildAfter(from, to), FILE)
}

function infoOf(yaml: string): { readonly license?: object } {
  return (Bun.YAML.parse(yaml) as { info: { license?: object } }).info
}

verifies(
  'events.retry_and_deduplication',
  'a single attempt is described without retries',
  async () => {
    const single = await readAfter(/schedule_seconds: .*/, 'schedule_seconds: [0]')
    const { description } = operationOf(parse(single))
    expect(description).toContain('is a failure and is not retried')
    expect(description).not.toContain('1 attempts')
  },
)

verifies('asyncapi.receiver', 'the envelope accepts future types, each event only its own', () => {
  const { schemas, messages } = parse().components
  const { properties } = schemas.SignedEnvelope as { properties: Record<string, object> }
  const types = registry.events.types.map(({ type }) => type)
  expect(properties.type).not.toHaveProperty('enum')
  expect(properties.type).toMatchObject({ type: 'string', examples: types })
  expect(Object.keys(messages)).toEqual(types)
  for (const type of types) expect(text).toContain(`const: ${type}\n`)
  expect(operationOf(parse()).description).toContain('answer success to a type or field')
})

verifies(
  'client.must_not_pin',
  'no description promises the shape of an id in a response',
  async () => {
    const patterns = [...text.matchAll(/pattern: (.*)/g)].map(([, pattern]) => pattern ?? '')
    // The remaining patterns are dates, kinds, the timestamp header and the signature.
    expect(patterns.filter((pattern) => /\[a-z\]\[0-9\]|evt_|appr_/.test(pattern))).toEqual([])
    const openapi = Bun.YAML.parse(await textOf(distDir, 'developers/openapi.yaml'))
    const { components } = openapi as { components: { schemas: object } }
    expect(JSON.stringify(components.schemas)).not.toContain('"^[a-z][0-9]+$"')
    expect(JSON.stringify(components.schemas)).toContain('"id":{"type":"string"')
  },
)

verifiesLong('asyncapi.checked', 'a license without a page at SPDX gets no URL', async () => {
  const licenses: readonly (readonly [string, string | undefined])[] = [
    ['Apache-2.0', 'https://spdx.org/licenses/Apache-2.0.html'],
    ['LicenseRef-ours', undefined],
    ['GPL-2.0+', undefined],
    ['MIT OR Apache-2.0', undefined],
  ]
  for (const [identifier, url] of licenses) {
    const { license } = infoOf(await readAfter('identifier: MIT', `identifier: ${identifier}`))
    expect([identifier, license]).toEqual([
      identifier,
      { name: 'MIT License', ...(url && { url }) },
    ])
  }
})

verifiesLong(
  ['asyncapi.checked', 'openapi.checked'],
  'without an asserted license no description names one, and nothing else breaks',
  async () => {
    for (const identifier of ['NOASSERTION', 'NONE']) {
      const folder = await newFolder()
      const dist = await buildAfter('identifier: MIT', `identifier: ${identifier}`)
      for (const name of ['asyncapi.yaml', 'openapi.yaml']) {
        const yaml = await textOf(dist, `developers/${name}`)
        expect([name, infoOf(yaml).license]).toEqual([name, undefined])
        await writeFile(join(folder, name), yaml)
        // Only the rule that requires a license may fail: there is none to name.
        const broken = await lint(join(folder, name), 'published')
        expect(broken.filter((rule) => !rule.startsWith('info-license'))).toEqual([])
      }
    }
  },
)
