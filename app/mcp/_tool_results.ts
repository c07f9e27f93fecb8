import type { JsonObject } from '../contract/json_rpc.ts'

/** The same JSON twice: for hosts that read structured content and for those that read text. */
export function toToolResult(content: JsonObject): JsonObject {
  return {
    content: [{ type: 'text', text: JSON.stringify(content) }],
    structuredContent: content,
  }
}

/** An error that the model reads, and may fix. */
export function toToolError(message: string): JsonObject {
  return { content: [{ type: 'text', text: message }], isError: true }
}
