import { describe, expect } from 'bun:test'
import type { BusinessTool } from '../../app/contract/business.ts'
import { createBusinessFixture, READ, WRITE } from '../business/tools/business_fixture.ts'
import { type ApiCall, createApiProduct } from '../import/tools/api_product.ts'
import { importPublic, PUBLIC_DOCUMENTS } from '../import/tools/imported_tools.ts'
import { verifies } from '../requirements/verifies.ts'
import { forEachStore } from '../support/stores.ts'
import { call, type Schema, SUCCESS, schemaOf, toBearer } from './isolation.ts'
import { TOKENS } from './tokens.ts'

forEachStore((name, open) => {
  // The tools are new here, and the store is not: one of them is enough.
  if (name !== 'sqlite') return
  describe('isolation matrix of imported tools', () => {
    for (const document of PUBLIC_DOCUMENTS) {
      for (const isOpen of [true, false]) {
        verifies(
          ['rule.private_needs_scope', 'auth.checked_at_call', 'tools.import'],
          `each tool of ${document.file}, every token, the business ${isOpen ? 'active' : 'gone'}`,
          async () => {
            const registry = await importPublic(document)
            const product = createApiProduct(registry)
            for (const { kind, header, opens, refusedAs } of TOKENS) {
              const here = await createBusinessFixture(await open(), {
                registry,
                domain: () => product.domain(() => here.time.now),
              })
              const credential = await header(here)
              if (!isOpen) product.closed.add('biz_bakery')
              for (const tool of registry.tools) {
                const answer = await call(here, tool, credential)
                const may = isOpen && opens.includes(tool.scope)
                const why = opens.includes(tool.scope) ? 'refused' : (refusedAs ?? 'scope_missing')
                const as = may && SUCCESS.has(answer) ? 'allowed' : answer
                expect([kind, tool.name, as]).toEqual([kind, tool.name, may ? 'allowed' : why])
              }
              product.closed.clear()
            }
            expect(placesOf(product.calls, registry.tools)).toEqual(new Set(['biz_bakery']))
          },
        )
      }

      verifies(
        ['auth.derived_from_grant', 'rule.business_reach', 'domain.http_api'],
        `ids of another business in all arguments of each tool of ${document.file} lead nowhere`,
        async () => {
          const registry = await importPublic(document)
          // Held calls reach the product later; here each call does at once.
          for (const tool of registry.tools) Object.assign(tool, { hold: 'domain' })
          const product = createApiProduct(registry)
          const here = await createBusinessFixture(await open(), {
            registry,
            domain: () => product.domain(() => here.time.now),
          })
          for (const [own, other] of [
            ['biz_bakery', 'biz_cycles'],
            ['biz_cycles', 'biz_bakery'],
          ] as const) {
            const credential = toBearer(await here.token('ada', own, [READ, WRITE]))
            // Neither business is asked about for the other.
            product.closed.add(other)
            for (const tool of registry.tools) {
              const answer = await call(here, tool, credential, fillAll(schemaOf(tool), other))
              expect([tool.name, SUCCESS.has(answer), answer]).toEqual([tool.name, true, answer])
            }
            product.closed.clear()
            expect(product.calls).toHaveLength(registry.tools.length)
            expect(placesOf(product.calls.splice(0), registry.tools)).toEqual(new Set([own]))
          }
        },
      )
    }
  })
})

/** The businesses of calls: that of the context, and what stands where the grant fills a path. */
function placesOf(calls: readonly ApiCall[], tools: readonly BusinessTool[]): ReadonlySet<unknown> {
  return new Set(
    calls.flatMap(({ context, target }) => {
      const http = tools.find(({ operation }) => operation === context.operation)?.http
      const filled = (http?.inputs ?? []).flatMap((input) =>
        'grant' in input && input.in === 'path' ? [`{${input.name}}`] : [],
      )
      const parts = target.replace(/\?.*/, '').split('/')
      const places = (http?.path ?? '').split('/').map((part, at) => [part, parts[at]] as const)
      const given = places.flatMap(([part, value]) => (filled.includes(part ?? '') ? [value] : []))
      return [context.business_id, ...given]
    }),
  )
}

/** A value for every member, required or not; any text is the one that is given. */
function fillAll(schema: Schema & { readonly items?: Schema }, text: string): unknown {
  if (schema.enum !== undefined) return schema.enum[0]
  switch (schema.type) {
    case 'object': {
      const members = Object.entries(schema.properties ?? {})
      return Object.fromEntries(members.map(([name, each]) => [name, fillAll(each, text)]))
    }
    case 'array':
      return [fillAll(schema.items ?? {}, text)]
    case 'integer':
    case 'number':
      return 1
    case 'boolean':
      return true
    default:
      return text
  }
}
