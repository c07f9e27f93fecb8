import { afterAll, describe, expect, test } from 'bun:test'
import { mkdtempSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { openStore } from './open.ts'

const home = mkdtempSync(join(tmpdir(), 'lectern-open-'))
afterAll(() => rmSync(home, { recursive: true, force: true }))

describe('openStore()', () => {
  const refusalOf = async (url: string) => {
    const opened = await openStore(url)
    return opened.ok ? 'opened' : opened.error
  }

  test('creates the file and its folder for their owner alone', async () => {
    const path = join(home, 'new', 'store.sqlite')
    const opened = await openStore(`sqlite:${path}`)
    if (!opened.ok) throw new Error(opened.error)
    await opened.value.transaction((sql) => sql.run('DELETE FROM setting'))
    const modeOf = (name: string) => (statSync(name).mode & 0o777).toString(8)
    expect(modeOf(join(home, 'new'))).toBe('700')
    expect([path, `${path}-wal`, `${path}-shm`].map(modeOf)).toEqual(['600', '600', '600'])
    await opened.value.close()
  })

  test('removes the rights of others from an existing file', async () => {
    const path = join(home, 'wide.sqlite')
    writeFileSync(path, '', { mode: 0o644 })
    const opened = await openStore(`sqlite:${path}`)
    if (!opened.ok) throw new Error(opened.error)
    expect(statSync(path).mode & 0o077).toBe(0)
    await opened.value.close()
  })

  test('leaves a file alone that is not a database', async () => {
    const path = join(home, 'notes.md')
    writeFileSync(path, '# Notes of somebody', { mode: 0o644 })
    expect(await refusalOf(`sqlite:${path}`)).toContain('file is not a database')
    expect((statSync(path).mode & 0o777).toString(8)).toBe('644')
  })

  test('refuses an address that names no store, without showing it', async () => {
    for (const url of ['mysql://u:secret@h/d', '', 'data/store.sqlite', 'SQLITE:x', 'postgres:x']) {
      const refusal = 'its address starts with neither sqlite: nor postgres://'
      expect(await refusalOf(url)).toBe(`Cannot open the store: ${refusal}`)
    }
  })

  test('refuses an invalid path', async () => {
    const states: readonly (readonly [string, string])[] = [
      ['sqlite:', 'it names no file'],
      ['sqlite::memory:', 'an in-memory store would lose every grant'],
      ['sqlite://host/x', 'write sqlite:PATH, without "//"'],
      ['sqlite:x?mode=ro', 'the path holds "?", "#" or NUL'],
    ]
    for (const [url, state] of states) {
      expect(await refusalOf(url)).toBe(`Cannot open the store "${url}": ${state}`)
    }
  })

  test('refuses a folder, and a file that is not a store', async () => {
    const text = join(home, 'text.sqlite')
    writeFileSync(text, 'This is no database. '.repeat(500))
    const refusal = await refusalOf(`sqlite:${text}`)
    expect(refusal).toBe(`Cannot open the store "sqlite:${text}": file is not a database`)
    expect(await refusalOf(`sqlite:${home}`)).toContain('EISDIR')
    expect(await refusalOf(`sqlite:${text}/below`)).toMatch(/ENOTDIR|EEXIST/)
  })

  test('refuses a server address without a database, and shows no password', async () => {
    for (const url of [
      'postgres://u:secret@h:5/',
      'postgres://u:secret@h:5',
      'postgresql://u:secret@h:5/a/b',
    ]) {
      expect(await refusalOf(url)).toMatch(
        /^Cannot open the store "postgres:\/\/h:5\/?(a\/b)?": it names no database$/,
      )
    }
    // A password that is not encoded ends the host too soon.
    for (const password of ['1/secret', '1?secret', '1#secret', '12/secret/x']) {
      expect(await refusalOf(`postgres://u:${password}@h/d`)).not.toMatch(/secret|u:1/)
    }
    expect(await refusalOf('postgres://u:secret@h:x/d')).toBe(
      'Cannot open the store: its postgres:// address is malformed',
    )
  })

  test('refuses a server that does not answer', async () => {
    expect(await refusalOf('postgres://u:secret@127.0.0.1:1/d')).toBe(
      'Cannot open the store "postgres://127.0.0.1:1/d": Failed to connect',
    )
  })
})
