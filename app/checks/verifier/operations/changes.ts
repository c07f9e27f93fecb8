import type { JsonObject } from '../../../contract/json_rpc.ts'
import { objectsAt } from '../json.ts'
import { joinLines, listFacts, nameText } from '../result_markdown.ts'
import type { OperationCheck } from './_check.ts'

export const changes: OperationCheck = {
  listStatements: (content) => [
    listFacts(content, ['total']),
    ...objectsAt(content, 'changes').flatMap(listChange),
  ],
}

function listChange(change: JsonObject): readonly string[] {
  return [
    joinLines(`### ${change.title}`),
    listFacts(change, ['id', 'date', 'capability', 'status', 'url']),
    ...nameText('summary', change.summary),
  ]
}
