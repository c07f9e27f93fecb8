/** A page that matches, as the HTTP API gives it; only what the dialog shows. */
export type Hit = {
  readonly title: string
  readonly href: string
  readonly heading: string
  readonly text: string
  readonly status: string
}

/** What the API answered. */
export type Answer =
  | {
      readonly kind: 'found'
      readonly hits: readonly Hit[]
      readonly isWeak: boolean
      readonly unmatched: readonly string[]
      /** What words that nothing matched were taken for. */
      readonly corrected: readonly string[]
    }
  | { readonly kind: 'too many' }
  | { readonly kind: 'failed' }

/** Most hits of one query. */
export const HITS_MAX = 12

/** Asks the public HTTP API; rejects only if the request was given up. */
export async function requestHits(
  api: string,
  query: string,
  signal: AbortSignal,
): Promise<Answer> {
  const parameters = new URLSearchParams({ q: query, limit: String(HITS_MAX) })
  try {
    const answer = await fetch(`${api}?${parameters}`, { signal })
    if (answer.status === 429) return { kind: 'too many' }
    const list: unknown = answer.ok ? await answer.json() : undefined
    if (!Array.isArray(list)) return { kind: 'failed' }
    return {
      kind: 'found',
      hits: list.map(toHit),
      isWeak: answer.headers.get('search-outcome') === 'weak',
      unmatched: readStrings(answer.headers.get('search-unmatched') ?? ''),
      corrected: readStrings(answer.headers.get('search-corrected') ?? ''),
    }
  } catch (error) {
    if (signal.aborted) throw error
    return { kind: 'failed' }
  }
}

/** Addresses are those of the public service: only their path counts, as in a preview. */
function toHit(record: unknown): Hit {
  const { title, url, description, status, section } = Object(record)
  const { heading, anchor, snippet } = Object(section)
  const path = new URL(String(url), location.href).pathname
  return {
    title: String(title),
    href: typeof anchor === 'string' && anchor !== '' ? `${path}#${anchor}` : path,
    heading: typeof heading === 'string' ? heading : '',
    text: typeof snippet === 'string' && snippet !== '' ? snippet : String(description),
    status: String(status),
  }
}

/** The strings and display strings of a list or dictionary (RFC 9651, sections 3.3.3, 3.3.8). */
function readStrings(header: string): readonly string[] {
  return [...header.matchAll(/(%?)"((?:\\.|[^"\\])*)"/g)].map(([, mark, text = '']) => {
    if (mark === '') return text.replace(/\\(.)/g, '$1')
    try {
      return decodeURIComponent(text)
    } catch {
      return text
    }
  })
}
