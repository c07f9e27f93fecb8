import type { JsonObject } from '../../contract/json_rpc.ts'
import { mapOperations, OPERATIONS, type Operation } from '../../contract/operations/mod.ts'
import { afterValue, err, ok } from '../../contract/result.ts'
import type { Snapshot } from '../../docs/public_docs/mod.ts'
import {
  type Answer,
  listChoices,
  MODULES,
  type OperationPorts,
  renderResult,
} from '../../docs/public_docs/operations/mod.ts'
import { bindArguments } from './_bound_arguments.ts'

/** Every result says which corpus it comes from (shapes: operations). */
export type PublicResult = {
  readonly content: JsonObject
  /** The same as Markdown, with what there is to note. */
  readonly toMarkdown: (note: string) => string
}

type PublicTool = (
  args: unknown,
  ports: OperationPorts,
) => Answer<PublicResult> | Promise<Answer<PublicResult>>

/** The public tools, each bound to one operation of `public_docs` (shapes: operations). */
export const PUBLIC_TOOLS: Readonly<Record<Operation, PublicTool>> = mapOperations(bindOperation)

/** Checks the arguments against the closed schema of the operation, then runs it. */
function bindOperation<Name extends Operation>(operation: Name): PublicTool {
  const { run, toMarkdown } = MODULES[operation]
  const readArguments = bindArguments(OPERATIONS[operation].input)
  return (given, ports) => {
    const { snapshot } = ports
    const read = readArguments(given, () => toolNameOf(snapshot, operation), snapshot)
    if (!read.ok) {
      const { [operation]: ids } = snapshot.choices
      return err(ids === undefined ? read.error : `${read.error}; ${listChoices(ids)}`)
    }
    return afterValue(run(read.value, ports), (answer) => {
      if (!answer.ok) return answer
      const { version, generated } = snapshot.status()
      return ok({
        content: { version, generated, ...answer.value },
        toMarkdown: (note) => renderResult({ version, generated, note }, toMarkdown(answer.value)),
      })
    })
  }
}

function toolNameOf(snapshot: Snapshot, operation: Operation): string {
  const entry = snapshot.registry.tools.find((tool) => tool.operation === operation)
  return entry?.name ?? operation
}
