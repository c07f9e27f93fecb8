import type { JsonObject } from '../../../contract/json_rpc.ts'
import { objectsAt } from '../json.ts'
import { listRecords, nameText } from '../result_markdown.ts'
import type { OperationCheck } from './_check.ts'

export const pages: OperationCheck = {
  listStatements: (content) => [
    ...nameText('after', content.after),
    ...objectsAt(content, 'sisters').flatMap((sister) => nameText('sister', nameSister(sister))),
    ...listRecords(objectsAt(content, 'pages')),
  ],
}

function nameSister({ label, version, language, latest, url }: JsonObject): string {
  const newest = latest === true ? ' (latest)' : ''
  return `${label}: version ${version}${newest}, language ${language}, ${url}`
}
