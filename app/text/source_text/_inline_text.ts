import type { Token } from 'markdown-it'

const BREAKS: ReadonlySet<string> = new Set(['softbreak', 'hardbreak', 'line_break'])

export function readInlineText(tokens: readonly Token[]): string {
  return tokens
    .map((token) => {
      if (BREAKS.has(token.type)) return '\n'
      if (token.type === 'image') return readInlineText(token.children ?? [])
      return token.content
    })
    .join('')
}
