import { openSearchData, writeSearchData } from '../../../app/public_docs/mod.ts'
import type { Maker } from './engine.ts'

/** Our engine as the service has it: the press writes bytes, the service opens them. */
export function ours(): Maker {
  return {
    name: 'ours',
    build: (documents) => {
      const bytes = writeSearchData(documents)
      const opened = openSearchData(bytes)
      if (!opened.ok) throw new Error(opened.error)
      const index = opened.value
      return {
        search: (query, limit) => index.search(query, limit).map(({ page }) => page),
        bytes: bytes.length,
      }
    },
  }
}
