import { resolve } from 'node:path'
import type { Business } from '../../app/business/mod.ts'
import type { BusinessRegistry } from '../../app/contract/business.ts'
import type { OauthSettings } from '../../app/contract/oauth.ts'
import type { Businesses } from '../../app/grants/mod.ts'
import type { ExampleUser } from '../../app/oauth/ports.ts'
import type { Audit, Store } from '../../app/store/port.ts'
import { parse } from 'yaml'
import { EXAMPLE_ISSUER } from '../../app/contract/example.ts'

export type Example = {
  readonly business: Pick<Business, 'approvalsOf' | 'decide'>
  readonly businesses: Businesses
  readonly registry: BusinessRegistry
  readonly users: readonly ExampleUser[]
}

export async function exampleOf(given: {
  readonly store: Store
  readonly audit: Audit
  readonly settings: OauthSettings
  readonly clock: () => number
}): Promise<Example> {
  const { store } = given
  const sqlr = (t: string, ...v: any[]) => store.transaction((s) => s.run(t, ...v))
  const root = resolve(import.meta.dir, '../..')
  const registry = parse(await Bun.file(`${root}/corpus/business.yaml`).text())
  const ws = parse(await Bun.file(`${root}/corpus/example_workspace.yaml`).text())
  for (const w of ws.workspaces) await sqlr('INSERT INTO workspace (id,name,state) VALUES (?,?,?)', w.id, w.name, 'active')
  for (const b of ws.businesses) await sqlr('INSERT INTO business (id,workspace_id,name,state) VALUES (?,?,?,?)', b.id, b.workspace, b.name, 'active')
  for (const u of ws.users) {
    await sqlr('INSERT INTO app_user (id,issuer,subject,display,state,created) VALUES (?,?,?,?,?,?)', u.id, EXAMPLE_ISSUER, u.subject, u.display, 'active', 0)
    for (const m of u.memberships) await sqlr('INSERT INTO membership VALUES (?,(SELECT workspace_id FROM business WHERE id=?),?,?)', u.id, m.business, m.business, m.role)
  }
  return {
    registry,
    users: ws.users,
    business: { approvalsOf: async () => [], decide: async () => ({ ok: false, error: 'not_found' }) },
    businesses: {
      list: async (user) => (await store.sql.all(`SELECT b.id, b.name, w.id AS wid, w.name AS wname FROM membership m JOIN business b ON b.id=m.business_id JOIN workspace w ON w.id=b.workspace_id WHERE m.user_id=? AND b.state='active' ORDER BY b.name`, user)).map((r: any) => ({ workspaceId: r.wid, workspaceName: r.wname, businessId: r.id, businessName: r.name })),
      standing: async (who) => (await store.sql.one(`SELECT 1 AS x FROM membership m JOIN business b ON b.id=m.business_id WHERE m.user_id=? AND b.id=? AND b.state='active'`, who.userId, who.businessId)) ? 'active' : 'inactive',
    },
  }
}
