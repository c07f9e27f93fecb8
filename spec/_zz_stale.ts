import { Database } from 'bun:sqlite'
import { openStore } from '../app/store/open.ts'
import { rmSync } from 'node:fs'
const path = '/tmp/vault/db/stale.sqlite'
for (const s of ['', '-wal', '-shm']) rmSync(path + s, { force: true })
const opened = await openStore('sqlite:' + path)
if (!opened.ok) throw 1
const s = opened.value
const put = (id: string) => s.transaction((q) => q.run("INSERT INTO workspace (id,name,state) VALUES (?, 'W', 'active')", id))
await put('a'); await put('b')
console.log('A first of many', await s.sql.one('SELECT id FROM workspace ORDER BY id'))
await put('c')
console.log('B count (3?)', await s.sql.one('SELECT count(*) AS n FROM workspace'))
await put('d')
console.log('C count (4?)', await s.sql.one('SELECT count(id) AS n FROM workspace'))
const cp = new Database(path)
console.log(cp.query('PRAGMA wal_checkpoint(TRUNCATE)').all())
// what did raw script hold?
const raw = new Database('/tmp/vault/db/hot.sqlite', { readonly: true, strict: true })
const p = raw.prepare('SELECT ends FROM token WHERE hash = ?')
const t = (n: string) => { const h = new Uint8Array(32); for (let i=0;i<3000;i++) p.get(h); const b = process.cpuUsage(); for (let i=0;i<20000;i++) p.get(h); const c = process.cpuUsage(b); console.log(n, ((c.user+c.system)/20000).toFixed(2)) }
t('fresh')
raw.query('EXPLAIN QUERY PLAN SELECT 1').all()
t('after explain all')
raw.query('select sqlite_version()').get()
t('after version get')
raw.query('SELECT hash FROM token WHERE kind = ? ORDER BY rowid DESC').values('access')
t('after values')
const q = raw.prepare('SELECT hash FROM token'); q.get()
t('after get of many')
