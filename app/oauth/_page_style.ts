import type { Markup } from './_page_markup.ts'
import sheet from './page_style.css' with { type: 'text' }

/** The style of all pages; each page includes it, and the policy allows it by its digest. */
export const STYLE: Markup = { markup: sheet }

/** The style as a source of a Content-Security-Policy (CSP level 3, section 2.3.1). */
export const STYLE_SOURCE: Promise<string> = digestSource(sheet)

async function digestSource(text: string): Promise<string> {
  const digest = await crypto.subtle.digest('SHA-256', new TextEncoder().encode(text))
  return `'sha256-${new Uint8Array(digest).toBase64()}'`
}
