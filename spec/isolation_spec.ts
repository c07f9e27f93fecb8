import { describe, expect, test } from 'bun:test'
import fc from 'fast-check'
import type { BusinessAnswer } from '../app/business/mod.ts'
import type { Grant } from '../app/contract/authority.ts'
import type { BusinessTool } from '../app/contract/business.ts'
import type { BusinessScope } from '../app/contract/scopes.ts'
import { EXAMPLE, type Office, office, READ, REGISTRY, WRITE } from './_office.ts'
import { forEachStore } from './_stores.ts'
import { verifies } from './_verifies.ts'

// Nothing here names a tool: each tool of the registry is called with what its schema asks for.

/** Arguments that are in order and name a record of the bakery, by the schema of a tool. */
function argumentsFor(tool: BusinessTool): Record<string, unknown> {
  const { properties = {}, required = [] } = schemaOf(tool)
  return Object.fromEntries(
    required.map((name) => [name, valueFor(name, properties[name] ?? {}, tool)]),
  )
}

type Schema = {
  readonly properties?: Readonly<Record<string, Schema>>
  readonly required?: readonly string[]
  readonly type?: string
  readonly enum?: readonly unknown[]
  readonly pattern?: string
  readonly minLength?: number
}

function schemaOf(tool: BusinessTool): Schema {
  return tool.input_schema as Schema
}

function valueFor(name: string, schema: Schema, tool: BusinessTool): unknown {
  if (schema.enum !== undefined) return schema.enum[0]
  if (schema.type === 'object') return {}
  if (schema.type === 'integer') return 1
  const named = idOf(name, tool, 'biz_bakery')
  if (named !== undefined) return named
  return schema.pattern?.includes('[0-9]{4}-') === true ? '2026-12-01' : 'rolls'
}

/** The id of a record of a business, where an argument is an id by its name. */
function idOf(name: string, tool: BusinessTool, businessId: string): string | undefined {
  const type =
    name === 'id' ? tool.with?.type : name.endsWith('_id') ? name.slice(0, -3) : undefined
  return type === undefined ? undefined : idsOf(String(type), businessId)[0]
}

function idsOf(type: string, businessId: string): readonly string[] {
  return EXAMPLE.records
    .filter((record) => record.type === type && businessOf(type, record.fields) === businessId)
    .map(({ id }) => id)
}

function businessOf(type: string, fields: Readonly<Record<string, unknown>>): unknown {
  const reach = REGISTRY.records.find((entry) => entry.type === type)?.reach
  if (reach === undefined || reach.rule === 'none') return undefined
  if (reach.rule === 'column') return fields[reach.field]
  const link = EXAMPLE.records.find(
    (record) => record.type === reach.through && record.id === fields[reach.field],
  )
  return link === undefined ? undefined : businessOf(link.type, link.fields)
}

/** Calls a tool as the MCP window does: the token is judged first, then the call is made. */
async function call(
  here: Office,
  tool: BusinessTool,
  header: string | null,
  args: unknown = argumentsFor(tool),
): Promise<string> {
  const answer =
    tool.scope === READ
      ? await authorised(here, header, READ, (grant) => here.read(grant, tool.name, args))
      : await authorised(here, header, WRITE, (grant) => {
          return here.write(grant, tool.name, args, keyFor(tool))
        })
  return typeof answer === 'string' ? answer : answer.answer
}

async function authorised<Scope extends BusinessScope>(
  { grants }: Office,
  header: string | null,
  scope: Scope,
  make: (grant: Grant<Scope>) => Promise<BusinessAnswer>,
): Promise<BusinessAnswer | string> {
  const granted = await grants.authorise(header, scope)
  return granted.ok ? await make(granted.value) : granted.error.reason
}

let keys = 0
function keyFor({ idempotency }: BusinessTool): string | undefined {
  keys += 1
  return idempotency === 'none' ? undefined : `key-${keys}`
}

const SUCCESS: ReadonlySet<string> = new Set(['records', 'applied', 'held'])

type TokenKind = {
  readonly kind: string
  readonly header: (here: Office) => Promise<string | null>
  /** Scopes for which such a token lets a call through while the business is active. */
  readonly opens: readonly BusinessScope[]
  readonly refusedAs?: string
}

const bearer = (token: string) => `Bearer ${token}`
const tokenFor = (scopes: readonly BusinessScope[]) => async (here: Office) =>
  bearer(await here.token('ada', 'biz_bakery', scopes))

const TOKENS: readonly TokenKind[] = [
  { kind: 'no token', header: async () => null, opens: [], refusedAs: 'credential_missing' },
  { kind: 'an empty header', header: async () => '', opens: [], refusedAs: 'credential_missing' },
  { kind: 'garbage', header: async () => 'Bearer x', opens: [], refusedAs: 'token_invalid' },
  { kind: 'basic', header: async () => 'Basic eDp5', opens: [], refusedAs: 'token_invalid' },
  {
    kind: 'an integration key',
    header: async () => 'Bearer ik_live_0123456789abcdef0123456789abcdef',
    opens: [],
    refusedAs: 'token_invalid',
  },
  {
    kind: 'an unknown token of our form',
    header: async () => bearer(`lt_at_${'A'.repeat(43)}`),
    opens: [],
    refusedAs: 'token_invalid',
  },
  {
    kind: 'two tokens',
    header: async (here) => {
      const token = await here.token('ada', 'biz_bakery', [READ, WRITE])
      return `Bearer ${token}, Bearer ${token}`
    },
    opens: [],
    refusedAs: 'token_invalid',
  },
  {
    kind: 'an expired token',
    header: async (here) => {
      const token = await here.token('ada', 'biz_bakery', [READ, WRITE])
      here.time.now += 3600_000
      return bearer(token)
    },
    opens: [],
    refusedAs: 'token_invalid',
  },
  {
    kind: 'a revoked token',
    header: async (here) => {
      const token = await here.token('ada', 'biz_bakery', [READ, WRITE])
      await here.grants.revokeToken(token, 'desk')
      return bearer(token)
    },
    opens: [],
    refusedAs: 'token_invalid',
  },
  {
    kind: 'a token of a revoked grant',
    header: async (here) => {
      const token = await here.token('ada', 'biz_bakery', [READ, WRITE])
      const { user } = await here.signIn('ada')
      for (const { id } of await here.grants.grantsOf(user)) await here.grants.revokeGrant(user, id)
      return bearer(token)
    },
    opens: [],
    refusedAs: 'token_invalid',
  },
  { kind: 'a read token', header: tokenFor([READ]), opens: [READ] },
  { kind: 'a write token', header: tokenFor([WRITE]), opens: [WRITE] },
  { kind: 'a token of both', header: tokenFor([READ, WRITE]), opens: [READ, WRITE] },
]

type BusinessCase = {
  readonly state: string
  readonly open: boolean
  readonly make: (here: Office) => Promise<unknown>
}

const BUSINESSES: readonly BusinessCase[] = [
  { state: 'active', open: true, make: async () => undefined },
  {
    state: 'archived',
    open: false,
    make: (here) => here.change("UPDATE business SET state = 'archived' WHERE id = 'biz_bakery'"),
  },
  {
    state: 'removed',
    open: false,
    make: (here) => here.change("UPDATE business SET state = 'removed' WHERE id = 'biz_bakery'"),
  },
  {
    state: 'left by its member',
    open: false,
    make: (here) => here.change("DELETE FROM membership WHERE business_id = 'biz_bakery'"),
  },
  {
    state: 'in a removed workspace',
    open: false,
    make: (here) => here.change("UPDATE workspace SET state = 'removed'"),
  },
]

forEachStore((_name, open) => {
  describe('isolation matrix', () => {
    for (const { kind, header, opens, refusedAs } of TOKENS) {
      for (const { state, open: isOpen, make } of BUSINESSES) {
        verifies(
          ['rule.private_needs_scope', 'auth.checked_at_call', 'auth.refused_without_scope'],
          `each private tool, ${kind}, a business that is ${state}`,
          async () => {
            const here = await office(await open())
            const shown = await header(here)
            await make(here)
            for (const tool of REGISTRY.tools) {
              const told = await call(here, tool, shown)
              const may = isOpen && opens.includes(tool.scope)
              const why = opens.includes(tool.scope) ? 'refused' : (refusedAs ?? 'scope_missing')
              const as = may && SUCCESS.has(told) ? 'allowed' : told
              expect([tool.name, as]).toEqual([tool.name, may ? 'allowed' : why])
            }
          },
        )
      }
    }

    test('a token of one business reaches no record of the two others', async () => {
      const here = await office(await open())
      for (const [subject, own] of [
        ['ada', 'biz_bakery'],
        ['ada', 'biz_cycles'],
        ['ben', 'biz_heating'],
      ] as const) {
        const grant = await here.reader(subject, own)
        for (const tool of REGISTRY.tools.filter(({ kind }) => kind === 'read')) {
          const answer = await here.read(grant, tool.name, argumentsFor(tool))
          const text = JSON.stringify(answer)
          for (const { type, id, fields } of EXAMPLE.records) {
            const at = businessOf(type, fields)
            if (at !== own) expect(text).not.toContain(`"${id}"`)
          }
        }
      }
    })
  })

  describe('threat 34', () => {
    verifies(
      'auth.derived_from_grant',
      'threat 34: an id of another business, in any argument of any tool, is an unknown id',
      async () => {
        const here = await office(await open())
        const [reader, writer] = [
          await here.reader('ada', 'biz_bakery'),
          await here.writer('ada', 'biz_bakery'),
        ]
        const foreign = EXAMPLE.records.filter(
          ({ type, fields }) => businessOf(type, fields) !== 'biz_bakery',
        )
        const told = async (tool: BusinessTool, args: unknown) =>
          tool.kind === 'read'
            ? await here.read(reader, tool.name, args)
            : await here.write(writer, tool.name, args, keyFor(tool))
        const before = await stored(here)
        // Reads first: a write may put the id into a text of our own business, where it is found.
        for (const kind of ['read', 'write'] as const) {
          await fc.assert(
            fc.asyncProperty(
              fc.constantFrom(...placesOf(kind)),
              fc.constantFrom(...foreign),
              fc.stringMatching(/^[a-z][a-z0-9_]{3,30}_unknown$/),
              async ({ tool, name }, record, unknown) => {
                const known = await told(tool, { ...argumentsFor(tool), [name]: record.id })
                const other = await told(tool, { ...argumentsFor(tool), [name]: unknown })
                expect(sameBut(known, record.id)).toEqual(sameBut(other, unknown))
                for (const text of textsOf(record.fields)) {
                  expect(JSON.stringify(known)).not.toContain(text)
                }
              },
            ),
            { numRuns: 120 },
          )
        }
        // Records of others are as they were, whatever was written into our own business.
        const after = await stored(here)
        for (const { id } of foreign) expect(after.get(id)).toBe(before.get(id) ?? '')
      },
    )

    test('threat 34: a selector in arguments is refused, whatever it names', async () => {
      const here = await office(await open())
      const reader = await here.reader('ada', 'biz_bakery')
      const selectors = ['business_id', 'businessId', 'business', 'workspace', 'workspace_id']
      for (const tool of REGISTRY.tools.filter(({ kind }) => kind === 'read')) {
        for (const name of [...selectors, 'tenant', 'account', 'organisation']) {
          const args = { ...argumentsFor(tool), [name]: 'biz_cycles' }
          const answer = await here.read(reader, tool.name, args)
          expect(answer).toMatchObject({
            answer: 'refused',
            message: `Cannot call "${tool.name}": argument "${name}" is unknown`,
          })
        }
      }
    })
  })

  describe('threat 35', () => {
    const ends: readonly (readonly [string, string])[] = [
      ['archived', "UPDATE business SET state = 'archived' WHERE id = 'biz_bakery'"],
      ['removed', "UPDATE business SET state = 'removed' WHERE id = 'biz_bakery'"],
      ['left by its member', "DELETE FROM membership WHERE business_id = 'biz_bakery'"],
    ]
    for (const [state, change] of ends) {
      verifies(
        'auth.checked_at_call',
        `threat 35: of 200 calls around the moment when a business is ${state}, none succeeds after it`,
        async () => {
          const here = await office(await open())
          const header = bearer(await here.token('ada', 'biz_bakery', [READ, WRITE]))
          let ended = false
          const late: string[] = []
          const calls = Array.from({ length: 200 }, async (_, at) => {
            const tool = REGISTRY.tools[at % REGISTRY.tools.length]
            if (tool === undefined) return ''
            await Bun.sleep(at / 10)
            const began = ended
            const told = await call(here, tool, header)
            if (began && SUCCESS.has(told)) late.push(tool.name)
            return told
          })
          await Bun.sleep(8)
          await here.change(change)
          ended = true
          const committed = await writesIn(here)
          const words = await Promise.all(calls)
          expect(late).toEqual([])
          expect(words.some((word) => word === 'refused')).toBe(true)
          // A write that was answered after the commit was made before it.
          expect(await writesIn(here)).toBe(committed)
        },
      )
    }
  })
})

/** Every argument of every tool of a kind. */
function placesOf(
  kind: BusinessTool['kind'],
): readonly { readonly tool: BusinessTool; readonly name: string }[] {
  return REGISTRY.tools
    .filter((tool) => tool.kind === kind)
    .flatMap((tool) => Object.keys(schemaOf(tool).properties ?? {}).map((name) => ({ tool, name })))
}

/** Texts by which a record would be known; short ones stand in other records too. */
function textsOf(fields: Readonly<Record<string, unknown>>): readonly string[] {
  const texts = Object.values(fields).filter((value) => typeof value === 'string')
  return texts.filter((text) => text.length > 12)
}

/** An answer with the id that was asked for, and ids that were just made, taken out of it. */
function sameBut(answer: BusinessAnswer, id: string): string {
  return JSON.stringify(answer)
    .replaceAll(JSON.stringify(id), '"(the id)"')
    .replaceAll(/"appr_\w{22}"|"[a-z_]+_[0-9A-Za-z]{22}"/g, '"(made)"')
}

async function stored({ store }: Office): Promise<ReadonlyMap<string, string>> {
  const rows = await store.sql.all('SELECT id, fields, version FROM domain_record')
  return new Map(rows.map((row) => [String(row.id), `${row.version} ${row.fields}`]))
}

/** Everything that a write leaves behind. */
async function writesIn({ store }: Office): Promise<string> {
  const texts = [
    'SELECT type, id, version FROM domain_record ORDER BY type, id',
    'SELECT id FROM held_approval ORDER BY id',
  ]
  return JSON.stringify(await Promise.all(texts.map((text) => store.sql.all(text))))
}
