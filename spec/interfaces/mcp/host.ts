import { expect } from 'bun:test'
import { OPERATION_NAMES } from '../../../app/contract/operations/mod.ts'
import type { McpRevision } from '../../../app/contract/protocol.ts'
import { COUNTS } from '../../../app/contract/registry_words.ts'
import type { Fields } from './endpoint.ts'
import { findPackageFaults } from './package_schemas.ts'
import type { Exchange } from './tap.ts'

type Entries = readonly Fields[]

/** What every client can do, under names that fit them all. */
export type Host = {
  tools(): Promise<Entries>
  call(name: string, args: Record<string, unknown>): Promise<Fields>
  resources(): Promise<Entries>
  templates(): Promise<Entries>
  read(uri: string): Promise<Entries>
  prompts(): Promise<Entries>
  get(name: string, args: Record<string, string>): Promise<Entries>
  close(): Promise<void>
}

type SearchContent = { readonly results: readonly { readonly id: string; readonly url: string }[] }

/** Lists, calls, reads and gets, as a host application does for its model. */
export async function walkThrough(host: Host): Promise<void> {
  const tools = await host.tools()
  expect(tools).toHaveLength(OPERATION_NAMES.length)
  for (const tool of tools) expect(tool).toMatchObject({ annotations: { readOnlyHint: true } })
  const found = await host.call('search_public_docs', { query: 'rate limit' })
  const [best] = (found.structuredContent as SearchContent).results
  const page = await host.call('read_page', { id: best?.id })
  expect(page.structuredContent).toMatchObject({ page: { id: best?.id, url: best?.url } })
  expect((await host.call('read_page', {})).isError).toBe(true)
  await expect(host.call('none', {})).rejects.toThrow(/no such tool|not found/)
  const resources = await host.resources()
  expect(resources).toHaveLength(COUNTS.resources)
  for (const { uri } of resources) {
    const contents = await host.read(String(uri))
    expect(contents).toEqual([expect.objectContaining({ uri, text: expect.any(String) })])
  }
  expect(await host.templates()).toEqual([])
  expect(await host.prompts()).toHaveLength(COUNTS.prompts)
  expect(JSON.stringify(await host.get('check_feature', { feature: 'A2A' }))).toContain('A2A')
}

/** Every answer has the expected revision and fits the packages, and none is a server error. */
export function checkTraffic(exchanges: readonly Exchange[], revision: McpRevision): void {
  expect(exchanges.length).toBeGreaterThan(10)
  expect(new Set(exchanges.map((exchange) => exchange.revision))).toEqual(new Set([revision]))
  const faults = exchanges.flatMap(({ method, answer }) =>
    answer === undefined ? [] : findPackageFaults(method, answer),
  )
  expect(faults).toEqual([])
  expect(exchanges.filter(({ status }) => status >= 500)).toEqual([])
}
