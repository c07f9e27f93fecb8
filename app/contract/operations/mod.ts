import type { Static } from '@sinclair/typebox'
import type { HttpRoute } from './_definition.ts'
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

export type { HttpRoute } from './_definition.ts'

/**
 * The operations of `public_docs`; each is one public MCP tool, and some are routes of the HTTP API
 * (shapes: operations). Their order is that of messages which list them.
 */
export const OPERATIONS = {
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
} as const
export type Operation = keyof typeof OPERATIONS

export type HttpOperation = {
  [Name in Operation]: (typeof OPERATIONS)[Name]['http'] extends HttpRoute ? Name : never
}[Operation]

export type OperationArguments<Name extends Operation> = Static<(typeof OPERATIONS)[Name]['input']>

/** What the tool returns, besides version and build instant of the corpus. */
export type OperationContent<Name extends Operation> = ReadonlyValue<
  Static<(typeof OPERATIONS)[Name]['output']>
>

/** Nobody changes a value of a snapshot. */
type ReadonlyValue<Value> = Value extends readonly (infer Item)[]
  ? readonly ReadonlyValue<Item>[]
  : { readonly [Name in keyof Value]: ReadonlyValue<Value[Name]> }

export const OPERATION_NAMES: readonly Operation[] = Object.keys(OPERATIONS).filter(isOperation)
export const HTTP_OPERATIONS: readonly HttpOperation[] = OPERATION_NAMES.filter(isHttpOperation)

function isOperation(name: string): name is Operation {
  return Object.hasOwn(OPERATIONS, name)
}

function isHttpOperation(name: Operation): name is HttpOperation {
  return OPERATIONS[name].http !== undefined
}

export function httpRoute(operation: HttpOperation): HttpRoute {
  return OPERATIONS[operation].http
}

export function mapOperations<Value>(
  make: (operation: Operation) => Value,
): Readonly<Record<Operation, Value>> {
  const made: Partial<Record<Operation, Value>> = Object.fromEntries(
    OPERATION_NAMES.map((name) => [name, make(name)]),
  )
  if (hasEvery(made)) return made
  throw new Error('Cannot map the operations: a name is absent')
}

function hasEvery<Value>(
  made: Partial<Record<Operation, Value>>,
): made is Record<Operation, Value> {
  return OPERATION_NAMES.every((name) => Object.hasOwn(made, name))
}

/** Prefix of the public HTTP API (contract 4.2), and what it takes (contract 1, rule 3). */
export const HTTP_API_PREFIX = '/api/public/docs'
export const HTTP_API_ALLOW = 'GET, HEAD, OPTIONS'

/** Names that the contract itself fixes: a registry that renames one is refused. */
export const FIXED_TOOL_NAMES: Readonly<Record<string, string>> = { search: 'search_public_docs' }
export const FIXED_HTTP_PATHS: Readonly<Record<string, string>> = {
  search: '/search',
  status: '/status',
}

export const TOOL_ARGUMENTS: readonly string[] = [
  ...new Set(OPERATION_NAMES.flatMap((name) => Object.keys(OPERATIONS[name].input.properties))),
]
