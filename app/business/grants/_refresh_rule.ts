/** The stored facts about a refresh token when a client presents it. */
export type RefreshFacts = {
  readonly ends: number
  readonly usedAt: number | undefined
  readonly superseded: boolean
  readonly successors: readonly { readonly used: boolean; readonly superseded: boolean }[]
}

export type RefreshUse = 'first' | 'overlap' | 'reuse' | 'ended'

/**
 * Processes of one client may share a token, and a response can get lost. So the previous token may
 * be presented once more, shortly after its use and while its successor is unused. Any other reuse
 * means that the token was stolen (RFC 9700 section 4.14.2).
 */
export function classifyRefresh(
  token: RefreshFacts,
  { now, overlap }: { readonly now: number; readonly overlap: number },
): RefreshUse {
  if (token.superseded) return 'reuse'
  if (token.usedAt === undefined) return token.ends > now ? 'first' : 'ended'
  // Two servers' clocks may differ a little, in either direction.
  const isRecent = Math.abs(now - token.usedAt) < overlap
  const [successor, ...others] = token.successors
  const isUntouched = successor !== undefined && !successor.used && !successor.superseded
  return isRecent && isUntouched && others.length === 0 ? 'overlap' : 'reuse'
}
