import type { A2aMode } from '../../contract/a2a.ts'
import type { JsonObject } from '../../contract/json_rpc.ts'
import type { Snapshot } from '../../docs/public_docs/mod.ts'
import type { Inquiry } from './_message.ts'
import type { SkillReply } from './_skills.ts'

/**
 * The result of `SendMessage`: a Message, never a Task. It has only the members of the schema,
 * since clients in some languages reject others; our data is in `metadata` and the data part.
 */
export function toMessageResult(
  inquiry: Inquiry,
  reply: SkillReply,
  snapshot: Snapshot,
): JsonObject {
  const { version, generated } = snapshot.status()
  const { skill, answer } = reply
  const source = { ...(skill === undefined ? {} : { skillId: skill.id }), version, generated }
  const toPart = (mode: A2aMode): JsonObject => {
    switch (mode) {
      case 'text/plain':
        return { text: answer.text, mediaType: mode }
      case 'application/json':
        return { data: { ...source, ...answer.data, citations: answer.citations }, mediaType: mode }
    }
  }
  return {
    message: {
      messageId: crypto.randomUUID(),
      contextId: inquiry.contextId ?? crypto.randomUUID(),
      role: 'ROLE_AGENT',
      parts: inquiry.modes.map(toPart),
      metadata: source,
    },
  }
}
