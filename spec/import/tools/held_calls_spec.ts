import { expect } from 'bun:test'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { BusinessRegistry } from '../../../app/contract/business.ts'
import { openStore } from '../../../app/foundation/store/open.ts'
import { createBusinessFixture } from '../../business/tools/business_fixture.ts'
import { verifies } from '../../requirements/verifies.ts'
import { createApiProduct } from './api_product.ts'
import { importPublic, PUBLIC_DOCUMENTS } from './imported_tools.ts'

async function openHeld() {
  const [figma] = PUBLIC_DOCUMENTS
  if (figma === undefined) throw new Error('Cannot open "figma": there is no document')
  const registry = await importPublic(figma)
  const folder = await mkdtemp(join(tmpdir(), 'lectern-tools-'))
  const store = await openStore(`sqlite:${join(folder, 'store.sqlite')}`)
  if (!store.ok) throw new Error(store.error)
  const close = async (): Promise<void> => {
    await store.value.close()
    await rm(folder, { recursive: true, force: true })
  }
  return { product: createApiProduct(registry), registry, store: store.value, close }
}

verifies(
  ['domain.http_api', 'auth.refused_without_scope'],
  'a held call goes out once it is approved, unless its binding changed since',
  async () => {
    const { registry, product, store, close } = await openHeld()
    const here = await createBusinessFixture(store, {
      registry,
      domain: () => product.domain(() => here.time.now),
    })
    const writer = await here.writer('ada', 'biz_bakery')
    const { user } = await here.signIn('ada')
    const decide = async (key: string, today: BusinessRegistry) => {
      const args = { file_key: 'f', message: key }
      const held = await here.write(writer, 'post_comment', args, key)
      const approvalId = held.answer === 'held' ? held.approvalId : ''
      const row = await store.sql.one('SELECT version FROM held_approval WHERE id = ?', approvalId)
      const decision = { approvalId, version: Number(row?.version), verdict: 'approve' } as const
      return await here.business.decide(user, today, decision)
    }
    expect(await decide('one', registry)).toEqual({ ok: true, value: 'applied' })
    expect(product.calls.map(({ body }) => body)).toEqual([{ message: 'one' }])
    expect(product.calls[0]?.context.approval_id).toMatch(/^appr_/)
    const moved = JSON.parse(JSON.stringify(registry).replaceAll('/comments', '/others'))
    expect(await decide('two', moved)).toEqual({ ok: true, value: 'cancelled' })
    expect(product.calls).toHaveLength(1)
    await close()
  },
)
