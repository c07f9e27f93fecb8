import type { JsonObject } from '../../contract/json_rpc.ts'

/** The same twice: for hosts that read structured content and for those that read text. */
export function toToolResult(content: JsonObject, text = JSON.stringify(content)): JsonObject {
  return {
    content: [{ type: 'text', text }],
    structuredContent: content,
  }
}

/** An error that the model reads, and may fix. */
export function toToolError(message: string): JsonObject {
  return { content: [{ type: 'text', text: message }], isError: true }
}

/** Contents of errors that are ours: a caller sees no difference, but the operator counts them. */
const failures = new WeakSet<object>()

/** An error that the model reads and nobody but the operator can fix. */
export function toToolFailure(message: string): JsonObject {
  const result = toToolError(message)
  if (Array.isArray(result.content)) failures.add(result.content)
  return result
}

/** Whether a result is such an error, whatever was added to it since. */
export function isToolFailure({ content }: JsonObject): boolean {
  return Array.isArray(content) && failures.has(content)
}
