import type { BusinessAnswer } from '../../app/business/tools/mod.ts'
import type { Grant } from '../../app/contract/authority.ts'
import type { BusinessTool } from '../../app/contract/business.ts'
import type { BusinessScope } from '../../app/contract/oauth.ts'
import { type BusinessFixture, EXAMPLE, READ, WRITE } from '../business/tools/business_fixture.ts'
import { findBusinessOf } from '../business/tools/expected_records.ts'

// Nothing here names a tool: each tool of the registry is called with what its schema requires.

/** Valid arguments for a tool, from its schema; ids name records of the bakery. */
export function buildArguments(tool: BusinessTool): Record<string, unknown> {
  const { properties = {}, required = [] } = schemaOf(tool)
  return Object.fromEntries(
    required.map((name) => [name, valueFor(name, properties[name] ?? {}, tool)]),
  )
}

export type Schema = {
  readonly properties?: Readonly<Record<string, Schema>>
  readonly required?: readonly string[]
  readonly type?: string
  readonly enum?: readonly unknown[]
  readonly pattern?: string
  readonly minLength?: number
}

export function schemaOf(tool: BusinessTool): Schema {
  return tool.input_schema as Schema
}

function valueFor(name: string, schema: Schema, tool: BusinessTool): unknown {
  if (schema.enum !== undefined) return schema.enum[0]
  if (schema.type === 'object') return {}
  if (schema.type === 'integer' || schema.type === 'number') return 1
  if (schema.type === 'boolean') return true
  const named = idOf(name, tool, 'biz_bakery')
  if (named !== undefined) return named
  return schema.pattern?.includes('[0-9]{4}-') === true ? '2026-12-01' : 'rolls'
}

/** The id of a record of a business, if the argument's name says that it is an id. */
function idOf(name: string, tool: BusinessTool, businessId: string): string | undefined {
  const type =
    name === 'id' ? tool.with?.type : name.endsWith('_id') ? name.slice(0, -3) : undefined
  return type === undefined ? undefined : idsOf(String(type), businessId)[0]
}

function idsOf(type: string, businessId: string): readonly string[] {
  return EXAMPLE.records
    .filter((record) => record.type === type && findBusinessOf(type, record.fields) === businessId)
    .map(({ id }) => id)
}

/** Calls a tool as the MCP interface does: first the token is checked, then the call is made. */
export async function call(
  here: BusinessFixture,
  tool: BusinessTool,
  header: string | null,
  args: unknown = buildArguments(tool),
): Promise<string> {
  const answer =
    tool.scope === READ
      ? await callAuthorised(here, header, READ, (grant) => here.read(grant, tool.name, args))
      : await callAuthorised(here, header, WRITE, (grant) => {
          return here.write(grant, tool.name, args, createKey(tool))
        })
  return typeof answer === 'string' ? answer : answer.answer
}

async function callAuthorised<Scope extends BusinessScope>(
  { grants }: BusinessFixture,
  header: string | null,
  scope: Scope,
  make: (grant: Grant<Scope>) => Promise<BusinessAnswer>,
): Promise<BusinessAnswer | string> {
  const granted = await grants.authorise(header, scope)
  return granted.ok ? await make(granted.value) : granted.error.reason
}

let keys = 0
export function createKey({ idempotency }: BusinessTool): string | undefined {
  keys += 1
  return idempotency === 'none' ? undefined : `key-${keys}`
}

/** Answers of a call that succeeded. */
export const SUCCESS: ReadonlySet<string> = new Set(['records', 'applied', 'held'])

export function toBearer(token: string): string {
  return `Bearer ${token}`
}
