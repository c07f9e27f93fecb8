import type { JsonObject } from '../../contract/json_rpc.ts'
import { MCP_CAPABILITIES } from '../../contract/protocol.ts'
import { err, type Result } from '../../contract/result.ts'
import type { Snapshot } from '../../docs/public_docs/mod.ts'
import type { McpRefusal } from './_refusal.ts'
import { findTool, listTools, type ToolCall } from './_tool.ts'

type Outcome = Result<JsonObject, McpRefusal>

/** What differs between addresses that answer MCP: the public tools, and how private ones look. */
export type Profile = {
  readonly capabilities: JsonObject
  readonly listTools: (snapshot: Snapshot) => readonly JsonObject[]
  readonly findTool: (name: unknown, snapshot: Snapshot) => ToolCall | undefined
  /** The names of the public tools, for a client that calls another. */
  readonly listNames: (snapshot: Snapshot) => readonly string[]
  readonly showPrivateCard: (card: JsonObject) => JsonObject
  /** How a client hears that a private tool needs a token. */
  readonly refusePrivateCall: (refusal: McpRefusal) => Outcome
}

/** The endpoint of the contract: everybody sees the same tools. */
export const USUAL_PROFILE: Profile = {
  capabilities: MCP_CAPABILITIES,
  listTools: (snapshot) => listTools(snapshot).tools,
  findTool,
  listNames: ({ registry }) => registry.tools.map(({ name }) => name),
  showPrivateCard: (card) => card,
  refusePrivateCall: (refusal) => err(refusal),
}
