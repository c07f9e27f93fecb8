import { afterAll, beforeAll, expect } from 'bun:test'
import type { PageRecord } from '../../../app/contract/page.ts'
import { verifies } from '../../requirements/verifies.ts'
import { callTool, MODERN } from './calls.ts'
import { changeDocs, type OpenDocs, openOurDocs } from './docs.ts'
import { type Answer, type Endpoint, openEndpoint, readContent, readToolError } from './endpoint.ts'

let open: OpenDocs
let endpoint: Endpoint

beforeAll(async () => {
  open = await openOurDocs()
  endpoint = openEndpoint(open.docs)
})
afterAll(async () => await open.close())

type PageContent = {
  readonly page: PageRecord
  readonly markdown: string
  readonly truncated: boolean
  readonly sections: readonly string[]
  readonly next_section?: string
  readonly note?: string
}

function call(args: Readonly<Record<string, unknown>>): Promise<Answer> {
  return endpoint.send(callTool(MODERN, 'read_page', args))
}

async function read(args: Readonly<Record<string, unknown>>): Promise<PageContent> {
  return readContent(await call(args)) as unknown as PageContent
}

function allPages(): readonly PageRecord[] {
  const listed = open.docs.current().pages(1000)
  return listed.ok ? listed.value.records : []
}

async function bodyOf(id: string): Promise<string> {
  const page = await open.docs.current().page(id)
  return page.ok ? page.value.markdown : ''
}

/** The longest of our pages that has a section in its first half. */
async function longest(): Promise<{ id: string; body: string }> {
  let found = { id: '', body: '' }
  for (const { id } of allPages()) {
    const body = await bodyOf(id)
    const hasSection = body.slice(0, body.length / 2).includes('\n## ')
    if (hasSection && body.length > found.body.length) found = { id, body }
  }
  return found
}

const bytesOf = (text: string) => Buffer.byteLength(text)

verifies(
  ['rule.parity', 'mcp.tool_results'],
  'the page tool gives record and body of every page as public_docs has them',
  async () => {
    for (const record of allPages()) {
      const { page, markdown, truncated } = await read({ id: record.id, max_tokens: 100_000 })
      expect(page).toMatchObject(record)
      expect([markdown, truncated]).toEqual([await bodyOf(record.id), false])
    }
  },
)

verifies('mcp.page_tool_input', 'a page is cut to 4,000 tokens by default', async () => {
  for (const record of allPages()) {
    const { markdown, truncated, next_section } = await read({ id: record.id })
    expect(bytesOf(markdown)).toBeLessThanOrEqual(16_000)
    expect(truncated).toBe(bytesOf(await bodyOf(record.id)) > 16_000)
    expect(next_section !== undefined).toBe(truncated)
  }
})

verifies(
  'mcp.page_tool_input',
  'a cut is at a section boundary and says what is next',
  async () => {
    const { id, body } = await longest()
    const whole = await read({ id, max_tokens: 100_000 })
    const tokens = Math.floor(bytesOf(body) / 8)
    const cut = await read({ id, max_tokens: tokens })
    expect(cut.truncated).toBe(true)
    expect(bytesOf(cut.markdown)).toBeLessThanOrEqual(tokens * 4)
    expect(body.startsWith(cut.markdown)).toBe(true)
    expect(body.slice(cut.markdown.length)).toMatch(/^#{1,6} /)
    expect(whole.sections).toContain(cut.next_section ?? 'none')
    expect(cut.note).toContain(cut.next_section ?? 'none')
  },
)

verifies('mcp.page_tool_input', 'next_section leads through the whole page, once', async () => {
  const { id, body } = await longest()
  let part = await read({ id, max_tokens: 1000 })
  let joined = part.markdown
  while (part.next_section !== undefined) {
    part = await read({ id, section: part.next_section, max_tokens: 1000 })
    joined += part.markdown
  }
  expect(joined).toBe(body)
})

verifies('mcp.page_tool_input', 'a section is found by its anchor or its heading', async () => {
  const { id } = await longest()
  const page = await open.docs.current().page(id)
  const headings = page.ok ? page.value.headings : []
  expect(headings.length).toBeGreaterThan(2)
  for (const { anchor, text } of headings) {
    const byAnchor = await read({ id, section: anchor, max_tokens: 100_000 })
    expect(byAnchor.truncated).toBe(false)
    expect(byAnchor.markdown).toMatch(/^#{1,6} /)
    const alike = headings.filter((other) => other.text.toLowerCase() === text.toLowerCase())
    if (alike.length > 1) continue
    const byText = await read({ id, section: text.toUpperCase(), max_tokens: 100_000 })
    expect(byText.markdown).toBe(byAnchor.markdown)
  }
  const unknown = readToolError(await call({ id, section: 'no such section' }))
  expect(unknown).toContain(`choose from: ${headings[0]?.anchor}`)
})

verifies('mcp.page_tool_input', 'a section can be asked for by a name of any length', async () => {
  const [record] = allPages()
  if (record === undefined) throw new Error('Cannot test: the corpus has no page')
  const text = 'word '.repeat(200).trim()
  const headings = [{ level: 2, text, anchor: text.replaceAll(' ', '-'), line: 2 }]
  const markdown = `Lead.\n\n## ${text}\n\nEnd.\n`
  const page = async () => ({ ok: true, value: { record, markdown, headings } }) as const
  const named = openEndpoint(changeDocs(open.docs, { page }))
  for (const section of [text, ...headings.map(({ anchor }) => anchor)]) {
    const answer = await named.send(callTool(MODERN, 'read_page', { id: record.id, section }))
    expect(readContent(answer).markdown).toBe(markdown.slice('Lead.\n\n'.length))
  }
})

verifies(
  'mcp.page_tool_input',
  'the refusal of a budget out of bounds names the bounds',
  async () => {
    for (const max_tokens of [0, 99, 100_001, 1.5, '99', '1.5', 'many']) {
      expect(readToolError(await call({ id: 'p1', max_tokens }))).toContain('from 100 to 100000')
    }
  },
)
