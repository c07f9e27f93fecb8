import {
  EXAMPLE_ISSUER,
  type ExampleUserEntry,
  type ExampleWorkspace,
} from '../../../contract/example.ts'
import type { Sql, Store } from '../../../foundation/store/port.ts'

/**
 * Fills a new store with the example workspace and its users, all of it or nothing, and returns
 * whether it did. A store that already has a workspace is left alone.
 */
export async function seedExample(
  store: Store,
  example: ExampleWorkspace,
  nowMs: number,
): Promise<boolean> {
  return await store.transaction(async (sql) => {
    if ((await sql.one('SELECT id FROM workspace LIMIT 1')) !== undefined) return false
    for (const { id, name } of example.workspaces) {
      const insert = `INSERT INTO workspace (id, name, state) VALUES (?, ?, 'active')
        ON CONFLICT (id) DO NOTHING`
      // Another process may be seeding the same store: whoever inserts the first row goes on.
      if ((await sql.run(insert, id, name)) === 0) return false
    }
    for (const { id, workspace, name } of example.businesses) {
      const insert = `INSERT INTO business (id, workspace_id, name, state)
        VALUES (?, ?, ?, 'active')`
      await sql.run(insert, id, workspace, name)
    }
    for (const user of example.users) await seedUser(sql, example, user, nowMs)
    await seedRecords(sql, example)
    return true
  })
}

async function seedUser(
  sql: Sql,
  { businesses }: ExampleWorkspace,
  { id, subject, display, email, memberships }: ExampleUserEntry,
  nowMs: number,
): Promise<void> {
  // A user who signed in before the workspace existed already has a row.
  await sql.run(
    `INSERT INTO app_user (id, issuer, subject, display, email, state, created)
      VALUES (?, ?, ?, ?, ?, 'active', ?) ON CONFLICT (issuer, subject) DO NOTHING`,
    id,
    EXAMPLE_ISSUER,
    subject,
    display,
    email,
    nowMs,
  )
  for (const { business, role } of memberships) {
    const workspace = businesses.find((each) => each.id === business)?.workspace
    if (workspace === undefined) throw new Error(`Cannot seed "${business}": no such business`)
    await sql.run(
      `INSERT INTO membership (user_id, workspace_id, business_id, role)
        SELECT u.id, ?, ?, ? FROM app_user u WHERE u.issuer = ? AND u.subject = ?`,
      workspace,
      business,
      role,
      EXAMPLE_ISSUER,
      subject,
    )
  }
}

async function seedRecords(sql: Sql, { records }: ExampleWorkspace): Promise<void> {
  for (const { type, id, workspace, created, updated, fields } of records) {
    await sql.run(
      `INSERT INTO domain_record (type, id, workspace_id, fields, created, updated, version)
        VALUES (?, ?, ?, ?, ?, ?, 1)`,
      type,
      id,
      workspace,
      JSON.stringify(fields),
      Date.parse(created),
      Date.parse(updated ?? created),
    )
  }
}
