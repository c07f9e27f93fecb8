import { createAudit } from '../../../app/foundation/store/audit.ts'
import { openStore } from '../../../app/foundation/store/open.ts'
import type { Audit, Store } from '../../../app/foundation/store/port.ts'

// A separate program that works on a store, as another instance of the service would.
const [deed = '', url = '', name = '', times = '1'] = process.argv.slice(2)

const opened = await openStore(url)
if (!opened.ok) throw new Error(opened.error)
const store = opened.value
const audit = createAudit(store, { clock: Date.now })
if (deed === 'take') await take(store)
if (deed === 'write') await write(store, audit)
await store.close()

/** Tries to take each key many times concurrently; prints how often it succeeded. */
async function take(from: Store): Promise<void> {
  const keys = await from.sql.all('SELECT id FROM workspace ORDER BY id')
  const change = "UPDATE workspace SET state = 'removed' WHERE id = ? AND state = 'active'"
  const tries = keys.flatMap(({ id }) =>
    Array.from({ length: Number(times) }, () =>
      from.transaction((sql) => sql.run(change, id ?? null)),
    ),
  )
  const taken = await Promise.all(tries)
  console.log(taken.reduce((sum, rows) => sum + rows, 0))
}

/** Writes rows with their audit lines, and prints each name once it is durable. */
async function write(to: Store, lines: Audit): Promise<void> {
  const put = "INSERT INTO workspace (id, name, state) VALUES (?, 'W', 'active')"
  for (let index = 0; index < Number(times); index += 1) {
    const id = `${name}-${index}`
    await to.transaction(async (sql) => {
      await sql.run(put, id)
      await lines.append(sql, { event: 'put', outcome: 'applied', workspaceId: id })
    })
    process.stdout.write(`${id}\n`)
  }
}
