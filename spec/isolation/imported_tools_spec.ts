import { describe, expect } from 'bun:test'
import { createBusinessFixture } from '../business/business_fixture.ts'
import { verifies } from '../requirements/verifies.ts'
import { forEachStore } from '../support/stores.ts'
import { createApiProduct } from '../tool_import/api_product.ts'
import { importPublic, PUBLIC_DOCUMENTS } from '../tool_import/imported_tools.ts'
import { call, SUCCESS } from './isolation.ts'
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
            const places = product.calls.map(({ context }) => context.business_id)
            expect(new Set(places)).toEqual(new Set(['biz_bakery']))
          },
        )
      }
    }
  })
})
