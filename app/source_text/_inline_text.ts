import type { Token } from 'markdown-it'

/** The words of inline tokens. */
export function readInlineText(tokens: readonly Token[]): string {
  return tokens
    .map((token) => {
      if (token.type === 'softbreak' || token.type === 'hardbreak') return '\n'
      if (token.type === 'image') return readInlineText(token.children ?? [])
      return token.content
    })
    .join('')
}
