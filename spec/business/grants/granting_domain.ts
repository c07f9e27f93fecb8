import type { Businesses } from '../../../app/business/grants/mod.ts'
import type { BusinessChoice, Standing } from '../../../app/contract/authority.ts'
import type { Sql, SqlRow, Store } from '../../../app/foundation/store/port.ts'

/** The domain as the embedded workspace has it: rows beside ours. */
export function businessesIn(store: Store): Required<Businesses> {
  const standingWithin = async (sql: Sql, { userId, workspaceId, businessId }: Standing) => {
    // Whoever removes the business waits for those who rely on it, and they for the removal.
    if (store.dialect === 'postgres' && sql !== store.sql) {
      await sql.all('SELECT id FROM business WHERE id = ? FOR SHARE', businessId)
    }
    const row = await sql.one(
      `SELECT b.state FROM business b JOIN membership m ON m.business_id = b.id
        WHERE b.id = ? AND b.workspace_id = ? AND m.user_id = ?`,
      businessId,
      workspaceId,
      userId,
    )
    return row?.state === 'active' ? ('active' as const) : ('inactive' as const)
  }
  return {
    list: async (userId) => {
      const rows = await store.sql.all(
        `SELECT b.id, b.name, b.workspace_id FROM business b
          JOIN membership m ON m.business_id = b.id
          WHERE m.user_id = ? AND b.state = 'active' ORDER BY b.id`,
        userId,
      )
      return rows.map(choiceIn)
    },
    standing: (who) => standingWithin(store.sql, who),
    standingWithin,
  }
}

function choiceIn(row: SqlRow): BusinessChoice {
  return {
    workspaceId: String(row.workspace_id),
    workspaceName: String(row.workspace_id),
    businessId: String(row.id),
    businessName: String(row.name),
  }
}

/** Two businesses of the one user in one workspace, one of the other in another. */
export async function seed(store: Store, ann: string, ben: string): Promise<void> {
  const businesses = [
    { id: 'bakery', workspace: 'north', user: ann },
    { id: 'cafe', workspace: 'north', user: ann },
    { id: 'dairy', workspace: 'south', user: ben },
  ]
  await store.transaction(async (sql) => {
    for (const id of ['north', 'south']) {
      await sql.run(`INSERT INTO workspace (id, name, state) VALUES (?, ?, 'active')`, id, id)
    }
    for (const { id, workspace, user } of businesses) {
      await sql.run(
        `INSERT INTO business (id, workspace_id, name, state) VALUES (?, ?, ?, 'active')`,
        id,
        workspace,
        id,
      )
      await sql.run(
        `INSERT INTO membership (user_id, workspace_id, business_id, role)
          VALUES (?, ?, ?, 'member')`,
        user,
        workspace,
        id,
      )
    }
  })
}
