import { ok } from '../../../contract/result.ts'
import { answerEntry, describe } from './_description.ts'
import { renderText } from './_markdown.ts'
import type { OperationModule } from './_module.ts'

export const operation: OperationModule<'operation'> = {
  run: ({ id }, { snapshot }) => {
    const found = describe('operation', id, snapshot)
    return found.ok ? ok({ operation: found.value }) : found
  },
  toMarkdown: (content) => renderText('operation', JSON.stringify(content.operation)),
  answer: (question) => {
    const { registry, published } = question.snapshot
    const entries = registry.operations
      .filter((each) => published.has(each.operation))
      .map(({ id, summary, description }) => ({ id, title: summary, description }))
    return answerEntry(question, 'operation', entries, ({ method, url }) => ` ${method} ${url}`)
  },
  subject: 'entry',
}
