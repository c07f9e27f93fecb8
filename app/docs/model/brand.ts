import type { FontMetrics } from '../../contract/registry_theme.ts'
import type { ImageSize } from '../../text/source_text/markdown.ts'

/** The files that a registry may name below `theme`. */
export const BRAND_FILES = [
  'logo.light',
  'logo.dark',
  'favicon',
  'social_card',
  'fonts.body',
  'fonts.headings',
  'fonts.code',
  'stylesheet',
] as const
export type BrandFileName = (typeof BRAND_FILES)[number]

/** A file of the brand as read. */
export type BrandFile = {
  readonly bytes: Uint8Array
  /** The end of its name, in lower case: `svg`. */
  readonly extension: string
  /** Absent for what is no picture. */
  readonly size: ImageSize | undefined
  /** Present for a font alone. */
  readonly metrics?: FontMetrics
  /** Present for a font that the program carries, not the corpus. */
  readonly isCarried?: true
}

/** What the registry names below `theme`, as far as it could be read. */
export type BrandFiles = Readonly<Partial<Record<BrandFileName, BrandFile>>>
