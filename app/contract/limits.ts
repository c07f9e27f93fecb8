import { type Static, Type } from '@sinclair/typebox'

/** Largest MCP request body, in bytes; exactly this many still pass (contract 4.1 and 8). */
export const MCP_BODY_BYTES_MAX = 256 * 1024

/**
 * Largest request body that reaches our code, in bytes; the HTTP server refuses a larger one itself
 * and closes the connection. Far above our own limits, so that those answer.
 */
export const REQUEST_BYTES_MAX = 16 * 1024 * 1024

/** MCP calls a minute for one client address (contract 8). */
export const MCP_CALLS_PER_MINUTE = 120

/** Records that one call of the list operation returns at most (our choice, open points 4.2). */
export const LIST_RECORDS_MAX = 100

/** Records that a list over MCP has unless it is asked for more (shapes: operations). */
export const LIST_TOOL_RECORDS = 25

/** Most records on the page of results that people get without script (our choice). */
export const RESULTS_MAX = 20

/** Characters of a search query; a longer one is refused, never cut (our choice). */
export const QUERY_CHARACTERS_MAX = 1024

/** Characters of a page, capability, operation, workflow or event id that we look up. */
export const ID_CHARACTERS_MAX = 128

/** Token budget of the page tool when the caller names none (our choice). */
export const PAGE_TOKENS_DEFAULT = 4000

/** The smallest and largest token budget that the page tool takes. */
export const PAGE_TOKENS_MIN = 100
export const PAGE_TOKENS_MAX = 100_000

/** Pages that one call of the page tool reads at most. */
export const PAGES_AT_ONCE_MAX = 10

/** Held calls that one form rejects: it names each, and has 16 KiB at most (our choice). */
export const REJECTED_AT_ONCE_MAX = 400

const limit = Type.Integer({ minimum: 1 })

/** The limits that a deployment chooses: registry first, settings over it. A build notes them. */
export const LimitsSchema = Type.Object({
  searchLimitDefault: limit,
  searchLimitMax: limit,
  publicCallsPerMinute: limit,
  authorizationCallsPerMinute: limit,
})
export type Limits = Readonly<Static<typeof LimitsSchema>>

/** What the settings say over the registry; an absent member leaves the registry's value. */
export type LimitSettings = { readonly [Name in keyof Limits]?: number | undefined }

/** The limits in force: settings over registry (operator's guide, settings). */
export function limitsInForce(
  registry: {
    readonly search_limit_default: number
    readonly search_limit_max: number
    readonly public_calls_per_minute: number
    readonly authorization_calls_per_minute: number
  },
  settings: LimitSettings,
): Limits {
  const searchLimitMax = settings.searchLimitMax ?? registry.search_limit_max
  const searchLimitDefault = settings.searchLimitDefault ?? registry.search_limit_default
  return {
    // One may be a setting and the other data: what a search returns stays in the bounds it names.
    searchLimitDefault: Math.min(searchLimitDefault, searchLimitMax),
    searchLimitMax,
    publicCallsPerMinute: settings.publicCallsPerMinute ?? registry.public_calls_per_minute,
    authorizationCallsPerMinute:
      settings.authorizationCallsPerMinute ?? registry.authorization_calls_per_minute,
  }
}

/**
 * Where the limits that a build names are not those of the service that would answer for it, both
 * in words; absent where they agree. Descriptions must be true of the live service (contract 4.4).
 */
export function limitsDisagreement(built: Limits, inForce: Limits): string | undefined {
  const differing = LIMIT_SETTINGS.filter(([name]) => built[name] !== inForce[name])
  if (differing.length === 0) return undefined
  const formatLimits = (limits: Limits): string =>
    differing.map(([name, setting]) => `${setting}=${limits[name]}`).join(' ')
  return `it was made with ${formatLimits(built)}, and the settings give ${formatLimits(inForce)}`
}

/** The setting of each limit that a deployment chooses. */
export const LIMIT_SETTINGS = [
  ['searchLimitDefault', 'SEARCH_LIMIT_DEFAULT'],
  ['searchLimitMax', 'SEARCH_LIMIT_MAX'],
  ['publicCallsPerMinute', 'PUBLIC_CALLS_PER_MINUTE'],
  ['authorizationCallsPerMinute', 'AUTHORIZATION_CALLS_PER_MINUTE'],
] as const
