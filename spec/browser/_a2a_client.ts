import { type Message, SendMessageRequest } from '@a2a-js/sdk'
import { ClientFactory } from '@a2a-js/sdk/client'

/** What a web page does with the official client: reads the card and asks one question. */
async function ask(agent: string, question: string): Promise<{ card: string; answer: string }> {
  const client = await new ClientFactory().createFromUrl(agent)
  const { name } = await client.getAgentCard()
  const message = { messageId: crypto.randomUUID(), role: 'ROLE_USER', parts: [{ text: question }] }
  const answer = await client.sendMessage(SendMessageRequest.fromJSON({ message }))
  return { card: name, answer: 'parts' in answer ? textOf(answer) : 'no message' }
}

function textOf({ parts }: Message): string {
  return parts.map(({ content }) => (content?.$case === 'text' ? content.value : '')).join('')
}

Object.assign(globalThis, { ask })
