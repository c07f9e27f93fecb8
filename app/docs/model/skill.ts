import type { JsonObject } from '../../contract/json_rpc.ts'
import type { Place } from '../../contract/problem.ts'

/** A skill of the corpus: a folder of files with instructions for an agent. */
export type CorpusSkill = {
  readonly name: string
  /** Its folder, for messages. */
  readonly place: Place
  readonly frontMatter: JsonObject
  /** Sorted by path below its folder. */
  readonly files: readonly { readonly path: string; readonly bytes: Uint8Array }[]
}
