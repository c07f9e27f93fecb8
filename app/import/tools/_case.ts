import { type Problem, problemAt } from '../../contract/problem.ts'
import { createResolver, type Resolver } from '../../docs/api_reference/description.ts'
import { type Budget, createBudget } from '../../text/source_text/budget.ts'
import type { Choices } from './_choices.ts'
import type { ApiDocument, ApiOperation } from './_document.ts'

/** One operation on its way to a tool, with all that is wrong or worth a word. */
export type Case = {
  readonly document: ApiDocument
  readonly operation: ApiOperation
  readonly choices: Choices
  readonly resolver: Resolver
  readonly problems: Problem[]
  readonly notes: Problem[]
  /** Inputs that a choice spoke of. */
  readonly marked: Set<string>
  /** Schemas, and their parts and members, that the operation may lead to. */
  readonly budget: Budget
}

/** More has no tool that a model could call; few schemas that name each other can make it. */
const SCHEMAS_MAX = 1_000

export function openCase(document: ApiDocument, operation: ApiOperation, choices: Choices): Case {
  const problems: Problem[] = []
  const { file, description } = document
  const resolver = createResolver(description, (line, what, fix) => {
    problems.push(problemAt({ file, line, column: 1 }, what, fix))
  })
  const budget = createBudget(SCHEMAS_MAX)
  return { document, operation, choices, resolver, problems, notes: [], marked: new Set(), budget }
}

/** Adds a problem at the first line, from the operation on, that names something. */
export function refuse(
  { document: { file, description }, operation, problems }: Case,
  name: string | undefined,
  what: string,
  fix: string,
): void {
  const line = name === undefined ? operation.line : description.lineWith(name, operation.line)
  problems.push(problemAt({ file, line, column: 1 }, `${operation.id}: ${what}`, fix))
}

/** Says what a tool does without. */
export function note({ document: { file }, operation, notes }: Case, what: string): void {
  const place = { file, line: operation.line, column: 1 }
  notes.push(problemAt(place, `${operation.id}: ${what}`, 'nothing to do if no caller needs it'))
}
