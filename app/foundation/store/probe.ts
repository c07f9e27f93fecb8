import type { Store } from './port.ts'

/** More than a file or log that is already there has left over when the disk is full. */
const PROBE_BYTES = 65_536

/** Writes something and removes it again; throws `StoreUnavailable` where that is impossible. */
export async function probeStore(store: Store): Promise<void> {
  const name = `probe ${crypto.randomUUID()}`
  await store.transaction(async (sql) => {
    await sql.run('INSERT INTO setting (name, value) VALUES (?, ?)', name, randomBytes())
    await sql.run('DELETE FROM setting WHERE name = ?', name)
  })
}

/** Random, because a database compresses what repeats. */
function randomBytes(): Uint8Array {
  return crypto.getRandomValues(new Uint8Array(PROBE_BYTES))
}
