import { isJsonObject, type JsonObject, quoteInput } from '../../contract/json_rpc.ts'
import type { PromptEntry, Registry } from '../../contract/registry.ts'
import { err, ok, type Result } from '../../contract/result.ts'
import { type McpRefusal, refuseParams } from './_refusal.ts'

export function listPrompts(registry: Registry): JsonObject {
  return {
    prompts: registry.prompts.map(({ name, title, description, arguments: args }) => ({
      name,
      title,
      description,
      arguments: args,
    })),
  }
}

/** `prompts/get`: one message of the user, with the arguments filled in. */
export function getPrompt(params: JsonObject, registry: Registry): Result<JsonObject, McpRefusal> {
  const { name } = params
  const given = params.arguments ?? {}
  if (typeof name !== 'string') return refuseParams('Cannot get prompt: "name" is not a string')
  const entry = registry.prompts.find((prompt) => prompt.name === name)
  if (entry === undefined)
    return refuseParams(`Cannot get prompt "${quoteInput(name)}": no such prompt`)
  if (!isJsonObject(given))
    return refuseParams(`Cannot get prompt "${name}": "arguments" is not an object`)
  const values = readArguments(entry, given)
  if (!values.ok) return refuseParams(`Cannot get prompt "${name}": ${values.error}`)
  const text = fillPlaceholders(entry.text, values.value)
  return ok({
    description: entry.description,
    messages: [{ role: 'user', content: { type: 'text', text } }],
  })
}

function readArguments(
  entry: PromptEntry,
  given: JsonObject,
): Result<ReadonlyMap<string, string>, string> {
  const values = new Map<string, string>()
  for (const { name, required } of entry.arguments) {
    const value = Object.hasOwn(given, name) ? (given[name] ?? undefined) : undefined
    if (value === undefined && required) return err(`argument "${name}" is absent`)
    if (value !== undefined && typeof value !== 'string') {
      return err(`argument "${name}" is not a string`)
    }
    values.set(name, value ?? '')
  }
  return ok(values)
}

/**
 * One pass: a value is text, even if it looks like a placeholder. White space inside the braces is
 * allowed, as it is for `check`.
 */
function fillPlaceholders(text: string, values: ReadonlyMap<string, string>): string {
  return text.replace(/\{\{\s*([a-z][a-z0-9_]*)\s*\}\}/g, (placeholder, name: string) => {
    return values.get(name) ?? placeholder
  })
}
