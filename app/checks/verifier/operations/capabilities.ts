import type { JsonObject } from '../../../contract/json_rpc.ts'
import { objectsAt, textsAt } from '../json.ts'
import { joinLines, nameText } from '../result_markdown.ts'
import type { OperationCheck } from './_check.ts'

export const capabilities: OperationCheck = {
  listStatements: (content) => objectsAt(content, 'capabilities').flatMap(listCapability),
}

export function listCapability(capability: JsonObject): readonly string[] {
  const { id, title, description, status, notice } = capability
  const ids = textsAt(capability, 'pages').join(' ')
  return [
    joinLines(`### ${title}`),
    ...nameText('notice', notice),
    joinLines(`capability ${id}, status: ${status}, pages: ${ids}. ${description}`),
  ]
}
