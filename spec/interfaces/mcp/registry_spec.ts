import { afterAll, beforeAll, expect } from 'bun:test'
import type { Registry } from '../../../app/contract/registry.ts'
import { verifies } from '../../requirements/verifies.ts'
import { call, callTool, initialize, MODERN } from './calls.ts'
import { changeDocs, type OpenDocs, openOurDocs } from './docs.ts'
import { type Endpoint, openEndpoint, readContent, readToolError } from './endpoint.ts'

let open: OpenDocs
let endpoint: Endpoint

beforeAll(async () => {
  open = await openOurDocs()
  endpoint = openEndpoint(changeDocs(open.docs, { registry: renameRegistry() }))
})
afterAll(async () => await open.close())

/** Our registry as another deployment might write it: every name that it may choose differs. */
function renameRegistry(): Registry {
  const { registry } = open.docs.current()
  return {
    ...registry,
    service: { ...registry.service, name: 'acme-docs', title: 'Acme', instructions: 'Ask Acme.' },
    tools: registry.tools.map((tool) =>
      tool.operation === 'search'
        ? tool
        : { ...tool, name: `acme.${tool.operation}`, title: `Acme ${tool.operation}` },
    ),
    resources: registry.resources.map((entry) => ({ ...entry, uri: `acme://${entry.content}` })),
    prompts: registry.prompts.map((prompt, index) => ({ ...prompt, name: `acme_${index}` })),
  }
}

verifies('open.server_name', 'the brand of the registry is the name that is reported', async () => {
  const { result } = await endpoint.send(initialize('2025-11-25'))
  expect(result).toMatchObject({
    serverInfo: { name: 'acme-docs', title: 'Acme' },
    instructions: 'Ask Acme.',
  })
})

verifies('open.nine_tools', 'a renamed tool answers only under its new name', async () => {
  const { tools } = (await endpoint.send(call(MODERN, 'tools/list'))).result
  expect(tools).toContainEqual(
    expect.objectContaining({ name: 'acme.status', title: 'Acme status' }),
  )
  const answered = await endpoint.send(callTool(MODERN, 'acme.status', {}))
  expect(readContent(answered)).toMatchObject({ pages: open.docs.current().status().pages })
  const old = await endpoint.send(callTool(MODERN, 'get_corpus_status', {}))
  expect(old.error.code).toBe(-32602)
  const lost = await endpoint.send(callTool(MODERN, 'acme.capability', { id: 'none' }))
  expect(readToolError(lost)).toContain('choose from: corpus_build')
})

verifies('open.resources_prompts', 'renamed resources and prompts follow too', async () => {
  const read = await endpoint.send(call(MODERN, 'resources/read', { uri: 'acme://status' }))
  expect(read.result.contents).toMatchObject([{ uri: 'acme://status' }])
  const old = await endpoint.send(call(MODERN, 'resources/read', { uri: 'lectern://docs/status' }))
  expect(old.error.code).toBe(-32602)
  const args = { question: 'x', feature: 'x' }
  const got = await endpoint.send(call(MODERN, 'prompts/get', { name: 'acme_1', arguments: args }))
  expect(got.result.messages).toHaveLength(1)
})

verifies(
  'open.resources_prompts',
  'a placeholder is filled once, with or without spaces',
  async () => {
    const { registry } = open.docs.current()
    const prompts = registry.prompts.map((prompt) => ({
      ...prompt,
      text: prompt.arguments.map(({ name }) => `{{${name}}} or {{ ${name} }}`).join(),
    }))
    const spaced = openEndpoint(changeDocs(open.docs, { registry: { ...registry, prompts } }))
    const value = '{{question}} {{ feature }} $&'
    for (const { name } of prompts) {
      const args = { question: value, feature: value }
      const got = await spaced.send(call(MODERN, 'prompts/get', { name, arguments: args }))
      const text = `${value} or ${value}`
      expect(got.result.messages).toEqual([{ role: 'user', content: { type: 'text', text } }])
    }
  },
)
