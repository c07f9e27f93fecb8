import { listFacts } from '../result_markdown.ts'
import type { OperationCheck } from './_check.ts'

export const status: OperationCheck = {
  listStatements: (content) => [listFacts(content, ['pages'])],
}
