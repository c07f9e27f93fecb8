import type { Attribute } from './_tags.ts'
import type { Fence } from './fences.ts'

/** A piece of a Markdown or MDX source; the pieces cover the whole source. */
export type Token = { readonly start: number; readonly end: number } & (
  | { readonly kind: 'text' }
  | { readonly kind: 'code' }
  | { readonly kind: 'indented' }
  | { readonly kind: 'comment' }
  | { readonly kind: 'module' }
  | { readonly kind: 'expression' }
  | { readonly kind: 'anchor' }
  | { readonly kind: 'fence'; readonly fence: Fence }
  | {
      readonly kind: 'open'
      readonly name: string
      readonly attributes: readonly Attribute[]
      readonly selfClosing: boolean
    }
  | { readonly kind: 'close'; readonly name: string }
)
