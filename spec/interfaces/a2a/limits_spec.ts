import { afterAll, beforeAll, expect } from 'bun:test'
import { verifies } from '../../requirements/verifies.ts'
import { type OpenDocs, openOurDocs } from '../mcp/docs.ts'
import { type Answer, createSend, envelope, message, messageOf, post, read, USER } from './calls.ts'

let open: OpenDocs

beforeAll(async () => {
  open = await openOurDocs()
})
afterAll(async () => await open.close())

async function answerTo(request: Request): Promise<Answer> {
  return await read(await createSend(open.docs)(request))
}

verifies(
  'a2a.any_envelope',
  'a body of exactly 262,144 bytes is read, and one byte more is not',
  async () => {
    const body = JSON.stringify({ jsonrpc: '2.0', id: 7, method: 'nothing' })
    const whole = await answerTo(post(body.padEnd(262_144)))
    expect([whole.status, whole.body.error?.code, whole.body.id]).toEqual([200, -32601, 7])
    const over = await answerTo(post(body.padEnd(262_145)))
    expect([over.status, over.body.error?.code, over.body.id]).toEqual([413, -32600, null])
  },
)

verifies('open.a2a_method', 'a message at all of its limits is answered', async () => {
  const id = 'm'.repeat(256)
  const parts = Array.from({ length: 16 }, (_, at) => ({ text: 'x'.repeat(at === 0 ? 497 : 512) }))
  // The parts are joined by line breaks, which count.
  const characters = parts.reduce((sum, { text }) => sum + text.length, 15)
  expect(characters).toBe(8192)
  const { skills } = open.docs.current().registry
  // A search takes less text, as everywhere.
  const skillId = skills.find(({ operation }) => operation === 'changes')?.id
  const own = { messageId: id, contextId: id, metadata: { skillId } }
  const answer = await answerTo(message(parts, {}, own))
  expect(messageOf(answer).contextId).toBe(id)
})

verifies('a2a.any_envelope', 'no call within a batch is answered', async () => {
  const params = { message: { ...USER, parts: [{ text: 'rate limit' }] } }
  const valid = { jsonrpc: '2.0', id: 7, method: 'SendMessage', params }
  for (const batch of [[valid], [valid, valid]]) {
    const { status, body } = await answerTo(envelope(batch))
    expect([status, body.error?.code, body.id, body.result]).toEqual([200, -32600, null, undefined])
  }
})
