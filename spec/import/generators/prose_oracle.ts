/**
 * Counts words and code blocks of a Markdown or MDX source in a simple way: by removing everything
 * that is not prose. It shares no code with the importer that it checks.
 */
export type SourceFacts = {
  /** How often each word of the prose occurs. */
  readonly words: ReadonlyMap<string, number>
  readonly code: readonly CodeBlock[]
}

/** A fenced block as CommonMark reads it: info string and content without the indentation. */
export type CodeBlock = { readonly info: string; readonly content: string; readonly line: number }

export function factsOf(text: string): SourceFacts {
  const lines = text
    .replace(/^\ufeff/, '')
    .replace(/\r\n?/g, '\n')
    .split('\n')
  const first = lines[0] === '---' ? lines.indexOf('---', 1) + 1 : 0
  const prose: string[] = []
  const code: CodeBlock[] = []
  for (let at = first; at < lines.length; at++) {
    const opening = /^([\s>]*(?:(?:[-*+]|\d+[.)])\s+)*)(`{3,}|~{3,})([^`]*)$/.exec(lines[at] ?? '')
    if (opening === null) {
      prose.push(lines[at] ?? '')
      continue
    }
    const [, prefix = '', marker = '', info = ''] = opening
    const content: string[] = []
    const line = at + 1
    for (at++; at < lines.length; at++) {
      const quoted = prefix.includes('>')
      const row = (lines[at] ?? '').replace(quoted ? /^\s*> ?/ : /(?!)/, '')
      const trimmed = row.trim()
      if (trimmed.startsWith(marker) && trimmed.replaceAll(marker.charAt(0), '') === '') break
      content.push(row.slice(indentWithin(row, quoted ? 0 : prefix.length)))
    }
    code.push({ info: info.trim(), content: content.map((row) => `${row}\n`).join(''), line })
    prose.push('')
  }
  return { words: countWords(extractProse(prose.join('\n'))), code }
}

function indentWithin(row: string, most: number): number {
  return Math.min(/^[ \t]*/.exec(row)?.[0].length ?? 0, most)
}

// An attribute may hold strings and, in braces, JSX with braces of its own.
const STRING = String.raw`"[^"\n]*"|'[^'\n]*'|\`[^\`]*\``
const INNER = String.raw`(?:[^{}"'\`]|${STRING}|\{[^{}]*\})*`
const BRACES = String.raw`\{(?:[^{}"'\`]|${STRING}|\{${INNER}\})*\}`
const VALUE = String.raw`"[^"]*"|'[^']*'|${BRACES}|[^\s"'>{]+`
const ATTRIBUTE = String.raw`[\w:-]+(?:=(?:${VALUE}))?|${BRACES}`
const TAG = new RegExp(String.raw`<\/?[A-Za-z][\w.-]*(?:\s+(?:${ATTRIBUTE}))*\s*\/?>`, 'g')

function extractProse(text: string): string {
  return text
    .replace(/(`+)(?!`)([\s\S]*?[^`])\1(?!`)/g, (_, _ticks, inner: string) =>
      /\n\s*\n/.test(inner) ? _ : ` ${inner.replace(/[<>{}[\]()]/g, ' ')} `,
    )
    .replace(/<!--[\s\S]*?-->|\{\/\*[\s\S]*?\*\/\}/g, ' ')
    .replace(/^import\s.*from\s+['"].*$/gm, ' ')
    .replace(/\{#[\w-]+\}\s*$/gm, ' ')
    .replace(TAG, ' ')
    .replace(/\{\s*(["'])\s*(?:\\n)?\s*\1\s*\}/g, ' ')
    .replace(/\]\((?:<[^>]*>|(?:[^()\s]|\([^()]*\))*)(?:\s+"[^"]*")?\)/g, '] ')
    .replace(/^\s*\[[^\]]+\]:\s+\S+.*$/gm, ' ')
    .replace(/<https?:[^>]*>/g, ' ')
    .replace(/&[a-z]+;/g, ' ')
    .replace(/^[\s>]*\d+[.)]\s/gm, ' ')
}

/** Counts the words of a text: runs of letters and digits, ignoring case. */
export function countWords(text: string): ReadonlyMap<string, number> {
  const counts = new Map<string, number>()
  for (const [word] of text.toLowerCase().matchAll(/[\p{L}\p{N}]+/gu)) {
    counts.set(word, (counts.get(word) ?? 0) + 1)
  }
  return counts
}

/** Words of the source that are missing from the result, with their counts. */
export function findMissing(
  source: ReadonlyMap<string, number>,
  result: ReadonlyMap<string, number>,
): ReadonlyMap<string, number> {
  const lacking = [...source]
    .map(([word, count]) => [word, count - (result.get(word) ?? 0)] as const)
    .filter(([, count]) => count > 0)
  return new Map(lacking)
}

export function sumCounts(counts: ReadonlyMap<string, number>): number {
  return [...counts.values()].reduce((sum, count) => sum + count, 0)
}
