import { escapeHtml } from '../../../contract/html_escape.ts'

/** HTML that is safe to send: only `html` makes it, and it escapes every text. */
export type Markup = { readonly markup: string }

type Part = Markup | readonly Markup[] | string | number | undefined | false

/** Builds HTML; texts between tags and in quoted attributes are escaped. */
export function html(strings: TemplateStringsArray, ...parts: readonly Part[]): Markup {
  const markup = strings.reduce((text, next, at) => `${text}${renderPart(parts[at - 1])}${next}`)
  return { markup }
}

export function textOf({ markup }: Markup): string {
  return markup
}

function renderPart(part: Part): string {
  if (part === undefined || part === false) return ''
  if (typeof part === 'number') return String(part)
  if (typeof part === 'string') return escapeHtml(part)
  return 'markup' in part ? part.markup : part.map(textOf).join('')
}
