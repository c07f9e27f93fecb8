import type { Static, TObject } from '@sinclair/typebox'
import { afterValue } from '../contract/after.ts'
import type { Descriptions } from '../contract/descriptions.ts'
import type { JsonObject } from '../contract/json_rpc.ts'
import { LIST_TOOL_RECORDS } from '../contract/limits.ts'
import { noteSearch } from '../contract/notice.ts'
import { OPERATIONS, type Operation, type OperationContent } from '../contract/operations/mod.ts'
import type { PublicRefusal } from '../contract/public_error.ts'
import { err, ok, type Result } from '../contract/result.ts'
import { describeMatch } from '../contract/search_match.ts'
import type { Snapshot } from '../public_docs/mod.ts'
import { bindArguments } from './_bound_arguments.ts'
import { listChoices } from './_choices.ts'
import { readPages } from './_read_page.ts'
import { renderMarkdown } from './_result_markdown.ts'

/**
 * What a public tool answers from. It has no grant and no header, so an attached token cannot
 * change what a public tool does (contract 1, rule 5).
 */
type PublicToolPorts = {
  readonly snapshot: Snapshot
  readonly searchLimit: number
}

/** The content of a result, or a sentence that says what is wrong and how the model can fix it. */
type ToolAnswer<Content> = Result<Content, string>

/** Every result says which corpus it comes from (shapes: operations). */
type PublicResult = {
  readonly content: JsonObject
  /** The same as Markdown, with what there is to note. */
  readonly toMarkdown: (note: string) => string
}

type PublicTool = (
  args: unknown,
  ports: PublicToolPorts,
) => ToolAnswer<PublicResult> | Promise<ToolAnswer<PublicResult>>

/** The ten public tools, each bound to one operation of `public_docs` (shapes: operations). */
export const PUBLIC_TOOLS: Readonly<Record<Operation, PublicTool>> = {
  search: bind('search', OPERATIONS.search.input, ({ query }, ports) => search(query, ports)),
  page: bind('page', OPERATIONS.page.input, (args, { snapshot }) => readPages(args, snapshot)),
  pages: bind('pages', OPERATIONS.pages.input, ({ kind, status, limit, after }, { snapshot }) => {
    const found = snapshot.pages(limit ?? LIST_TOOL_RECORDS, { kind, status }, after)
    if (!found.ok) return err(`${found.error.message}; leave out "after" to start again`)
    const { records, after: next } = found.value
    return ok({ pages: records, ...(next === undefined ? {} : { after: next }) })
  }),
  capability: bind('capability', OPERATIONS.capability.input, ({ id }, { snapshot }) => {
    const found = snapshot.capability(id)
    if (!found.ok) return refuseChoice(found.error, 'capability', snapshot)
    const { capability, records } = found.value
    return ok({ capability, pages: records })
  }),
  capabilities: bind('capabilities', OPERATIONS.capabilities.input, (_, { snapshot }) =>
    ok({ capabilities: snapshot.capabilities() }),
  ),
  status: bind('status', OPERATIONS.status.input, (_, { snapshot }) =>
    ok({ pages: snapshot.status().pages }),
  ),
  changes: bind('changes', OPERATIONS.changes.input, ({ limit }, { snapshot }) => {
    const changes = snapshot.changes()
    return ok({ changes: changes.slice(0, limit ?? LIST_TOOL_RECORDS), total: changes.length })
  }),
  operation: bind('operation', OPERATIONS.operation.input, ({ id }, ports) => {
    const found = describe('operation', id, ports)
    return found.ok ? ok({ operation: found.value }) : found
  }),
  workflow: bind('workflow', OPERATIONS.workflow.input, ({ id }, ports) => {
    const found = describe('workflow', id, ports)
    return found.ok ? ok({ workflow: found.value }) : found
  }),
  event: bind('event', OPERATIONS.event.input, ({ type }, ports) => {
    const found = describe('event', type, ports)
    return found.ok ? ok({ event: found.value }) : found
  }),
}

function describe(
  kind: keyof Descriptions,
  id: string,
  { snapshot }: PublicToolPorts,
): ToolAnswer<JsonObject> {
  const found = snapshot.describe(kind, id)
  return found.ok ? found : refuseChoice(found.error, kind, snapshot)
}

function refuseChoice(
  { message }: PublicRefusal,
  operation: Operation,
  { choices }: Snapshot,
): ToolAnswer<never> {
  return err(`${message}; ${listChoices(choices[operation] ?? [])}`)
}

/** Checks the arguments against the closed schema of the operation, then runs it. */
function bind<Name extends Operation, Input extends TObject>(
  operation: Name,
  input: Input,
  run: (
    args: Static<Input>,
    ports: PublicToolPorts,
  ) => ToolAnswer<OperationContent<Name>> | Promise<ToolAnswer<OperationContent<Name>>>,
): PublicTool {
  const readArguments = bindArguments(input)
  return (given, ports) => {
    const { snapshot } = ports
    const read = readArguments(given, () => toolNameOf(snapshot, operation), snapshot)
    if (!read.ok) {
      const { [operation]: ids } = snapshot.choices
      return err(ids === undefined ? read.error : `${read.error}; ${listChoices(ids)}`)
    }
    return afterValue(run(read.value, ports), (answer) =>
      answer.ok ? ok(toResult(operation, answer.value, snapshot)) : answer,
    )
  }
}

function toResult<Name extends Operation>(
  operation: Name,
  content: OperationContent<Name>,
  snapshot: Snapshot,
): PublicResult {
  const { version, generated } = snapshot.status()
  return {
    content: { version, generated, ...content },
    toMarkdown: (note) => renderMarkdown(operation, content, { version, generated, note }),
  }
}

function search(
  query: string,
  { snapshot, searchLimit }: PublicToolPorts,
): ToolAnswer<OperationContent<'search'>> {
  const found = snapshot.search(query, { atMost: searchLimit })
  snapshot.countSearch?.({ query, rating: found.rate() })
  const { degraded, records } = found
  const notes = noteSearch(records.length, degraded)
  return ok({
    outcome: records.length === 0 ? 'nothing_found' : 'found',
    degraded,
    results: records,
    ...describeMatch(found),
    ...(notes.length === 0 ? {} : { note: notes.join(' ') }),
  })
}

function toolNameOf(snapshot: Snapshot, operation: Operation): string {
  const entry = snapshot.registry.tools.find((tool) => tool.operation === operation)
  return entry?.name ?? operation
}
