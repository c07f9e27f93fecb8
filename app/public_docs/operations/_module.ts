import type {
  HttpOperation,
  Operation,
  OperationArguments,
  OperationContent,
} from '../../contract/operations/mod.ts'
import type { Result } from '../../contract/result.ts'
import type { Snapshot } from '../_public_docs.ts'
import type { HttpModule } from './_http.ts'
import type { Question, SkillOutcome } from './_skill.ts'

/**
 * What an operation answers from. It has no grant and no header, so an attached token cannot
 * change what a public tool does (contract 1, rule 5).
 */
export type OperationPorts = { readonly snapshot: Snapshot; readonly searchLimit: number }

/** A content, or a sentence that says what is wrong and how a model can fix the call. */
export type Answer<Content> = Result<Content, string>

/**
 * What a skill needs a text for, which decides how much a text asks for it: `anything` is searched
 * for; a `page` or a `capability` has to be named; the `corpus` is no subject; an `entry` may be.
 */
type Subject = 'anything' | 'page' | 'capability' | 'corpus' | 'entry'

/** An operation over a snapshot, and how its content is said. */
export type OperationModule<Name extends Operation> = {
  readonly run: (
    args: OperationArguments<Name>,
    ports: OperationPorts,
  ) => Answer<OperationContent<Name>> | Promise<Answer<OperationContent<Name>>>
  /** The content as lines of Markdown: see _markdown.ts. */
  readonly toMarkdown: (content: OperationContent<Name>) => readonly string[]
  /** The answer of a skill that is bound to the operation. */
  readonly answer: (question: Question) => SkillOutcome | Promise<SkillOutcome>
  readonly subject: Subject
} & (Name extends HttpOperation ? { readonly http: HttpModule } : object)
