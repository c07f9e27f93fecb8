/** How a page is laid out for people. */
export type PageLayout = {
  /** `landing` is the front of a site, `wide` a text without the margins of one. */
  readonly kind: 'text' | 'wide' | 'landing'
  /** Whether "On this page" stands beside the text. */
  readonly hasContents: boolean
}

export const PLAIN_LAYOUT: PageLayout = { kind: 'text', hasContents: true }
