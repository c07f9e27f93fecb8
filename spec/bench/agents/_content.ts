/** What a model reads of a list of tools; hosts keep output schemas to themselves. */
export function describeTools(tools: unknown): string {
  const cards = tools as readonly { readonly outputSchema?: object }[]
  return JSON.stringify({ tools: cards.map(({ outputSchema: _, ...card }) => card) })
}

/** What a model reads of the result of a call. */
export function readText(result: unknown): string {
  const { content } = result as { readonly content: readonly { readonly text: string }[] }
  return content.map(({ text }) => text).join('\n')
}
