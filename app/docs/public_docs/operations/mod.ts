import type { Operation } from '../../../contract/operations/mod.ts'
import type { OperationModule } from './_module.ts'
import { capabilities } from './capabilities.ts'
import { capability } from './capability.ts'
import { changes } from './changes.ts'
import { event } from './event.ts'
import { operation } from './operation.ts'
import { page } from './page.ts'
import { pages } from './pages.ts'
import { search } from './search.ts'
import { status } from './status.ts'
import { workflow } from './workflow.ts'

export { renderResult } from './_markdown.ts'
export {
  type Answer,
  type ExampleCall,
  type ExampleCorpus,
  type OperationPorts,
  type Question,
  refuseParams,
  type SkillAnswer,
  type SkillRefusal,
  type Understanding,
  type Values,
  type Violation,
} from './_module.ts'
export { findPage } from './_read_page.ts'
export { endSentence, joinLines, listChoices } from './_wording.ts'

/** What each operation does, and how it is said. */
export const MODULES: { readonly [Name in Operation]: OperationModule<Name> } = {
  search,
  status,
  pages,
  page,
  capabilities,
  capability,
  changes,
  operation,
  workflow,
  event,
}
