import type { JsonObject } from '../../contract/json_rpc.ts'
import { memoize } from '../../contract/memo.ts'

/** The tools of one source: as the list shows them, and by name. */
type ToolCards<Entry> = {
  readonly cards: readonly JsonObject[]
  readonly byName: ReadonlyMap<string, Entry>
}

/** Cards are made once for each source: a new build brings new names (contract 1, rule 7). */
export function cacheToolCards<Source extends object, Entry extends { readonly name: string }>(
  toolsOf: (source: Source) => readonly Entry[],
  cardOf: (entry: Entry, source: Source) => JsonObject,
): (source: Source) => ToolCards<Entry> {
  return memoize((source) => ({
    cards: toolsOf(source).map((entry) => cardOf(entry, source)),
    byName: new Map(toolsOf(source).map((entry) => [entry.name, entry])),
  }))
}
