import type { Static, TObject } from '@sinclair/typebox'
import { TypeCompiler } from '@sinclair/typebox/compiler'
import { fitsSchema } from '../../contract/arguments.ts'
import { err, ok, type Result } from '../../contract/result.ts'
import type { Snapshot } from '../../docs/public_docs/mod.ts'
import { describeProblems } from './_arguments.ts'
import { readToolArguments } from './_tool_arguments.ts'

/** Reads what a model sent for a tool; the error is a sentence by which it can fix the call. */
type ReadArguments<Input extends TObject> = (
  given: unknown,
  nameTool: () => string,
  snapshot: Snapshot,
) => Result<Static<Input>, string>

/** Checks arguments against the closed schema of a tool, which is compiled once. */
export function bindArguments<Input extends TObject>(input: Input): ReadArguments<Input> {
  const checker = TypeCompiler.Compile(input)
  return (given, nameTool, { registry }) => {
    const read = readToolArguments(given, input, registry.argument_aliases)
    if (!read.ok) return err(`Cannot call "${nameTool()}": ${read.error}`)
    const args = read.value
    if (fitsSchema(checker, args)) return ok(args)
    return err(describeProblems(nameTool(), input, checker.Errors(args)))
  }
}
