import type { JsonObject } from '../../../contract/json_rpc.ts'
import { objectsAt, textsAt } from '../json.ts'
import { joinLines, listFacts, listObjects, listRecords, nameText } from '../result_markdown.ts'
import type { OperationCheck } from './_check.ts'

export const page: OperationCheck = {
  listStatements: ({ note: _, ...first }) => [first, ...objectsAt(first, 'more')].flatMap(listPage),
}

function listPage(text: JsonObject): readonly string[] {
  if (text.problem !== undefined) {
    return [joinLines(`### ${text.id}`), ...nameText('problem', text.problem)]
  }
  return [
    ...listRecords(listObjects(text.page)),
    listFacts(text, ['truncated']),
    ...nameText('next_section', text.next_section),
    ...nameText('note', text.note),
    ...nameText('sections', textsAt(text, 'sections').join(' ')),
    ...nameText('markdown', text.markdown),
  ]
}
