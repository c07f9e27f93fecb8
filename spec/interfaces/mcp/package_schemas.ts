import * as core from '@modelcontextprotocol/core'
import * as sdk from '@modelcontextprotocol/sdk/types.js'
import type { Fields } from './endpoint.ts'

/** As much of a schema of either package as we use. */
type Schema = {
  safeParse(value: unknown): {
    readonly success: boolean
    readonly error?: {
      readonly issues: readonly { readonly path: PropertyKey[]; readonly message: string }[]
    }
  }
}

/** The schemas with which the official packages check what a server sends. */
type PackageSchemas = {
  readonly message: Schema
  readonly result: Schema
  readonly error: Schema
  readonly ofMethod: Readonly<Record<string, Schema>>
}

const CORE: PackageSchemas = {
  message: core.JSONRPCMessageSchema,
  result: core.JSONRPCResultResponseSchema,
  error: core.JSONRPCErrorResponseSchema,
  ofMethod: {
    'server/discover': core.DiscoverResultSchema,
    initialize: core.InitializeResultSchema,
    ping: core.EmptyResultSchema,
    'tools/list': core.ListToolsResultSchema,
    'tools/call': core.CallToolResultSchema,
    'resources/list': core.ListResourcesResultSchema,
    'resources/templates/list': core.ListResourceTemplatesResultSchema,
    'resources/read': core.ReadResourceResultSchema,
    'prompts/list': core.ListPromptsResultSchema,
    'prompts/get': core.GetPromptResultSchema,
  },
}

const SDK: PackageSchemas = {
  message: sdk.JSONRPCMessageSchema,
  result: sdk.JSONRPCResultResponseSchema,
  error: sdk.JSONRPCErrorResponseSchema,
  ofMethod: {
    // It is older than server/discover.
    'server/discover': sdk.ResultSchema,
    initialize: sdk.InitializeResultSchema,
    ping: sdk.EmptyResultSchema,
    'tools/list': sdk.ListToolsResultSchema,
    'tools/call': sdk.CallToolResultSchema,
    'resources/list': sdk.ListResourcesResultSchema,
    'resources/templates/list': sdk.ListResourceTemplatesResultSchema,
    'resources/read': sdk.ReadResourceResultSchema,
    'prompts/list': sdk.ListPromptsResultSchema,
    'prompts/get': sdk.GetPromptResultSchema,
  },
}

const PACKAGES = { core: CORE, sdk: SDK } as const

/** Faults that the official packages find in one of our messages. */
export function findPackageFaults(method: string, body: Fields): readonly string[] {
  return Object.entries(PACKAGES).flatMap(([name, schemas]) =>
    findFaults(schemas, method, body).map((fault) => `${name} ${method}: ${fault}`),
  )
}

function findFaults(schemas: PackageSchemas, method: string, body: Fields): readonly string[] {
  if (body.error !== undefined) return [schemas.message, schemas.error].flatMap(checkAgainst(body))
  const own = schemas.ofMethod[method]
  return [
    ...[schemas.message, schemas.result].flatMap(checkAgainst(body)),
    ...(own === undefined ? ['no schema'] : checkAgainst(body.result)(own)),
  ]
}

function checkAgainst(value: unknown): (schema: Schema) => readonly string[] {
  return (schema) =>
    (schema.safeParse(value).error?.issues ?? []).map(
      ({ path, message }) => `${path.map(String).join('.')}: ${message}`,
    )
}
