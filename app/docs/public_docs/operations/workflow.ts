import { ok } from '../../../contract/result.ts'
import { answerEntry, describe } from './_description.ts'
import { renderText } from './_markdown.ts'
import type { OperationModule } from './_module.ts'

export const workflow: OperationModule<'workflow'> = {
  run: ({ id }, { snapshot }) => {
    const found = describe('workflow', id, snapshot)
    return found.ok ? ok({ workflow: found.value }) : found
  },
  toMarkdown: (content) => renderText('workflow', JSON.stringify(content.workflow)),
  answer: (question) => {
    return answerEntry(question, 'workflow', question.snapshot.registry.workflows)
  },
  subject: 'entry',
}
