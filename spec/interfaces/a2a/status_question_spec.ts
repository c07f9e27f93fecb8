import { afterAll, beforeAll, expect } from 'bun:test'
import { verifies } from '../../requirements/verifies.ts'
import { callTool, MODERN } from '../mcp/calls.ts'
import { type OpenDocs, openOurDocs } from '../mcp/docs.ts'
import { openEndpoint, readContent } from '../mcp/endpoint.ts'
import { asks, createSend, dataOf, read } from './calls.ts'

let open: OpenDocs

beforeAll(async () => {
  open = await openOurDocs()
})
afterAll(async () => await open.close())

verifies(['a2a.answers', 'rule.parity'], 'a status is explained by the page about it', async () => {
  const question = 'What does a status mean?'
  const answer = dataOf(await read(await createSend(open.docs)(asks(question))))
  const tool = callTool(MODERN, 'search_public_docs', { query: question })
  const { results } = readContent(await openEndpoint(open.docs).send(tool))
  const [found] = results as readonly { readonly url: string }[]
  for (const url of [answer.citations[0]?.url, found?.url]) {
    expect(url).toEndWith('/write/statuses/')
  }
})
