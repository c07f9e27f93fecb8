/** The two scopes that the service knows; no other is ever asked for (contract 1 and 5). */
export const BUSINESS_SCOPES = ['mcp:business:read', 'mcp:business:write'] as const
export type BusinessScope = (typeof BUSINESS_SCOPES)[number]
