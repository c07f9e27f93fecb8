import { objectsAt } from '../json.ts'
import { listRecords, nameText } from '../result_markdown.ts'
import type { OperationCheck } from './_check.ts'

export const pages: OperationCheck = {
  listStatements: (content) => [
    ...nameText('after', content.after),
    ...listRecords(objectsAt(content, 'pages')),
  ],
}
