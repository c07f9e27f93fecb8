import type { JsonObject } from '../../../contract/json_rpc.ts'
import { OPERATION_NAMES, type Operation } from '../../../contract/operations/mod.ts'
import type { Checks } from '../findings.ts'
import { listFacts, nameText } from '../result_markdown.ts'
import type { ComparedCorpus, OperationCheck } from './_check.ts'
import { capabilities } from './capabilities.ts'
import { capability } from './capability.ts'
import { changes } from './changes.ts'
import { event } from './event.ts'
import { operation } from './operation.ts'
import { page } from './page.ts'
import { pages } from './pages.ts'
import { search } from './search.ts'
import { status } from './status.ts'
import { workflow } from './workflow.ts'

const CHECKS: Readonly<Record<Operation, OperationCheck>> = {
  search,
  status,
  pages,
  page,
  capabilities,
  capability,
  changes,
  operation,
  workflow,
  event,
}

/** What the Markdown of a result must say. */
export function listStatements(operation: Operation, content: JsonObject): readonly string[] {
  return [
    listFacts(content, ['version', 'generated']),
    ...nameText('note', content.note),
    ...CHECKS[operation].listStatements(content),
  ]
}

export async function compareEachOperation(corpus: ComparedCorpus, checks: Checks): Promise<void> {
  await Promise.all(OPERATION_NAMES.map((name) => CHECKS[name].compare?.(corpus, checks)))
}
