import { expect, test } from 'bun:test'
import { join } from 'node:path'
import { createAudit } from '../../../app/foundation/store/audit.ts'
import type { Store } from '../../../app/foundation/store/port.ts'
import { forBothStores } from '../../support/stores.ts'

const CHILD = join(import.meta.dir, 'store_child.ts')

type Child = Bun.Subprocess<'ignore', 'pipe', 'inherit'>

function child(...words: readonly string[]): Child {
  const program = [process.execPath, CHILD, ...words]
  return Bun.spawn(program, { stdin: 'ignore', stdout: 'pipe', stderr: 'inherit' })
}

async function outputOf(process: Child): Promise<readonly string[]> {
  const text = await new Response(process.stdout).text()
  // The last part is empty, or an incomplete line.
  return text.split('\n').slice(0, -1)
}

/** Expects an audit line for each row, a row for each line, and a whole chain. */
async function expectWhole(store: Store): Promise<readonly string[]> {
  const rows = await store.sql.all('SELECT id FROM workspace ORDER BY id')
  const lines = await store.sql.all('SELECT workspace_id AS id FROM audit ORDER BY workspace_id')
  expect(lines).toEqual(rows)
  expect(await createAudit(store, { clock: Date.now }).findBreak()).toBeUndefined()
  return rows.map(({ id }) => String(id))
}

forBothStores((_, open) => {
  test('several processes create a store and write to it concurrently', async () => {
    const { url, close } = await open()
    await close()
    const children = ['a', 'b', 'c', 'd'].map((name) => child('write', url, name, '40'))
    const said = await Promise.all(children.map(outputOf))
    expect(await Promise.all(children.map(({ exited }) => exited))).toEqual([0, 0, 0, 0])
    expect(await expectWhole(await open(url))).toEqual(said.flat().sort())
    expect(said.flat()).toHaveLength(160)
  })

  test('of 50 tries in three processes one takes the key, for each of ten keys', async () => {
    const store = await open()
    await store.transaction(async (sql) => {
      const put = "INSERT INTO workspace (id, name, state) VALUES (?, 'W', 'active')"
      for (let key = 0; key < 10; key += 1) await sql.run(put, `key-${key}`)
    })
    const children = ['20', '15', '15'].map((times) => child('take', store.url, 'x', times))
    const taken = await Promise.all(children.map(outputOf))
    expect(await Promise.all(children.map(({ exited }) => exited))).toEqual([0, 0, 0])
    expect(taken.flat().reduce((sum, count) => sum + Number(count), 0)).toBe(10)
  })

  test('what a process acknowledged is there after it was killed', async () => {
    const store = await open()
    for (const [name, lines] of [
      ['a', 3],
      ['b', 11],
      ['c', 29],
    ] as const) {
      const writer = child('write', store.url, name, '1000000')
      const said = await linesThenKill(writer, lines)
      expect(said.length).toBeGreaterThanOrEqual(lines)
      const there = new Set(await expectWhole(store))
      expect(said.filter((id) => !there.has(id))).toEqual([])
    }
  })
})

async function linesThenKill(writer: Child, lines: number): Promise<readonly string[]> {
  let text = ''
  const decoder = new TextDecoder()
  for await (const chunk of writer.stdout) {
    text += decoder.decode(chunk, { stream: true })
    if (text.split('\n').length > lines) writer.kill('SIGKILL')
  }
  await writer.exited
  return text.split('\n').slice(0, -1)
}
