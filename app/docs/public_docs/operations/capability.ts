import { ok } from '../../../contract/result.ts'
import { renderRecords } from './_markdown.ts'
import type { OperationModule } from './_module.ts'
import { refuseChoice } from './_wording.ts'
import { answerCapabilities, renderCapability } from './capabilities.ts'

export const capability: OperationModule<'capability'> = {
  run: ({ id }, { snapshot }) => {
    const found = snapshot.capability(id)
    if (!found.ok) return refuseChoice(found.error, snapshot.choices.capability)
    return ok({ capability: found.value.capability, pages: found.value.records })
  },
  toMarkdown: (content) => [
    ...renderCapability(content.capability),
    '',
    ...renderRecords(content.pages),
  ],
  answer: answerCapabilities,
  subject: 'capability',
}
