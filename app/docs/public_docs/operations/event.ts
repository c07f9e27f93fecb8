import { ok } from '../../../contract/result.ts'
import { answerEntry, describe } from './_description.ts'
import { renderText } from './_markdown.ts'
import type { OperationModule } from './_module.ts'

export const event: OperationModule<'event'> = {
  run: ({ type }, { snapshot }) => {
    const found = describe('event', type, snapshot)
    return found.ok ? ok({ event: found.value }) : found
  },
  toMarkdown: (content) => renderText('event', JSON.stringify(content.event)),
  answer: (question) => {
    const entries = question.snapshot.registry.events.types.map(({ type, title, description }) => ({
      id: type,
      title,
      description,
    }))
    return answerEntry(question, 'event', entries)
  },
  subject: 'entry',
}
