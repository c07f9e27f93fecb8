import { expect } from 'bun:test'
import { createAudit } from '../../../app/foundation/store/audit.ts'
import { readAuditRows, verifyChain } from '../../../app/foundation/store/chain_report.ts'
import type { Store } from '../../../app/foundation/store/port.ts'
import { verifies, verifiesLong } from '../../requirements/verifies.ts'
import { forBothStores } from '../../support/stores.ts'

const clock = () => 1_800_000_000_000
const [OLD, NEW] = ['an-old-key-of-at-least-32-characters', 'a-new-key-of-at-least-32-characters!']

async function append(store: Store, keys: readonly string[], count: number): Promise<void> {
  const audit = createAudit(store, { clock, keys })
  for (let line = 0; line < count; line += 1) {
    await store.transaction((sql) => audit.append(sql, { event: 'call', outcome: 'applied' }))
  }
}

/** Somebody who can write to the database, but has no key, ends the chain with other lines. */
async function rewriteFrom(store: Store, seq: number, lines: number): Promise<void> {
  await store.transaction(async (sql) => {
    await sql.run(
      store.dialect === 'sqlite'
        ? 'DROP TRIGGER audit_refuses_delete'
        : 'ALTER TABLE audit DISABLE TRIGGER ALL',
    )
    await sql.run('DELETE FROM audit WHERE seq >= ?', seq)
  })
  await append(store, [], lines)
}

forBothStores((_, open) => {
  verifiesLong(
    'audit.keyed',
    'a rewritten end of the audit is whole without a key, and found with one',
    async () => {
      const store = await open()
      await append(store, [OLD], 4)
      await rewriteFrom(store, 3, 2)
      expect(await createAudit(store, { clock, keys: [OLD] }).findBreak()).toBe(3)
      // Lines 1 and 2 have a key that this check does not know.
      expect(await createAudit(store, { clock }).findBreak()).toBe(1)
      const other = await open()
      await append(other, [], 4)
      await rewriteFrom(other, 3, 2)
      expect(await createAudit(other, { clock }).findBreak()).toBeUndefined()
    },
  )

  verifies(
    'audit.keyed',
    'lines from before the key count as chained, and older keys are still known',
    async () => {
      const store = await open()
      await append(store, [], 2)
      await append(store, [OLD], 2)
      await append(store, [NEW, OLD], 2)
      const whole = await verifyChain(readAuditRows(store.sql), { keys: [NEW, OLD] })
      expect(whole).toMatchObject({
        lines: 6,
        first: 1,
        last: 6,
        keyedFrom: 3,
        brokenAt: undefined,
      })
      expect(await createAudit(store, { clock, keys: [NEW] }).findBreak()).toBe(3)
      // Who says since when the key was set finds every line without it.
      const part = (from: number) =>
        verifyChain(readAuditRows(store.sql, from), { keys: [NEW, OLD], isPart: true })
      expect(await part(3)).toMatchObject({ lines: 4, first: 3, brokenAt: undefined })
      expect(await part(2)).toMatchObject({ unkeyed: [2], brokenAt: undefined })
    },
  )

  verifies(
    'audit.unkeyed',
    'a line without the key is named until a line with the key accepts it, and no other does',
    async () => {
      const store = await open()
      await append(store, [OLD], 2)
      await append(store, [], 2)
      const check = () => verifyChain(readAuditRows(store.sql), { keys: [NEW, OLD] })
      const accept = async (seq: number, keys: readonly string[]) => {
        const row = await store.sql.one('SELECT hash FROM audit WHERE seq = ?', seq)
        const argsDigest = row?.hash instanceof Uint8Array ? row.hash.toHex() : ''
        const entry = { event: 'audit_accepted', outcome: 'operator', argsDigest }
        const audit = createAudit(store, { clock, keys })
        await store.transaction((sql) => audit.append(sql, entry))
      }
      expect(await check()).toMatchObject({ unkeyed: [3, 4], accepted: [], brokenAt: undefined })
      // Who has no key accepts nothing.
      await accept(3, [])
      expect(await check()).toMatchObject({ unkeyed: [3, 4, 5], accepted: [] })
      for (const line of [4, 3, 5]) await accept(line, [NEW])
      expect(await check()).toMatchObject({ unkeyed: [], accepted: [4, 3, 5], lines: 8 })
      // What is rewritten behind an accepted line has other digests.
      await rewriteFrom(store, 3, 6)
      expect(await check()).toMatchObject({ unkeyed: [3, 4, 5, 6, 7, 8], accepted: [] })
    },
  )
})
