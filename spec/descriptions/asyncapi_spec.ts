import { afterAll, beforeAll, expect } from 'bun:test'
import { readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { Parser } from '@asyncapi/parser'
import type { Registry } from '../../app/contract/registry.ts'
import { COUNTS } from '../../app/contract/registry_words.ts'
import { verifies, verifiesLong } from '../requirements/verifies.ts'
import {
  BASE_URL,
  findChangedFiles,
  manifestOf,
  newFolder,
  removeFolders,
  textOf,
} from '../support/building.ts'
import { writeExcerpt } from '../support/excerpt.ts'
import { KEPT_EPOCH, placeExcerptBuild } from '../support/kept_builds.ts'
import { findAsyncapiFaults } from './asyncapi_faults.ts'
import { type EventDescription, operationOf } from './asyncapi_receiver.ts'
import { lint } from './redocly.ts'

const FILE = 'developers/asyncapi.yaml'
let corpusDir: string
let distDir: string
let text: string
let registry: Registry

beforeAll(async () => {
  corpusDir = await writeExcerpt()
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

async function faultsOf(yaml: string): Promise<readonly string[]> {
  const { pages } = await manifestOf(distDir)
  return findAsyncapiFaults(parse(yaml), {
    version: registry.service.version,
    pages: new Set(pages.map(({ id }) => id)),
  })
}

verifies(
  ['static.asyncapi', 'descriptions.events', 'events.description', 'asyncapi.checked'],
  'one channel, one envelope and six event types, without faults',
  async () => {
    const { asyncapi } = Bun.YAML.parse(text) as { asyncapi: string }
    expect(asyncapi).toBe('3.1.0')
    expect(await faultsOf(text)).toEqual([])
    const { components, channels } = parse()
    const types = registry.events.types.map(({ type }) => type)
    expect(Object.keys(components.messages)).toEqual(types)
    expect(Object.keys(channels)).toEqual([registry.events.channel.id])
    expect(text).toContain(`title: "Send: ${registry.events.channel.title}"\n`)
    const envelopes = Object.values(components.schemas).filter(
      (schema) => 'title' in schema && schema.title === registry.events.envelope.title,
    )
    expect(envelopes).toHaveLength(1)
  },
)

verifiesLong('asyncapi.checked', 'Redocly finds nothing under its strictest rules', async () => {
  const folder = await newFolder()
  await writeFile(join(folder, 'asyncapi.yaml'), text)
  expect(await lint(join(folder, 'asyncapi.yaml'), 'published')).toEqual([])
})

verifiesLong('asyncapi.checked', 'the AsyncAPI parser reports nothing', async () => {
  const { document, diagnostics } = await new Parser().parse(text)
  expect(diagnostics.map(({ code, message, path }) => [code, message, path.join('/')])).toEqual([])
  expect(document?.version()).toBe('3.1.0')
  expect(document?.channels().all()).toHaveLength(1)
  expect(document?.operations().filterBySend()).toHaveLength(1)
  expect(document?.allMessages().all()).toHaveLength(COUNTS.eventTypes)
})

verifies('asyncapi.checked', 'a wrong example is a fault that no linter finds', async () => {
  const wrong = text.replace('previous_status: not_yet', 'previous_status: nearly')
  expect(wrong).not.toBe(text)
  expect(await faultsOf(wrong)).toContainEqual(expect.stringContaining('/data/previous_status'))
  expect((await new Parser().parse(wrong)).diagnostics).toEqual([])
})

verifies('asyncapi.checked', 'a seventh event type is a fault', async () => {
  const faults = await faultsOf(
    text.replace(
      /^ {4}page\.added:\n {6}name:/m,
      [
        '    page.seen:',
        '      payload: { $ref: "#/components/schemas/PageAddedEvent" }',
        '      traits: [{ $ref: "#/components/messageTraits/SignedDelivery" }]',
        '      examples: []',
        '$&',
      ].join('\n'),
    ),
  )
  expect(faults).toContain('7 event types')
  expect(faults).toContain('page.seen: has no example')
})

verifies(
  'asyncapi.checked',
  'a page that does not exist and an old version are faults',
  async () => {
    const faults = await faultsOf(
      text.replace(/page_id: p[0-9]+/, 'page_id: p99999').replace(/version: \S+/, 'version: 0.0.9'),
    )
    expect(faults).toContain('no page p99999')
    expect(faults).toContain('version 0.0.9')
  },
)

verifies(
  ['events.signature', 'open.event_names'],
  'the signature is in the header that the registry names',
  () => {
    const rule = operationOf(parse())['x-signature']
    const { signature } = registry.events
    expect(rule.header).toMatch(/^X-[A-Za-z0-9-]+-Signature$/)
    expect(rule.header).toBe(signature.header)
    expect(rule.idHeader).toBe(signature.id_header)
    expect(rule.timestampHeader).toBe(signature.timestamp_header)
    expect(rule).toMatchObject({
      algorithm: signature.algorithm,
      secret: { prefix: signature.secret_prefix, encoding: 'base64' },
      signedContent: signature.signed_content,
      value: signature.value_format,
      toleranceSeconds: signature.tolerance_seconds,
    })
    const headers = parse().components.schemas.SignatureHeaders as { required: string[] }
    expect(headers.required.toSorted()).toEqual(
      [signature.header, signature.id_header, signature.timestamp_header].toSorted(),
    )
  },
)

verifies(
  ['events.retry_and_deduplication', 'open.event_names'],
  'the retry and de-duplication rules come from the registry',
  () => {
    const { 'x-delivery': delivery, 'x-deduplication': once } = operationOf(parse())
    const { retry, deduplication } = registry.events
    expect(delivery).toMatchObject({
      attempts: retry.schedule_seconds.length,
      waitSecondsBeforeAttempt: retry.schedule_seconds,
      timeoutSeconds: retry.timeout_seconds,
      success: { statusFrom: retry.success.from, statusTo: retry.success.to },
    })
    expect(once.key).toBe(`$message.payload#/${deduplication.key}`)
    const waits = retry.schedule_seconds.reduce((sum, wait) => sum + wait, 0)
    expect(once.rememberSeconds).toBe(waits + registry.events.signature.tolerance_seconds)
    expect(operationOf(parse()).description).toContain(`remember ids for ${once.rememberSeconds} `)
  },
)

verifies('open.deliveries', 'the description says to whom events are sent', () => {
  const operation = operationOf(parse())
  expect(operation['x-delivery'].sent).toBe(true)
  expect(JSON.stringify(operation)).toContain('no client can subscribe')
})

/** Served files that differ after a change to the registry. */
async function listChangedFiles(
  ...changes: readonly (readonly [string, string])[]
): Promise<readonly string[]> {
  return await findChangedFiles({ corpusDir, distDir, sourceDateEpoch: KEPT_EPOCH }, (registry) =>
    changes.reduce((text, [from, to]) => {
      expect(text).toContain(from)
      return text.replaceAll(from, to)
    }, registry),
  )
}

verifiesLong(
  ['asyncapi.follows', 'open.event_names'],
  'a renamed event type changes the AsyncAPI description and nothing else',
  async () => {
    expect(await listChangedFiles(['page.removed', 'page.gone'])).toEqual([FILE])
  },
)

verifiesLong(
  ['asyncapi.follows', 'open.event_names'],
  'another header, schedule or envelope field changes the AsyncAPI description and nothing else',
  async () => {
    const files = await listChangedFiles(
      ['X-Lectern-Signature', 'X-Other-Signature'],
      ['[0, 5, 300,', '[0, 9, 300,'],
      ['name: timestamp, holds', 'name: at, holds'],
    )
    expect(files).toEqual([FILE])
  },
)

verifies('asyncapi.follows', 'examples hold records of the built corpus', async () => {
  const { pages } = await manifestOf(distDir)
  const { examples } = parse().components.messages['page.added'] as unknown as {
    examples: readonly { payload: { data: { page: { id: string; url: string } } } }[]
  }
  const page = examples[0]?.payload.data.page
  const record = pages.find(({ id }) => id === page?.id)
  expect(page?.url).toStartWith(BASE_URL)
  expect(page).toEqual(expect.objectContaining({ ...record }))
})
