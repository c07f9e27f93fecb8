import type { Static, TObject } from '@sinclair/typebox'
import { afterValue } from '../contract/after.ts'
import type { Descriptions } from '../contract/descriptions.ts'
import type { JsonObject } from '../contract/json_rpc.ts'
import { LIST_TOOL_RECORDS } from '../contract/limits.ts'
import { noteSearch } from '../contract/notice.ts'
import { type Operation, TOOL_INPUTS } from '../contract/operations.ts'
import type { PublicRefusal } from '../contract/public_error.ts'
import { err, ok, type Result } from '../contract/result.ts'
import { describeMatch } from '../contract/search_match.ts'
import type { Snapshot } from '../public_docs/mod.ts'
import { bindArguments } from './_bound_arguments.ts'
import { listChoices } from './_choices.ts'
import { readPages } from './_read_page.ts'

/**
 * What a public tool answers from. It has no grant and no header, so an attached token cannot
 * change what a public tool does (contract 1, rule 5).
 */
type PublicToolPorts = {
  readonly snapshot: Snapshot
  readonly searchLimit: number
}

/** The content of a result, or a sentence that says what is wrong and how the model can fix it. */
type ToolAnswer = Result<JsonObject, string>
type PublicTool = (args: unknown, ports: PublicToolPorts) => ToolAnswer | Promise<ToolAnswer>

/** The ten public tools, each bound to one operation of `public_docs` (shapes: operations). */
export const PUBLIC_TOOLS: Readonly<Record<Operation, PublicTool>> = {
  search: bind('search', TOOL_INPUTS.search, ({ query }, ports) => search(query, ports)),
  page: bind('page', TOOL_INPUTS.page, (args, { snapshot }) => readPages(args, snapshot)),
  pages: bind('pages', TOOL_INPUTS.pages, ({ kind, status, limit, after }, { snapshot }) => {
    const found = snapshot.pages(limit ?? LIST_TOOL_RECORDS, { kind, status }, after)
    if (!found.ok) return err(`${found.error.message}; leave out "after" to start again`)
    const { records, after: next } = found.value
    return ok({ pages: records, ...(next === undefined ? {} : { after: next }) })
  }),
  capability: bind('capability', TOOL_INPUTS.capability, ({ id }, { snapshot }) => {
    const found = snapshot.capability(id)
    if (!found.ok) return refuseChoice(found.error, 'capability', snapshot)
    const { capability, records } = found.value
    return ok({ capability, pages: records })
  }),
  capabilities: bind('capabilities', TOOL_INPUTS.capabilities, (_, { snapshot }) =>
    ok({ capabilities: snapshot.capabilities() }),
  ),
  status: bind('status', TOOL_INPUTS.status, (_, { snapshot }) =>
    ok({ pages: snapshot.status().pages }),
  ),
  changes: bind('changes', TOOL_INPUTS.changes, ({ limit }, { snapshot }) => {
    const changes = snapshot.changes()
    return ok({ changes: changes.slice(0, limit ?? undefined), total: changes.length })
  }),
  operation: bind('operation', TOOL_INPUTS.operation, ({ id }, ports) =>
    describe('operation', id, ports),
  ),
  workflow: bind('workflow', TOOL_INPUTS.workflow, ({ id }, ports) =>
    describe('workflow', id, ports),
  ),
  event: bind('event', TOOL_INPUTS.event, ({ type }, ports) => describe('event', type, ports)),
}

function describe(kind: keyof Descriptions, id: string, { snapshot }: PublicToolPorts): ToolAnswer {
  const found = snapshot.describe(kind, id)
  return found.ok ? ok({ [kind]: found.value }) : refuseChoice(found.error, kind, snapshot)
}

function refuseChoice(
  { message }: PublicRefusal,
  operation: Operation,
  { choices }: Snapshot,
): ToolAnswer {
  return err(`${message}; ${listChoices(choices[operation] ?? [])}`)
}

/** Checks the arguments against the closed schema of the operation, then runs it. */
function bind<Input extends TObject>(
  operation: Operation,
  input: Input,
  run: (args: Static<Input>, ports: PublicToolPorts) => ToolAnswer | Promise<ToolAnswer>,
): PublicTool {
  const readArguments = bindArguments(input)
  return (given, ports) => {
    const { snapshot } = ports
    const read = readArguments(given, () => toolNameOf(snapshot, operation), snapshot)
    if (!read.ok) {
      const { [operation]: ids } = snapshot.choices
      return err(ids === undefined ? read.error : `${read.error}; ${listChoices(ids)}`)
    }
    return afterValue(run(read.value, ports), (answer) => addCorpusVersion(answer, snapshot))
  }
}

/** Every result says which corpus it comes from (shapes: operations). */
function addCorpusVersion(answer: ToolAnswer, snapshot: Snapshot): ToolAnswer {
  if (!answer.ok) return answer
  const { version, generated } = snapshot.status()
  return ok({ version, generated, ...answer.value })
}

function search(query: string, { snapshot, searchLimit }: PublicToolPorts): ToolAnswer {
  const found = snapshot.search(query, searchLimit)
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
