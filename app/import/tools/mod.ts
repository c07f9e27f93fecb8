import type { BusinessTool } from '../../contract/business.ts'
import {
  type Problem,
  problemAt,
  quote,
  sortProblems,
  startOfFile,
} from '../../contract/problem.ts'
import { err, ok, type Result } from '../../contract/result.ts'
import { replaceFile } from '../../foundation/files/replacement.ts'
import { encodeUtf8 } from '../../text/source_text/escape.ts'
import { findNearest } from '../../text/source_text/nearest_word.ts'
import { locateCorpusFile } from '../../text/source_text/source_file.ts'
import { type Case, openCase } from './_case.ts'
import { type Choices, mergeChoices, readOwnChoices } from './_choices.ts'
import { type ApiDocument, type ApiOperation, readDocument } from './_document.ts'
import { type Draft, draftTool } from './_drafts.ts'
import { addDrafts, type RegistryFile, readRegistry } from './_registry_file.ts'

export { type Choices, readChoices } from './_choices.ts'

/** An operation of a document, and why it cannot be a tool as it is. */
export type ListedOperation = {
  readonly id: string
  readonly call: string
  readonly problems: readonly Problem[]
}

/** What was written, or would be. */
export type ToolImport = {
  readonly file: string
  readonly text: string
  readonly tools: readonly BusinessTool[]
  readonly notes: readonly Problem[]
}

/** What can be chosen from a document. */
export async function listApiOperations(
  path: string,
  corpusDir: string,
): Promise<Result<readonly ListedOperation[], readonly Problem[]>> {
  const read = await readBoth(path, corpusDir)
  if (!read.ok) return read
  const { document, file } = read.value
  return ok(
    document.operations.map((operation) => {
      const { here } = makeDraft(document, operation, {}, file)
      const { id, method, path: address } = operation
      return { id, call: `${method} ${address}`, problems: here.problems }
    }),
  )
}

/**
 * Adds the tools of chosen operations to the `business.yaml` of a corpus, or says everything that
 * keeps one of them from being a tool; then nothing is written.
 */
export async function importTools(wishes: {
  readonly path: string
  readonly corpusDir: string
  readonly operations: readonly string[]
  readonly choices: Choices
  readonly isTrial?: boolean
}): Promise<Result<ToolImport, readonly Problem[]>> {
  const { path, corpusDir, operations: ids, choices, isTrial = false } = wishes
  const read = await readBoth(path, corpusDir)
  if (!read.ok) return read
  const { document, file } = read.value
  const chosen = ids.map((id) => document.operations.find((operation) => operation.id === id))
  const unknown = ids.filter((_, at) => chosen[at] === undefined)
  if (unknown.length > 0) return err(unknown.map((id) => explainUnknown(document, id)))
  const made = chosen.flatMap((operation) => {
    return operation === undefined ? [] : [makeDraft(document, operation, choices, file)]
  })
  const problems = [
    ...made.flatMap(({ here }) => here.problems),
    ...findUnusedMarks(
      document,
      made.map(({ here }) => here),
      choices,
    ),
  ]
  if (problems.length > 0) return err(sortProblems(problems))
  const drafts = made.flatMap(({ draft }) => (draft === undefined ? [] : [draft]))
  const text = addDrafts(file, drafts)
  if (!text.ok) return text
  if (!isTrial) await replaceFile(file.file.path, encodeUtf8(text.value))
  const notes = sortProblems(made.flatMap(({ here }) => here.notes))
  return ok({
    file: file.file.name,
    text: text.value,
    tools: drafts.map(({ tool }) => tool),
    notes,
  })
}

async function readBoth(path: string, corpusDir: string) {
  const [document, file] = await Promise.all([
    readDocument(path),
    readRegistry(locateCorpusFile(corpusDir, 'business.yaml')),
  ])
  if (!document.ok || !file.ok) {
    return err([...(document.ok ? [] : document.error), ...(file.ok ? [] : file.error)])
  }
  return ok({ document: document.value, file: file.value })
}

function makeDraft(
  document: ApiDocument,
  operation: ApiOperation,
  given: Choices,
  { registry }: RegistryFile,
): { readonly here: Case; readonly draft: Draft | undefined } {
  const own = operation.extensions.map(readOwnChoices)
  const here = openCase(
    document,
    operation,
    mergeChoices(...own.map(({ choices }) => choices), given),
  )
  const place = { file: document.file, line: operation.line, column: 1 }
  for (const name of own.flatMap(({ dropped }) => dropped)) {
    const what = `${operation.id}: "x-lectern" sets ${quote(name)}, which no document may set`
    here.notes.push(problemAt(place, what, 'if it is right, give it as an option of the command'))
  }
  for (const { wrong } of own) {
    if (wrong === undefined) continue
    const what = `${operation.id}: "x-lectern" has ${quote(wrong)}, which it cannot have`
    here.problems.push(
      problemAt(place, what, 'write it as the help of the command describes its options'),
    )
  }
  return { here, draft: draftTool(here, registry.records) }
}

function explainUnknown({ file, operations }: ApiDocument, id: string): Problem {
  const nearest = findNearest(
    id,
    operations.map((operation) => operation.id),
  )
  const fix =
    nearest === undefined ? 'import without --operation to list them' : `write ${quote(nearest)}`
  return problemAt(startOfFile(file), `the document has no operation ${quote(id)}`, fix)
}

/** A mark of the command line that no operation has an input for is probably misspelt. */
function findUnusedMarks(
  { file }: ApiDocument,
  cases: readonly Case[],
  { from_grant: grants = {}, not_tenant: reasons = {}, leave_out: left = [] }: Choices,
): readonly Problem[] {
  const names = new Set([...Object.keys(grants), ...Object.keys(reasons), ...left])
  return [...names]
    .filter((name) => !cases.some(({ marked }) => marked.has(name)))
    .map((name) => {
      const what = `no chosen operation has an input ${quote(name)} that needs a mark`
      return problemAt(startOfFile(file), what, 'write its name as in the document, or remove it')
    })
}
