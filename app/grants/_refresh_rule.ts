/** What is known of a refresh token when somebody shows it. */
export type RefreshFacts = {
  readonly ends: number
  readonly usedAt: number | undefined
  readonly superseded: boolean
  readonly successors: readonly { readonly used: boolean; readonly superseded: boolean }[]
}

export type RefreshUse = 'first' | 'overlap' | 'reuse' | 'ended'

/**
 * Several processes of one client share a token, and an answer can be lost: the token before the
 * last may be shown once more, shortly after its use and while its successor is unused. Anything
 * else that comes twice was stolen from one of two holders (RFC 9700 section 4.14.2).
 */
export function classifyRefresh(
  token: RefreshFacts,
  { now, overlap }: { readonly now: number; readonly overlap: number },
): RefreshUse {
  if (token.superseded) return 'reuse'
  if (token.usedAt === undefined) return token.ends > now ? 'first' : 'ended'
  // Clocks of two servers may differ a little, in either direction.
  const isRecent = Math.abs(now - token.usedAt) < overlap
  const [successor, ...others] = token.successors
  const isUntouched = successor !== undefined && !successor.used && !successor.superseded
  return isRecent && isUntouched && others.length === 0 ? 'overlap' : 'reuse'
}
