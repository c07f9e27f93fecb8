import type { JsonObject } from '../../../contract/json_rpc.ts'
import type { Check } from '../findings.ts'
import { at, objectsAt, textAt } from '../json.ts'
import { ITEMS_MAX } from '../openapi.ts'
import type { Reading } from '../reading.ts'
import { nameText } from '../result_markdown.ts'
import type { OperationCheck } from './_check.ts'

export const workflow: OperationCheck = {
  listStatements: (content) => nameText('workflow', JSON.stringify(content.workflow)),
  compare: (corpus, checks) => compareWorkflowTool(corpus, checks.of('descriptions')),
}

/** MCP describes each workflow as the Arazzo document does (contract 1, rule 1). */
async function compareWorkflowTool(
  { files: { arazzo }, mcp }: Reading,
  check: Check,
): Promise<void> {
  await Promise.all(
    objectsAt(arazzo, 'workflows')
      .slice(0, ITEMS_MAX)
      .map(async (workflow) => {
        const id = textAt(workflow, 'workflowId') ?? ''
        const answer = at(await mcp.run('workflow', { id }), 'workflow')
        const steps = objectsAt(workflow, 'steps').map((step) => withActions(step, arazzo))
        check.equal('MCP', `workflow ${id}`, { ...workflow, steps }, answer)
      }),
  )
}

/** A step with the shared actions that it names in place of their names. */
function withActions(step: JsonObject, arazzo: unknown): JsonObject {
  if (step.onFailure === undefined) return step
  const onFailure = objectsAt(step, 'onFailure').map((action) => {
    const path = textAt(action, 'reference')?.split('.').slice(1)
    return path === undefined ? action : at(arazzo, 'components', ...path)
  })
  return { ...step, onFailure }
}
