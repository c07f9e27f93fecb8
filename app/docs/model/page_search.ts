/** The values of `search` in front matter; a page without it is found as any other. */
export const STANDINGS_WRITTEN = ['low', 'hidden'] as const
type WrittenStanding = (typeof STANDINGS_WRITTEN)[number]

/** What a page says about search. */
export type PageSearch = {
  /** Words of readers that neither its title nor its description has. */
  readonly keywords: readonly string[]
  readonly standing: 'normal' | WrittenStanding
}

export function isStanding(text: string): text is WrittenStanding {
  return STANDINGS_WRITTEN.some((standing) => standing === text)
}
