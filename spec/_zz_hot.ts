import { Database } from 'bun:sqlite'
import { openStore } from '../app/store/open.ts'
import { world, tokensFor, READ } from './_granting.ts'
import { rmSync } from 'node:fs'
const path = '/tmp/vault/db/hot.sqlite'
for (const s of ['', '-wal', '-shm']) rmSync(path + s, { force: true })
const opened = await openStore('sqlite:' + path)
if (!opened.ok) throw new Error(opened.error)
const here = await world(opened.value)
const secrets: string[] = []
const { client } = await here.grants.registerClient({name:'Lamp',redirectUris:['https://host.example/callback'],refreshes:true},'1.2.3.4')
for (let i = 0; i < 50; i++) { secrets.push((await tokensFor(here, {clientId: client.id})).accessToken) }
const header = `Bearer ${secrets.at(-1)}`
async function cpu(name: string, n: number, f: () => unknown) {
  for (let i = 0; i < 3000; i++) await f()
  let best = 1e9
  for (let r = 0; r < 5; r++) {
    const b = process.cpuUsage()
    for (let i = 0; i < n; i++) await f()
    const c = process.cpuUsage(b)
    best = Math.min(best, (c.user + c.system) / n)
  }
  console.log(name.padEnd(40), best.toFixed(2), 'us')
}
if (!(await here.grants.authorise(header, READ)).ok) throw 1
await cpu('authorise', 20000, () => here.grants.authorise(header, READ))
const { sql } = here.store
const { digestOf, isSecret } = await import('../app/grants/_secret.ts')
await cpu('digestOf', 20000, () => digestOf(secrets[0]!))
await cpu('isSecret', 20000, () => isSecret('access', secrets[0]!))
const h = digestOf(secrets.at(-1)!)
await cpu('one: SELECT 1', 20000, () => sql.one('SELECT 1 AS one'))
await cpu('one: token by hash, 1 col', 20000, () => sql.one('SELECT ends FROM token WHERE hash = ?', h))
await cpu('one: token by hash, *', 20000, () => sql.one('SELECT * FROM token WHERE hash = ?', h))
await cpu('one: user by id', 20000, () => sql.one('SELECT state FROM app_user WHERE id = ?', here.ann.user.userId))
const FIND = `SELECT t.ends, t.revoked_at, t.scopes, g.id AS grant_id, g.client_id, g.user_id,
    g.workspace_id, g.business_id, g.resource, g.status, g.ends AS grant_ends,
    u.state AS user_state, c.disabled AS client_disabled
  FROM token t
  JOIN grant_ g ON g.id = t.grant_id
  JOIN app_user u ON u.id = g.user_id
  LEFT JOIN client c ON c.id = g.client_id
  WHERE t.hash = ? AND t.kind = 'access'`
await cpu('one: FIND', 20000, () => sql.one(FIND, h))
const raw = new Database(path, { readonly: true, strict: true })
const p = raw.prepare(FIND)
await cpu('bare get FIND', 20000, () => p.get(h))
await cpu('bare values FIND', 20000, () => p.values(h))
const p3 = raw.prepare(FIND.replace(/SELECT[\s\S]*FROM token/, 'SELECT t.ends FROM token'))
await cpu('bare get joins unused, 1 col', 20000, () => p3.get(h))
const p4 = raw.prepare(FIND.replace(/SELECT[\s\S]*FROM token/, 'SELECT g.ends, u.state, c.disabled FROM token'))
await cpu('bare get all joins, 3 col', 20000, () => p4.get(h))
const p2 = raw.prepare('SELECT ends FROM token WHERE hash = ?')
await cpu('bare get token 1 col', 20000, () => p2.get(h))
const q1 = raw.prepare('SELECT 1 AS one')
await cpu('bare SELECT 1', 20000, () => q1.get())
raw.run('BEGIN')
p.get(h)
await cpu('in tx: get FIND', 20000, () => p.get(h))
await cpu('in tx: values FIND', 20000, () => p.values(h))
await cpu('in tx: all joins, 3 col', 20000, () => p4.get(h))
await cpu('in tx: token 1 col', 20000, () => p2.get(h))
raw.run('COMMIT')
