import type { JsonObject } from '../contract/json_rpc.ts'

/** The tools of one registry: as the list shows them, and by name. */
type ToolCards<Entry> = {
  readonly cards: readonly JsonObject[]
  readonly byName: ReadonlyMap<string, Entry>
}

/** Cards are made once for each registry: a new build brings new names (contract 1, rule 7). */
export function cacheToolCards<Entry extends { readonly name: string }>(
  cardOf: (entry: Entry) => JsonObject,
): (registry: { readonly tools: readonly Entry[] }) => ToolCards<Entry> {
  const cache = new WeakMap<object, ToolCards<Entry>>()
  return (registry) => {
    const known = cache.get(registry)
    if (known !== undefined) return known
    const tools = {
      cards: registry.tools.map(cardOf),
      byName: new Map(registry.tools.map((entry) => [entry.name, entry])),
    }
    cache.set(registry, tools)
    return tools
  }
}
