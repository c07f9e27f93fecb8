import type { JsonObject } from '../../../contract/json_rpc.ts'
import type { Agent } from '../a2a.ts'
import type { Checks } from '../findings.ts'
import type { Corpus } from '../reading.ts'

export type ComparedCorpus = Corpus & {
  readonly agent: Agent | undefined
  /** What every interface searches for. */
  readonly queries: readonly string[]
}

/** What must be true of an operation, written from its description alone. */
export type OperationCheck = {
  /**
   * What the Markdown of a result must say, statement by statement and in this order, and nothing
   * else: written from its description, and not with the code that renders it, which is under test.
   */
  readonly listStatements: (content: JsonObject) => readonly string[]
  /** Compares the tool with other interfaces, where no check of the whole corpus does. */
  readonly compare?: (corpus: ComparedCorpus, checks: Checks) => Promise<void>
}
