import type { JsonObject } from '../contract/json_rpc.ts'
import { memoize } from '../contract/memo.ts'

/** The tools of one registry: as the list shows them, and by name. */
type ToolCards<Entry> = {
  readonly cards: readonly JsonObject[]
  readonly byName: ReadonlyMap<string, Entry>
}

/** Cards are made once for each registry: a new build brings new names (contract 1, rule 7). */
export function cacheToolCards<Entry extends { readonly name: string }>(
  cardOf: (entry: Entry) => JsonObject,
): (registry: { readonly tools: readonly Entry[] }) => ToolCards<Entry> {
  return memoize(({ tools }) => ({
    cards: tools.map(cardOf),
    byName: new Map(tools.map((entry) => [entry.name, entry])),
  }))
}
